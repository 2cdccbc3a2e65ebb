import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { inDatabase, onServer } from '../testing/database-cluster.ts'
import { migrate } from './migrate.ts'

const databases: string[] = []
const server = inDatabase(inject('templateUrl'), 'postgres')
let dir = ''

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kobo-migrations-'))
  // Slow enough for two concurrent runs to overlap.
  await writeFile(join(dir, '0001_first.sql'), `create table first (number int); select pg_sleep(0.3);`)
  await writeFile(join(dir, '0002_second.sql'), `insert into first values (7);`)
})

afterAll(async () => {
  for (const name of databases) await onServer(server, `drop database ${name} with (force)`)
  await rm(dir, { recursive: true })
})

async function anEmptyDatabase(): Promise<string> {
  const name = `${new URL(inject('templateUrl')).pathname.slice(1)}_empty_${databases.length}`
  await onServer(server, `create database ${name}`)
  databases.push(name)
  return inDatabase(server, name)
}

describe('migrate', () => {
  it('migrates an empty database to the latest version and does nothing the second time', async () => {
    const url = await anEmptyDatabase()
    const logLines: string[] = []
    const applied = await migrate(url, { log: (line) => logLines.push(line) })
    expect(applied[0]).toBe('0001_foundation')
    expect(logLines).toEqual(applied.map((name) => `Applied migration ${name}`))
    expect(await onServer(url, 'select count(*)::int as staff from staff')).toEqual([{ staff: 0 }])
    expect(await migrate(url)).toEqual([])
  })

  it('runs each migration once when several replicas start at the same time', async () => {
    const url = await anEmptyDatabase()
    const results = await Promise.all([migrate(url, { dir }), migrate(url, { dir }), migrate(url, { dir })])
    expect(results.flat()).toEqual(['0001_first', '0002_second'])
    expect(await onServer(url, 'select number from first')).toEqual([{ number: 7 }])
  })

  it('rolls a failed migration back and names it', async () => {
    const url = await anEmptyDatabase()
    const logLines: string[] = []
    const broken = join(dir, '0003_broken.sql')
    await writeFile(broken, 'create table third (number int); select no_such_column;')
    expect(await migrate(url, { dir, log: (line) => logLines.push(line) }).catch(() => logLines)).toEqual([
      'Applied migration 0001_first',
      'Applied migration 0002_second',
    ])
    const failing = migrate(url, { dir })
    await expect(failing).rejects.toThrow(StartupError)
    await expect(failing).rejects.toThrow(
      'Migration 0003_broken failed; none of its changes were applied: column "no_such_column" does not exist.',
    )
    expect(await onServer(url, `select to_regclass('third') as third`)).toEqual([{ third: null }])
    await writeFile(broken, 'create table third (number int);')
    expect(await migrate(url, { dir })).toEqual(['0003_broken'])
    await rm(broken)
  })

  it('keeps the limits that an administrator has set', async () => {
    const url = await anEmptyDatabase()
    const database = new URL(url).pathname.slice(1)
    await onServer(url, `alter role current_user in database ${database} set statement_timeout = '60s'`)
    await migrate(url, { dir })
    expect(
      await onServer(
        url,
        `select current_setting('statement_timeout') as statement,
           current_setting('idle_in_transaction_session_timeout') as idle`,
      ),
    ).toEqual([{ statement: '1min', idle: '30s' }])
  })
})
