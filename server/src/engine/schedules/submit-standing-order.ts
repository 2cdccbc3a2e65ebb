import { modeOfRow } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { isFrozen } from '../../ledger/frozen-accounts.ts'
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { customerAccountId } from '../payer-account.ts'
import { PayoutRefusal, submitPayout } from '../payouts/submit-payout.ts'

/** Payout details shared by scheduled and recurring payouts. */
export interface StandingOrder {
  mode: string
  merchant_id: string
  wallet_id: string | null
  beneficiary_name: string
  account_number: string
  bank_code: string
  amount_kobo: bigint
  narration: string | null
}

/** Submits the payout now; a rejected one writes nothing and returns its problem. Null if it waits for the end of a freeze. */
export async function submitStandingOrder(
  db: Transaction,
  jobs: Jobs,
  order: StandingOrder,
  { reference, at }: { reference: string; at: Date },
): Promise<{ transactionId: string; problem: null } | { transactionId: null; problem: string } | null> {
  try {
    const { transactionId } = await submitPayout(db, jobs, {
      mode: modeOfRow(order),
      merchantId: order.merchant_id,
      walletId: order.wallet_id,
      amountKobo: order.amount_kobo,
      beneficiary: {
        name: order.beneficiary_name,
        accountNumber: order.account_number,
        bankCode: order.bank_code,
      },
      narration: order.narration ?? '',
      reference,
      at,
    })
    return { transactionId, problem: null }
  } catch (error) {
    if (error instanceof PayoutRefusal && error.code === 'frozen') return null
    if (error instanceof PayoutRefusal || error instanceof LedgerRefusal) {
      return { transactionId: null, problem: error.message }
    }
    throw error
  }
}

/** Condition that the payer of a standing order is not frozen, so that waiting orders are not tried again and again. */
export function isPayerFree(table: 'scheduled_payout' | 'recurring_payout') {
  const merchantId = sql.ref(`${table}.merchant_id`)
  const walletId = sql.ref(`${table}.wallet_id`)
  return sql<boolean>`not ${isFrozen(customerAccountId({ merchantId, walletId }), 'MONEY_OUT')}`
}
