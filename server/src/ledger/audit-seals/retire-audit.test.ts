import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { serverRoot } from '../../server-folder.ts'
import { anAuditRow, sealAll, unguardAudit } from '../../testing/audit-seals.ts'
import { bundled } from '../../testing/bundled.ts'
import { aDatabase } from '../../testing/database.ts'
import { aMerchant, testSeal, testSecret } from '../../testing/factories.ts'
import { decisionChecks } from '../checks/decision-checks.ts'
import { sealChecks } from '../checks/seal-checks.ts'
import { findViolations } from '../verify.ts'
import { newestSeal } from './audit-seal.ts'
import { exportRetirement, findRetirement, recordRetirement, removeRetired } from './retire-audit.ts'
import { findSealFaults } from './seal-faults.ts'

const database = await aDatabase()
const { db } = database
const folder = mkdtempSync(join(tmpdir(), 'kobo-retired-'))
const file = join(folder, 'old.jsonl')
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

const minutesOfYear = 525_960
const oldRows = 2_500
let kept = ''

beforeAll(async () => {
  const [at] = [new Date(Date.now() - 8 * minutesOfYear * 60_000)]
  await sql`
    insert into audit (id, at, action, record_type, record_id, reason)
    select id, uuid_time(id), 'wallet.enable', 'wallet', n::text, 'Asked by the holder'
    from generate_series(1, ${oldRows}::int) as n, lateral (select (
      lpad(to_hex((${at.getTime()}::bigint + n)), 12, '0') || '7' || lpad(to_hex(n), 3, '0') || '8' || lpad(to_hex(n), 15, '0')
    )::uuid as id) as made`.execute(db)
  await anAuditRow(db, { minutesAgo: 6.9 * minutesOfYear })
  kept = await anAuditRow(db, { minutesAgo: 5 })
  await sealAll(db)
})

