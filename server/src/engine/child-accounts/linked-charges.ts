import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Transaction as TransactionTable } from '../../db/tables.ts'
import { chargeReference } from '../../ledger/charge-reference.ts'
import type { Line } from '../../ledger/ledger.ts'
import { uuidv7 } from '../../uuid.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { holderOf, partyColumns } from '../parties.ts'

type NewTransaction = Insertable<TransactionTable> & { fee_kobo: bigint; vat_kobo: bigint }

/** Account that a payment credits or debits. */
interface Holder {
  account_name: string
  account_number: string
  bank_code: string
}

/**
 * Splits a new transaction into its rows. On a child account the fee and its VAT become a linked charge, which then follows the
 * status of the payment; on any other account the payment keeps them.
 */
export function recordWithCharge(
  transaction: NewTransaction,
  holder: Holder,
): [payment: NewTransaction, charge?: NewTransaction] {
  if (transaction.scope !== 'CHILD') return [transaction]
  const payment = { ...transaction, fee_kobo: 0n, vat_kobo: 0n }
  if (transaction.fee_kobo === 0n) return [payment]
  const charge = {
    ...payment,
    id: uuidv7(Date.parse(transaction.created_at)),
    reference: chargeReference(transaction.reference),
    type: 'DEBIT',
    category: transaction.type === 'CREDIT' ? 'CREDIT_CHILD_ACCOUNT_CHARGES' : 'DEBIT_CHILD_ACCOUNT_CHARGES',
    amount_kobo: transaction.fee_kobo,
    vat_kobo: transaction.vat_kobo,
    stamp_duty_kobo: 0n,
    ...partyColumns({ originator: holderOf(holder), beneficiary: null }),
    narration: `Charge for ${transaction.reference}`,
    response_code: null,
  }
  return [payment, charge]
}

/** Returns linked charges by payment id; only payments of child accounts have one. */
export async function linkedCharges(
  db: Database,
  payments: readonly TransactionRow[],
): Promise<ReadonlyMap<string, TransactionRow>> {
  const childPayments = payments.filter(({ scope }) => scope === 'CHILD')
  if (childPayments.length === 0) return new Map()
  const found = await db
    .selectFrom('transaction')
    .selectAll()
    .where('reference', '=', (eb) =>
      eb.fn.any(eb.val(childPayments.map(({ reference }) => chargeReference(reference)))),
    )
    .where('type', '=', 'DEBIT')
    .execute()
  const keyOf = (row: Pick<TransactionRow, 'merchant_id' | 'mode'>, reference: string) =>
    `${row.merchant_id} ${row.mode} ${reference}`
  const byKey = new Map(found.map((row) => [keyOf(row, row.reference), row]))
  return new Map(
    childPayments.flatMap((row) => {
      const charge = byKey.get(keyOf(row, chargeReference(row.reference)))
      return charge ? [[row.id, charge] as const] : []
    }),
  )
}

/** Adds the linked charge's fee and VAT to the payment, for holds and for notifications. */
export function withLinkedCharge(
  payment: TransactionRow,
  charges: ReadonlyMap<string, TransactionRow>,
): TransactionRow {
  const charge = charges.get(payment.id)
  if (!charge) return payment
  const { amount_kobo: feeKobo, vat_kobo: vatKobo } = charge
  return { ...payment, fee_kobo: payment.fee_kobo + feeKobo, vat_kobo: payment.vat_kobo + vatKobo }
}

/** Posting line that debits a linked charge; none without a charge. */
export function chargeLines(
  accountId: string,
  charge: Pick<NewTransaction, 'id' | 'amount_kobo' | 'vat_kobo'> | undefined,
): Line[] {
  if (!charge) return []
  return [{ accountId, amountKobo: -(charge.amount_kobo + charge.vat_kobo), transactionId: charge.id }]
}
