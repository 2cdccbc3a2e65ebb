import { lagosTime } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { isFrozen } from '../../ledger/frozen-accounts.ts'
import { DomainError } from '../../domain-error.ts'
import { lockTransactions } from '../transaction-row.ts'
import { attemptSettlement } from './attempt-settlement.ts'

/** Fields that decide whether a settlement can be retried. */
export interface RetryFacts {
  status: string
  merchant_status: string
  has_bank: boolean
  /** End of the status query window of its last attempt; null if its outcome is confirmed. */
  attempt_asked_until: string | null
  attempt_status: string | null
  /** Whether one of its attempts was paid after it had failed. */
  is_compensated: boolean
  /** Whether a freeze stops settlements. */
  is_frozen: boolean
}

/** Query for settlements with their retry facts. */
export function withRetryFacts(db: Database) {
  return db
    .selectFrom('settlement')
    .innerJoin('merchant', 'merchant.id', 'settlement.merchant_id')
    .leftJoin('subaccount', 'subaccount.id', 'settlement.subaccount_id')
    .leftJoin('transaction as attempt', 'attempt.id', 'settlement.transaction_id')
    .select(['settlement.status', 'merchant.status as merchant_status'])
    .select(['attempt.status as attempt_status', 'attempt.asked_until as attempt_asked_until'])
    .select(isFrozen(sql.ref('settlement.account_id'), 'SETTLEMENTS').as('is_frozen'))
    .select([
      sql<boolean>`subaccount.account_number is not null or exists (
        select from settlement_account as bank where bank.merchant_id = settlement.merchant_id)`.as('has_bank'),
      sql<boolean>`settlement.status = 'FAILED' and exists (
        select from settlement_attempt as made join transfer on transfer.transaction_id = made.transaction_id
        where made.settlement_id = settlement.id and kind = 'COMPENSATION')`.as('is_compensated'),
    ])
}

/** Returns why a failed settlement cannot be retried now, and who must act or when it becomes possible; null if it can be. */
export function retryBlocker(facts: RetryFacts, at: Date): string | null {
  const { status, merchant_status, has_bank, attempt_status, attempt_asked_until: until, is_compensated } = facts
  if (status !== 'FAILED') return null
  if (is_compensated) return 'The switch confirmed an attempt after it had failed, so it is paid. Do not pay it again'
  if (attempt_status !== null && attempt_status !== 'FAILED') return 'The last attempt is still in progress'
  if (until !== null && at.getTime() < Date.parse(until)) {
    // Rounded up to the minute that is shown.
    const over = lagosTime(new Date(Date.parse(until) + 59_999))
    return `The last attempt is unconfirmed and may still be paid. We keep querying the switch: you can retry once it confirms the failure, and from ${over} (Lagos time) in any case`
  }
  if (!has_bank) {
    return 'The merchant must provide a settlement account with its KYC details before this can be paid'
  }
  if (merchant_status !== 'ACTIVE') return 'Settlements are paused while the merchant is not active'
  if (facts.is_frozen) return 'Settlements are frozen. Lift the freeze first'
  return null
}

/**
 * Makes another attempt to pay a failed settlement once no earlier attempt was or can still be paid. Throws a
 * `DomainError` with the blocker if it cannot be retried.
 */
export async function resendSettlement(
  db: Transaction,
  jobs: Jobs,
  { settlementId, at }: { settlementId: string; at: Date },
): Promise<void> {
  const find = db.selectFrom('settlement').select('transaction_id').where('settlement.id', '=', settlementId)
  const seen = await find.executeTakeFirstOrThrow()
  const made = await db
    .selectFrom('settlement_attempt')
    .select('transaction_id')
    .where('settlement_id', '=', settlementId)
    .execute()
  // Lock order: the attempts before the settlement, as when a provider response, also a late one, is applied.
  await lockTransactions(
    db,
    made.map(({ transaction_id }) => transaction_id),
  )
  const locked = await find.forNoKeyUpdate('settlement').executeTakeFirstOrThrow()
  const facts = await withRetryFacts(db).where('settlement.id', '=', settlementId).executeTakeFirstOrThrow()
  if (facts.status !== 'FAILED' || locked.transaction_id !== seen.transaction_id) {
    throw new DomainError('conflict', 'Only failed settlements can be retried')
  }
  const blocker = retryBlocker(facts, at)
  if (blocker !== null) throw new DomainError('refused', blocker)
  await attemptSettlement(db, jobs, settlementId, at)
}