/** Runs one of the commands with the bundled script. */
function command(name: string, args: string[], env: object = {}): Promise<{ code: number; output: string }> {
  const script = bundled(`ledger/audit-seals/audit-${name}-command.ts`)
  const own = { ...process.env, SECRET: testSecret, DATABASE_URL: database.url, AUDIT_YEARS: '7', ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: own, cwd: serverRoot() }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

const rowsLeft = async () =>
  Number((await db.selectFrom('audit').select(db.fn.countAll().as('n')).executeTakeFirst())?.n)

async function faults(t: Transaction, checks = sealChecks): Promise<Record<string, string[]>> {
  const { auditGaps } = await findViolations(t, checks)
  return Object.fromEntries(auditGaps.map(({ kind, ids }) => [kind, ids]))
}

/** Returns the faults after a change by whoever rules the database, and rolls it back. */
async function faultsAfter(change: (t: Transaction) => Promise<unknown>, checks = sealChecks) {
  const t = await db.startTransaction().execute()
  try {
    await unguardAudit(t)
    await change(t)
    return await faults(t, checks)
  } finally {
    await t.rollback().execute()
  }
}

const unchanged = (t: Transaction) => sql`select 1`.execute(t)
const plan = async () => (await findRetirement(db, 7)) ?? expect.fail()

it('keeps the audit for ever unless AUDIT_YEARS is at least 7', async () => {
  const to = ['--to', file]
  expect(await command('retire', to, { AUDIT_YEARS: '' })).toMatchObject({ code: 1 })
  expect((await command('retire', to, { AUDIT_YEARS: '6' })).output).toContain('AUDIT_YEARS must be a whole number')
  expect((await command('retire', to, { SECRET: '' })).output).toContain('SECRET is not set')
  expect((await command('retire', [])).output).toContain('Usage:')
  expect(await command('retire', to, { AUDIT_YEARS: '9' })).toEqual({
    code: 0,
    output: 'No sealed record is older than 9 years\n',
  })
  expect(existsSync(file)).toBe(false)
})

it('says in a dry run what it would do, of whole seals only', async () => {
  const { code, output } = await command('retire', ['--dry-run'])
  expect(code).toBe(0)
  // The third seal has newer rows too.
  expect(output).toMatch(
    /^seals 1 to 2, 2,000 records until 20\d\d-\S+, would be written to a file, checked and removed\n$/,
  )
  expect(await rowsLeft()).toBe(oldRows + 2)
})

it('lets nobody remove what is not retired, or retire what is younger or not the oldest', async () => {
  await expect(sql`delete from audit`.execute(db)).rejects.toThrow('never changed or deleted')
  const retire = (first: number, last: number, n = 1000, until = sql`now() - interval '8 years'`) =>
    sql`insert into audit_retired (first_seal, last_seal, n, until, file_name, file_sha256, audit_id)
      values (${first}, ${last}, ${n}, ${until}, 'x', sha256(''), gen_random_uuid())`.execute(db)
  const newestOf = (no: number) => sql<string>`(select uuid_time(last_id) from audit_seal where no = ${no})`
  await expect(retire(2, 2, 1000, newestOf(2))).rejects.toThrow('only the oldest seals')
  await expect(retire(1, 1, 999, newestOf(1))).rejects.toThrow('only the oldest seals')
  await expect(retire(1, 1)).rejects.toThrow('only the oldest seals')
  await expect(retire(1, 3, oldRows + 2, newestOf(3))).rejects.toThrow('only the oldest seals')
})

it('does not use a file that has a fault or other records', async () => {
  const found = await plan()
  await exportRetirement(db, testSeal, found, file)
  const text = readFileSync(file, 'utf8')
  const other = join(folder, 'other.jsonl')
  writeFileSync(other, text.replace('Asked by the holder', 'Asked by nobody'))
  await expect(exportRetirement(db, testSeal, found, other)).rejects.toThrow('audit-row-changed')
  const fewer = { ...found, lastSeal: 1, records: 1000, hash: '' }
  await expect(exportRetirement(db, testSeal, fewer, file)).rejects.toThrow('other records')
  writeFileSync(other, text.slice(0, -20))
  await expect(exportRetirement(db, testSeal, found, other)).rejects.toThrow('not a whole export')
  rmSync(file)
})

it('removes rows only after their file is checked and recorded, and continues after an interruption', async () => {
  // Killed while it wrote the file.
  writeFileSync(`${file}.part`, 'half a file')
  const found = await plan()
  const sha256 = await exportRetirement(db, testSeal, found, file)
  expect(sha256).toBe(createHash('sha256').update(readFileSync(file)).digest('hex'))
  expect(existsSync(`${file}.part`)).toBe(false)
  // Killed before it was recorded: the file is used again.
  expect(await exportRetirement(db, testSeal, found, file)).toBe(sha256)
  await recordRetirement(db, found, { path: file, sha256 })
  await expect(recordRetirement(db, found, { path: file, sha256 })).rejects.toThrow('only the oldest seals')
  // Killed while it removed the rows.
  await sql`delete from audit where id in (select audit_id from audit_sealed where seal_no = 1 and place < 300)`.execute(
    db,
  )
  expect(await faultsAfter(unchanged)).toEqual({})
  await expect(sql`delete from audit where id = ${kept}`.execute(db)).rejects.toThrow('never changed or deleted')
  expect((await command('retire', ['--dry-run'])).output).toContain('1,700 records would be removed')
  expect(await command('retire', ['--to', join(folder, 'more.jsonl')])).toEqual({
    code: 0,
    output: '1,700 records removed that an earlier run had written to its file\n',
  })
  expect((await command('retire', ['--to', file])).output).toBe('No sealed record is older than 7 years\n')
  expect(await removeRetired(db)).toBe(0)
  // What is left of the old rows, two others and the row of the retirement itself.
  expect(await rowsLeft()).toBe(503)
  const row = await db.selectFrom('audit').selectAll().where('action', '=', 'audit.retire').executeTakeFirstOrThrow()
  expect(row).toMatchObject({ record_type: 'audit', record_id: '1-2', after: { records: 2000, fileSha256: sha256 } })
})

it('leaves seals, anchors and checks without a fault, in the database and in files', async () => {
  await sealAll(db)
  const head = (await newestSeal(db)) ?? expect.fail()
  expect(await faultsAfter(unchanged)).toEqual({})
  expect(await findSealFaults(db, { seal: testSeal, anchor: head })).toEqual([])
  expect(await command('check', [file])).toEqual({
    code: 0,
    output: '2 seals, 2000 sealed records, 0 others, 0 kinds of fault\n',
  })
  const rest = join(folder, 'rest.jsonl')
  const days = ['--from', '2000-01-01', '--until', lagosDay(new Date())]
  await command('export', [...days, '--to', rest])
  const { code, output } = await command('check', [rest, '--anchor', `${head.no}:${head.hash}`])
  expect(output).toMatch(
    /^Seals 1 to 2 are retired: 2000 records in the file [\da-f]{64}\n2 seals, 503 sealed records, 0 others, 0 /,
  )
  expect(code).toBe(0)
  expect((await command('check', [rest, '--anchor', `1:${'a'.repeat(16)}`])).output).toContain('is retired')
  const changed = readFileSync(rest, 'utf8').replace(/"until":"20/, '"until":"30')
  writeFileSync(rest, changed)
  expect((await command('check', [rest])).output).toContain('audit-retirement-altered')
})

it('still names a row that was removed in any other way', async () => {
  const remove = (t: Transaction) => sql`delete from audit where id = ${kept}`.execute(t)
  expect(await faultsAfter(remove)).toEqual({ 'audit-row-removed': [kept] })
  const pretend = async (t: Transaction) => {
    await remove(t)
    await sql`update audit_retired set last_seal = 3, n = 2502, until = (
      select uuid_time(last_id) from audit_seal where no = 3)`.execute(t)
  }
  expect(await faultsAfter(pretend)).toEqual({ 'audit-retirement-altered': ['1-3'] })
  const backdate = async (t: Transaction) => {
    await pretend(t)
    await sql`update audit_retired set at = now() + interval '8 years'`.execute(t)
  }
  expect(await faultsAfter(backdate)).toEqual({ 'audit-retirement-altered': ['1-3'] })
  const swapFile = (t: Transaction) => sql`update audit_retired set file_sha256 = sha256('other')`.execute(t)
  expect(await faultsAfter(swapFile)).toEqual({ 'audit-retirement-altered': ['1-2'] })
  const forget = (t: Transaction) => sql`delete from audit_retired`.execute(t)
  expect((await faultsAfter(forget))['audit-row-removed']).toHaveLength(5)
})

it('asks for no audit row of what is as old as what is retired', async () => {
  const old = await aMerchant(db)
  const recent = await aMerchant(db)
  const decide = (id: string, at: ReturnType<typeof sql>) =>
    sql`update merchant set verified = 'ACCEPTED', decided_at = ${at} where id = ${id}`.execute(db)
  await decide(old.id, sql`now() - interval '9 years'`)
  await decide(recent.id, sql`now() - interval '1 day'`)
  expect(await faultsAfter(unchanged, decisionChecks)).toEqual({ 'merchant-without-audit': [recent.id] })
  const forget = (t: Transaction) => sql`delete from audit_retired`.execute(t)
  expect((await faultsAfter(forget, decisionChecks))['merchant-without-audit']).toHaveLength(2)
})
