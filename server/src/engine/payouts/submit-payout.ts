import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import { uuidv7 } from '../../uuid.ts'
import { customerAccount } from '../customer-account.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { writeTrail } from '../trail.ts'
import { payoutCharges } from './payout-charges.ts'

export interface PayoutOrder {
  mode: Mode
  merchantId: string
  /** The customer's wallet that pays, or null for the merchant's own. */
  walletId: string | null
  amountKobo: bigint
  /** `bankCode` is the central bank's. */
  beneficiary: { name: string; accountNumber: string; bankCode: string }
  narration: string
  reference: string
  at: Date
}

/** An order that was not taken; nothing was written. */
export class PayoutRefusal extends Error {}

/** Takes an order for a payout: from the commit on it is queued, shown and on its way. */
export async function submitPayout(
  db: Transaction,
  jobs: Jobs,
  order: PayoutOrder,
): Promise<{ transactionId: string }> {
  const { mode, merchantId, walletId, amountKobo, beneficiary, at } = order
  const reference = order.reference.toUpperCase()
  const account = await customerAccount(db, { merchantId, walletId })
  if (!account || account.mode !== mode) throw new PayoutRefusal('The paying account does not exist in this mode')
  const taken = await db
    .selectFrom('transaction')
    .select('id')
    .where('reference', '=', reference)
    .where('mode', '=', mode)
    .where('type', '=', 'DEBIT')
    .executeTakeFirst()
  if (taken) throw new PayoutRefusal(`The reference ${reference} was used before`)

  const merchant = await db
    .selectFrom('merchant')
    .select('business_name')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
  const charges = await payoutCharges(db, { merchantId, amountKobo, bankCode: beneficiary.bankCode }, at)
  const id = uuidv7(at.getTime())
  await recordTransaction(db, {
    id,
    mode,
    scope: walletId === null ? 'MERCHANT' : 'WALLET',
    merchant_id: merchantId,
    account_id: account.id,
    wallet_id: walletId,
    created_at: at.toISOString(),
    type: 'DEBIT',
    category: 'BANK_TRANSFER',
    status: 'QUEUED',
    amount_kobo: amountKobo,
    fee_kobo: charges.feeKobo,
    vat_kobo: charges.vatKobo,
    stamp_duty_kobo: charges.stampDutyKobo,
    reference,
    originator_name: account.account_name,
    originator_number: account.account_number,
    originator_bank_code: account.bank_code,
    beneficiary_name: beneficiary.name,
    beneficiary_number: beneficiary.accountNumber,
    beneficiary_bank_code: beneficiary.bankCode,
    narration: order.narration,
  })
  const sentence = `Payout requested by ${merchant.business_name}`
  await writeTrail(db, { id, merchant_id: merchantId }, at, [{ category: 'SESSION_INIT', sentence, log: {} }])
  await jobs.enqueue(db, 'payout', { transactionId: id, merchantId })
  return { transactionId: id }
}
