import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { mayBeFollowed } from '../outbound/doubt.ts'
import { lockTransaction } from '../transaction-row.ts'
import { attemptSettlement } from './attempt-settlement.ts'

export type Resending = 'PENDING' | 'FAILED' | 'not failed' | 'in doubt' | 'merchant inactive'

/** Makes another attempt to pay a settlement that failed, once the money of the one before cannot leave any more. */
export async function resendSettlement(
  db: Transaction,
  jobs: Jobs,
  { settlementId, at }: { settlementId: string; at: Date },
): Promise<Resending> {
  const find = db
    .selectFrom('settlement')
    .innerJoin('merchant', 'merchant.id', 'settlement.merchant_id')
    .select(['settlement.status', 'transaction_id', 'merchant.status as merchant_status'])
    .where('settlement.id', '=', settlementId)
  const seen = await find.executeTakeFirstOrThrow()
  // The attempt first, as whoever hears its answer does.
  const attempt = seen.transaction_id === null ? null : await lockTransaction(db, seen.transaction_id)
  const settlement = await find.forNoKeyUpdate('settlement').executeTakeFirstOrThrow()
  if (settlement.status !== 'FAILED' || settlement.transaction_id !== seen.transaction_id) return 'not failed'
  if (settlement.merchant_status !== 'ACTIVE') return 'merchant inactive'
  if (attempt && !(await mayBeFollowed(db, attempt, at))) return 'in doubt'
  return await attemptSettlement(db, jobs, settlementId, at)
}
