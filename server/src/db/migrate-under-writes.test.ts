import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { inDatabase, onServer, withClient } from '../testing/database-cluster.ts'
import { migrate, refuseOldTables } from './migrate.ts'

const server = inDatabase(inject('templateUrl'), 'postgres')
const name = `${new URL(inject('templateUrl')).pathname.slice(1)}_busy`
const url = inDatabase(server, name)
let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kobo-migrations-'))
})

beforeEach(async () => {
  await rm(dir, { recursive: true })
  dir = await mkdtemp(join(tmpdir(), 'kobo-migrations-'))
  await onServer(server, `drop database if exists ${name} with (force)`)
  await onServer(server, `create database ${name}`)
  await file('0001_first', 'create table thing (id int primary key, name text);')
})

afterAll(async () => {
  await onServer(server, `drop database ${name} with (force)`)
  await rm(dir, { recursive: true })
})

const file = (migration: string, sql: string) => writeFile(join(dir, `${migration}.sql`), sql)
const alone = (sql: string) => `-- Up Migration\n-- No Transaction\n${sql}\n`

/** Commits one row after another until it is stopped. */
function startWriting() {
  let written = 0
  let isWriting = true
  const done = withClient(url, async (client) => {
    while (isWriting) {
      await client.query('insert into thing values ($1, $2)', [written, `thing ${written}`])
      written++
    }
    return written
  })
  const stop = () => {
    isWriting = false
    return done
  }
  /** Resolves when that many more rows were acknowledged; rejects after 30 seconds. */
  const more = (rows: number) => {
    const from = written
    return expect.poll(() => written - from, { timeout: 30_000 }).toBeGreaterThan(rows)
  }
  return { stop, more }
}

/** Resolves when a statement of the migration waits for a lock. */
function isSessionWaiting() {
  return expect
    .poll(() => onServer(url, 'select from pg_locks where not granted').then((rows) => rows.length), {
      timeout: 30_000,
    })
    .toBeGreaterThan(0)
}

describe('migrations under concurrent writes', () => {
  it('does not block writes behind a waiting migration, and applies it once its locks are free', async () => {
    await migrate(url, { dir })
    await file('0002_second', 'alter table thing add column colour text;')
    const writer = startWriting()
    await writer.more(5)
    const longWork = new pg.Client(url)
    await longWork.connect()
    await longWork.query('begin; insert into thing values (-1)')
    const logLines: string[] = []
    const migrating = migrate(url, { dir, lockTimeoutMs: 200, pauseMs: 50, log: (line) => logLines.push(line) })
    await expect
      .poll(() => logLines, { timeout: 30_000 })
      .toContain('Migration 0002_second is waiting for locks that other transactions hold')
    // Otherwise the writer would queue behind the change until the long transaction ends, which waits for it here.
    await writer.more(50)
    await longWork.query('commit')
    await longWork.end()
    expect(await migrating).toEqual(['0002_second'])
    const written = await writer.stop()
    expect(await onServer(url, 'select count(*)::int as n, count(colour)::int as coloured from thing')).toEqual([
      { n: written + 1, coloured: 0 },
    ])
  })

  it('builds an index without blocking writes', async () => {
    await migrate(url, { dir })
    await file('0002_second', alone('create index concurrently thing_by_name on thing (name);'))
    const writer = startWriting()
    await writer.more(5)
    // Keeps the build waiting until the writer has continued alongside it.
    const longWork = new pg.Client(url)
    await longWork.connect()
    await longWork.query('begin; insert into thing values (-1)')
    const migrating = migrate(url, { dir })
    await isSessionWaiting()
    await writer.more(50)
    await longWork.query('commit')
    await longWork.end()
    expect(await migrating).toEqual(['0002_second'])
    const written = await writer.stop()
    expect(await onServer(url, `select indisvalid from pg_index where indexrelid = 'thing_by_name'::regclass`)).toEqual(
      [{ indisvalid: true }],
    )
    expect(await onServer(url, 'select count(*)::int as n from thing')).toEqual([{ n: written + 1 }])
  })

  it('gives up with a clear message when the locks are never released', async () => {
    await migrate(url, { dir })
    await file('0002_second', 'alter table thing add column colour text;')
    await withClient(url, async (client) => {
      await client.query('begin; insert into thing values (-1)')
      await expect(migrate(url, { dir, lockTimeoutMs: 50, tries: 2, pauseMs: 10 })).rejects.toThrow(
        'Migration 0002_second failed; none of its changes were applied: other transactions held the locks that it needs in all 2 attempts.',
      )
    })
    expect(await migrate(url, { dir })).toEqual(['0002_second'])
  })
})

describe('migrations outside a transaction', () => {
  it('runs a migration without a transaction on one replica while the others wait', async () => {
    await file('0002_second', alone('create index concurrently thing_by_name on thing (name);'))
    await file(
      '0003_third',
      alone('drop index concurrently if exists thing_by_name;\ncreate index concurrently b on thing (name);'),
    )
    const results = await Promise.all([migrate(url, { dir }), migrate(url, { dir }), migrate(url, { dir })])
    expect(results.flat()).toEqual(['0001_first', '0002_second', '0003_third'])
  })

  it('drops the invalid index of a failed build and rebuilds it', async () => {
    await migrate(url, { dir })
    await onServer(url, `insert into thing values (1, 'same'), (2, 'same')`)
    await file('0002_second', alone('create unique index concurrently thing_name on thing (name);'))
    await expect(migrate(url, { dir })).rejects.toThrow(/^Migration 0002_second failed/)
    const valid = `select indisvalid from pg_index where indexrelid = to_regclass('thing_name')`
    expect(await onServer(url, valid)).toEqual([{ indisvalid: false }])
    await onServer(url, 'delete from thing where id = 2')
    expect(await migrate(url, { dir })).toEqual(['0002_second'])
    expect(await onServer(url, valid)).toEqual([{ indisvalid: true }])
  })

  it('continues after an interrupted index build', async () => {
    await migrate(url, { dir })
    await onServer(url, 'create index concurrently thing_by_name on thing (name)')
    await file('0002_second', alone('create index concurrently thing_by_name on thing (name);'))
    expect(await migrate(url, { dir })).toEqual(['0002_second'])
  })

  it('rejects statements outside a transaction that block writes', async () => {
    await file('0002_second', alone('alter table thing add column colour text;'))
    await expect(migrate(url, { dir })).rejects.toThrow(
      'Migration 0002_second runs outside a transaction, where only "create index concurrently name on …"',
    )
  })
})

it('rejects outdated tables with a message that names the command', async () => {
  await expect(refuseOldTables(url, dir)).rejects.toThrow(
    new StartupError('The database has no tables yet: run "npm run migrate", then start again.'),
  )
  await migrate(url, { dir })
  await refuseOldTables(url, dir)
  await file('0002_second', 'create table other (id int);')
  await expect(refuseOldTables(url, dir)).rejects.toThrow(
    new StartupError('The database lacks 0002_second: run "npm run migrate", then start again.'),
  )
})
