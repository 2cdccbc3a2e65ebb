import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { Engine } from '../engine/engine.ts'
import { legOf } from '../engine/legs.ts'
import { failPayments } from '../engine/outbound/fail-payments.ts'
import { lockTransaction } from '../engine/transaction-row.ts'
import { auditRow } from './ledger-fixtures.ts'

/** Marks an unconfirmed outbound payment as failed, as an operator would. */
export async function decideFailed(db: Database, engine: Engine, id: string): Promise<void> {
  await transact(db, async (t) => {
    const row = await lockTransaction(t, id)
    const leg = row && legOf(row)
    if (!row || !leg) throw new Error(`Transaction ${id} not found`)
    const failure = { leg, row, code: null, sentence: 'Ada marked it as failed', inDoubt: true, at: engine.clock() }
    await failPayments(t, engine, [failure])
    await auditRow(t, 'payout.failed', ['transaction', id], { status: 'FAILED' }, { status: 'PENDING' })
  })
}
