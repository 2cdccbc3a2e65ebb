import { execFile } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { serverRoot } from '../server-folder.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { anAuditRow, sealAll } from '../testing/audit-seals.ts'
import { bundled } from '../testing/bundled.ts'
import { aDatabase } from '../testing/database.ts'
import { inDatabase, onServer } from '../testing/database-cluster.ts'
import { aMerchant } from '../testing/factories.ts'
import { aFundedMerchant, aPayout, eventually } from '../testing/payouts.ts'
import { copyDatabase } from './copy-database.ts'
import { differences } from './checksums.ts'

let app: TestApp

/** A running console: a sealed audit, a completed payout, a waiting job, and the simulator's book. */
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  await anAuditRow(app.db)
  await sealAll(app.db)
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  const id = await aPayout(app.db, app.services.jobs, { merchant })
  await eventually(async () => {
    const row = await app.db.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirst()
    return row?.status === 'SUCCESS'
  })
  await sql`select setval('account_serial', 540000777)`.execute(app.db)
  await app.services.jobs.enqueue(
    app.db,
    'requery',
    { transactionId: id, merchantId: merchant.id, attempt: 9 },
    { afterSeconds: 3600 },
  )
})
afterAll(() => app.close())

/** Creates a database without tables, under a random name. */
async function anEmptyDatabase() {
  const name = `kobo_copy_${Math.random().toString(36).slice(2)}`
  const server = inDatabase(app.database.url, 'postgres')
  await onServer(server, `create database ${name}`)
  const url = inDatabase(server, name)
  const open = openDatabase(url, { max: 2 })
  onTestFinished(async () => {
    await open.close()
    await onServer(server, `drop database ${name} with (force)`)
  })
  return { ...open, url }
}

const valueOf = async (expression: string, at: { db: TestApp['db'] }) =>
  (await sql.raw<{ value: unknown }>(`select (${expression}) as value`).execute(at.db)).rows[0]?.value

const prints = [
  `select md5(string_agg(t::text, '' order by t::text)) from entry t`,
  `select md5(string_agg(t::text, '' order by t::text)) from transaction t`,
  `select md5(string_agg(t::text, '' order by t::text)) from audit t`,
  `select md5(string_agg(t::text, '' order by t::text)) from audit_seal t`,
  `select md5(string_agg(t::text, '' order by t::text)) from audit_sealed t`,
  `select md5(string_agg(t::text, '' order by t::text)) from audit_proof t`,
  `select md5(string_agg(t::text, '' order by t::text)) from outside.payment t`,
  `select string_agg(id::text || state || data::text || start_after, '' order by id) from pgboss.job where state = 'created'`,
  `select last_value from account_serial`,
  `select string_agg(indexdef, '' order by indexdef) from pg_indexes where schemaname = 'public'`,
  `select string_agg(tgname::text || tgenabled::text, '' order by tgname) from pg_trigger where not tgisinternal`,
  `select string_agg(conname::text || contype::text, '' order by conname, contype) from pg_constraint where connamespace = 'public'::regnamespace`,
]

describe('copyDatabase', () => {
  it('copies one instant with constraints and waiting jobs while the console keeps running', async () => {
    const target = await anEmptyDatabase()
    const before = await Promise.all(prints.map((print) => valueOf(print, app)))
    let late: Promise<{ id: string }> | undefined
    const { rows } = await copyDatabase({
      from: app.database.url,
      to: target.url,
      onProgress: () => {
        late ??= aMerchant(app.db)
      },
    })
    expect(rows).toBeGreaterThan(50)
    expect(await Promise.all(prints.map((print) => valueOf(print, target)))).toEqual(before)
    expect(await verifyLedger(target.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
    const { id = '' } = (await late) ?? {}
    expect(await target.db.selectFrom('merchant').select('id').where('id', '=', id).execute()).toEqual([])
    await anAuditRow(target.db)
    expect(await sealAll(target.db)).toMatchObject([{ no: 2 }])
    await expect(sql`update entry set amount_kobo = 1`.execute(target.db)).rejects.toThrow('permission denied')
  })

  it('discards an interrupted copy and can be repeated', async () => {
    const target = await anEmptyDatabase()
    const broken = copyDatabase({
      from: app.database.url,
      to: target.url,
      onProgress: ({ step }) => {
        if (step === 'transfer') throw new Error('The power went')
      },
    })
    await expect(broken).rejects.toThrow('The power went')
    expect(await valueOf('select count(*)::int from transaction', target)).toBe(0)
    expect(await valueOf('select count(*)::int from audit', target)).toBe(0)
    await copyDatabase({ from: app.database.url, to: target.url })
    expect(await verifyLedger(target.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  })

  it('copies once when two copies start together', async () => {
    const target = await anEmptyDatabase()
    const both = [1, 2].map(() => copyDatabase({ from: app.database.url, to: target.url }))
    const ended = await Promise.allSettled(both)
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'The target database already holds a console: use an empty one.' },
    })
    expect(await verifyLedger(target.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  })

  it('rejects a target that already holds a console', async () => {
    const target = await aDatabase()
    onTestFinished(() => target.close())
    const { id } = await aMerchant(target.db)
    await expect(copyDatabase({ from: app.database.url, to: target.url })).rejects.toThrow(
      'The target database already holds a console: use an empty one.',
    )
    expect(await target.db.selectFrom('merchant').select('id').execute()).toEqual([{ id }])
  })

  it('rejects a source without a console and a target of another release', async () => {
    const [empty, other] = [await anEmptyDatabase(), await aDatabase()]
    onTestFinished(() => other.close())
    await expect(copyDatabase({ from: empty.url, to: other.url })).rejects.toThrow('holds no console')
    await sql`alter table staff add column shoe_size int`.execute(other.db)
    await expect(copyDatabase({ from: app.database.url, to: other.url })).rejects.toThrow(
      'The databases are of different releases (staff)',
    )
  })

  it('lists every checksum that differs', () => {
    const sums = (figures: [string, string][]) => ({ rows: 0, figures: new Map(figures) })
    const expected = sums([
      ['rows of entry', '4'],
      ['all entries', '4, 0 kobo'],
    ])
    expect(differences(expected, expected)).toEqual([])
    expect(
      differences(
        expected,
        sums([
          ['rows of entry', '3'],
          ['more', '1'],
        ]),
      ),
    ).toEqual(['rows of entry: 4 became 3', 'all entries: 4, 0 kobo became nothing', 'more: nothing became 1'])
  })

  it('exports and imports by one command that names what is not copied', async () => {
    const target = await anEmptyDatabase()
    const output = await command(app.database.url, 'export', target.url)
    expect(output).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^\d+ rows copied in .*the ledger's sums agree/),
    })
    expect(output.output).toContain('see npm run files:copy')
    const restored = await anEmptyDatabase()
    expect((await command(restored.url, 'import', target.url)).code).toBe(0)
    expect(await valueOf(prints[0] ?? '', restored)).toBe(await valueOf(prints[0] ?? '', app))
    expect(await command(app.database.url, 'export')).toEqual({ code: 1, output: '' })
    expect((await command(app.database.url, 'export', 'nonsense')).code).toBe(1)
  })
})

function command(databaseUrl: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  return new Promise((resolve) => {
    execFile(process.execPath, [bundled('copy-command.ts'), ...args], { env, cwd: serverRoot() }, (error, output) =>
      resolve({ code: error ? Number(error.code) : 0, output }),
    )
  })
}
