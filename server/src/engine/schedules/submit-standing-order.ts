import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts'
import type { Jobs } from '../../jobs/jobs.ts'
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

/** Submits the payout now; a rejected one writes nothing and returns its problem. */
export async function submitStandingOrder(
  db: Transaction,
  jobs: Jobs,
  order: StandingOrder,
  { reference, at }: { reference: string; at: Date },
): Promise<{ transactionId: string; problem: null } | { transactionId: null; problem: string }> {
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
    if (error instanceof PayoutRefusal || error instanceof LedgerRefusal) {
      return { transactionId: null, problem: error.message }
    }
    throw error
  }
}
