import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { testSeal } from '../../testing/factories.ts'
import { findingsAfter, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { uuidv7 } from '../../uuid.ts'
import { leafOf, rowTexts } from '../audit-seals/audit-row.ts'
import { beginPass, sealNext } from '../audit-seals/seal-rows.ts'
import { sealChecks } from './seal-checks.ts'

await healthyLedger()

const hourMs = 3_600_000
const minuteMs = 60_000

/** Adds an audit row of some minutes ago, in which no column is empty; returns its id. */
async function addRow(t: Transaction, minutesAgo: number): Promise<string> {
  const at = Date.now() - minutesAgo * minuteMs
  const row = {
    id: uuidv7(at),
    at: new Date(at).toISOString(),
    staff_id: (await t.selectFrom('staff').select('id').limit(1).executeTakeFirstOrThrow()).id,
    session_id: uuidv7(),
    mode: 'PRODUCTION',
    action: 'wallet.enable',
    record_type: 'wallet',
    record_id: uuidv7(),
    merchant_id: uuidv7(),
    before: JSON.stringify({ status: 'INACTIVE', names: ['Bọ́lá “B” \\ \n', 1.5] }),
    after: JSON.stringify({ status: 'ACTIVE' }),
    reason: 'Asked by the holder',
    request_id: 'req-1',
    address: '203.0.113.24',
    user_agent: 'Firefox',
    maker_id: uuidv7(),
    proposal_id: uuidv7(),
  }
  await t.insertInto('audit').values(row).execute()
  return row.id
}

/** Seals three rows, and later a fourth; lets the test change what is stored. Returns the ids. */
async function sealed(t: Transaction): Promise<string[]> {
  const ids = [await addRow(t, 30), await addRow(t, 20), await addRow(t, 10)]
  await sealAll(t)
  ids.push(await addRow(t, 0))
  await sealAll(t)
  for (const table of ['audit', 'audit_seal', 'audit_sealed', 'audit_proof']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(t)
    await sql`grant all on ${sql.table(table)} to current_user`.execute(t)
  }
  return ids
}

async function sealAll(t: Transaction): Promise<void> {
  await sealNext(t, testSeal, await beginPass(t))
}

const run = (statement: ReturnType<typeof sql>) => (t: Transaction) => statement.execute(t)

describe('seal checks', () => {
  testChecks(sealChecks, [
    ['nothing in an audit as it was sealed', {}, sealed],
    [
      'a changed row',
      { 'audit-row-changed': 1 },
      async (t) => {
        const [, id] = await sealed(t)
        await sql`update audit set reason = reason || '.' where id = ${id}`.execute(t)
      },
    ],
    [
      'a removed row',
      { 'audit-row-removed': 1 },
      async (t) => {
        const [, id] = await sealed(t)
        await sql`delete from audit where id = ${id}`.execute(t)
      },
    ],
    [
      'every row removed',
      { 'audit-row-removed': expect.any(Number) },
      async (t) => {
        await sealed(t)
        await sql`delete from audit`.execute(t)
      },
    ],
  ])
})
