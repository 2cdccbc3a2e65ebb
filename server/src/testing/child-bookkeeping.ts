import type { Transaction } from '../db/database.ts'
import { chargeReference } from '../ledger/charge-reference.ts'
import { hold, settle, voidHold } from '../ledger/ledger.ts'
import { transitionTransaction } from '../ledger/transactions.ts'
import { newSessionId } from '../rails/session-id.ts'
import { incomeKobo, line, own, postLines, record } from './ledger-fixtures.ts'
import type { CustomerAccount } from './customer-accounts.ts'

const at = new Date('2026-03-04T10:00:00Z')
const amountKobo = 250_000n
const fee = { amount_kobo: 1000n, vat_kobo: 75n }
const feeKobo = 1075n

type Fields = NonNullable<Parameters<typeof record>[2]>
type Status = 'QUEUED' | 'PENDING' | 'SUCCESS' | 'FAILED'

/** Child-account payment with its linked charge. */
export interface ChildPayment {
  id: string
  chargeId: string
}

/** Posts a collection of 3,000 naira on a child account with its linked charge of 10.75 naira. */
export async function collectOnChild(
  t: Transaction,
  child: CustomerAccount,
  { amount = incomeKobo, apart = false } = {},
): Promise<ChildPayment> {
  const status = 'SUCCESS'
  const payment = await record(t, child, { type: 'CREDIT', category: 'BANK_FUNDING', status, amount_kobo: amount })
  const charge = await chargeOf(t, child, payment.reference, { category: 'CREDIT_CHILD_ACCOUNT_CHARGES', status })
  const ours = [own(child, 'FEE_INCOME', fee.amount_kobo), own(child, 'VAT_PAYABLE', fee.vat_kobo)]
  const feeLines = [line(child, -feeKobo, charge.id), ...ours]
  const paymentLines = [line(child, amount, payment.id), own(child, 'FLOAT_NIP', -amount)]
  await postLines(t, child, 'COLLECTION', payment.id, apart ? paymentLines : [...paymentLines, ...feeLines])
  if (apart) await postLines(t, child, 'CHARGE', null, feeLines)
  return { id: payment.id, chargeId: charge.id }
}

/** Records a payout of 2,500 naira from a child account with its linked charge and advances both to `status`. */
export async function payOutOfChild(t: Transaction, child: CustomerAccount, status: Status): Promise<ChildPayment> {
  await collectOnChild(t, child)
  const session_id = newSessionId(at)
  const response_code = status === 'SUCCESS' ? '00' : status === 'FAILED' ? '51' : null
  const payment = await record(t, child, { response_code, session_id })
  const charge = await chargeOf(t, child, payment.reference, { category: 'DEBIT_CHILD_ACCOUNT_CHARGES', session_id })
  const { id, reference } = payment
  const ids = { id, chargeId: charge.id }
  if (status === 'QUEUED') return ids
  const { mode, merchantId } = child
  await hold(t, { accountId: child.id, merchantId, transactionId: id, amountKobo: amountKobo + feeKobo, at })
  for (const row of [payment, charge]) await transitionTransaction(t, row, 'PENDING')
  if (status === 'PENDING') return ids
  if (status === 'FAILED') await voidHold(t, { transactionId: id }, at)
  else {
    const lines = [
      line(child, -amountKobo, id),
      line(child, -feeKobo, charge.id),
      own(child, 'FLOAT_NIP', amountKobo),
      own(child, 'FEE_INCOME', fee.amount_kobo),
      own(child, 'VAT_PAYABLE', fee.vat_kobo),
    ]
    await settle(t, { mode, kind: 'PAYOUT', reference, transactionId: id, merchantId, at, lines })
  }
  for (const row of [payment, charge]) await transitionTransaction(t, { ...row, status: 'PENDING' }, status)
  return ids
}

function chargeOf(t: Transaction, child: CustomerAccount, reference: string, fields: Fields) {
  return record(t, child, { ...fee, reference: chargeReference(reference), ...fields })
}
