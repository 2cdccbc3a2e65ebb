import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { post, voidAll } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { uuidv7 } from '../../uuid.ts'
import { withInboundIdempotency } from '../inbound-idempotency.ts'
import { chargesOf, lockTransactions, type TransactionRow } from '../transaction-row.ts'
import { writeTrails } from '../trail.ts'
import { cardPaidOut } from './card-payment-messages.ts'
import { DomainError } from '../../domain-error.ts'

/** Settlement that the acquirer pays us in one sum. */
export interface AcquirerPayment {
  mode: Mode
  /** The acquirer's reference. */
  reference: string
  items: readonly AcquirerItem[]
  /** Refunds that the acquirer paid to cards and deducts from the sum. */
  refunds: readonly { reference: string; amountKobo: bigint }[]
  at: Date
}

export interface AcquirerItem {
  /** Reference of the card payment. */
  reference: string
  amountKobo: bigint
  /** Cost that the acquirer deducts. */
  costKobo: bigint
}

export const acquirerPaymentReply = z.object({ acquirerPaymentId: z.string() })

/**
 * Posts the acquirer's settlement of card payments: reduces our receivable and voids the merchants' holds on those payments. All
 * or nothing; the same reference has one effect and one reply.
 */
export async function receiveAcquirerSettlement(
  db: Transaction,
  payment: AcquirerPayment,
): Promise<z.output<typeof acquirerPaymentReply>> {
  const { at, ...body } = payment
  const { mode, reference, items, refunds } = body
  const content = [
    ...items.flatMap((item) => [item.reference, item.amountKobo, item.costKobo]),
    ...refunds.flatMap((refund) => ['less', refund.reference, refund.amountKobo]),
  ]
  const request = { caller: `acquirer ${mode}`, call: 'payment', reference, body, content, merchantId: null, at }
  return await withInboundIdempotency(db, request, acquirerPaymentReply, () => book(db, payment))
}

async function book(db: Transaction, payment: AcquirerPayment): Promise<z.output<typeof acquirerPaymentReply>> {
  const { mode, reference, at } = payment
  const paid = await match(db, payment)
  const grossKobo = paid.reduce((sum, { row }) => sum + row.amount_kobo, 0n)
  const costKobo = paid.reduce((sum, { item }) => sum + item.costKobo, 0n)
  const deductedRefunds = await matchRefunds(db, payment)
  const refundedKobo = deductedRefunds.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n)
  const paidKobo = grossKobo - costKobo - refundedKobo
  if (paidKobo < 0n) throw new DomainError('refused', 'Deductions exceed the amount paid')
  const id = uuidv7(at.getTime())
  const sums = { gross_kobo: grossKobo, cost_kobo: costKobo, refunded_kobo: refundedKobo }
  await db
    .insertInto('acquirer_payment')
    .values({ id, mode, at: at.toISOString(), reference, ...sums })
    .execute()
  await sql`
    update card_payment set acquirer_payment_id = ${id}, cost_kobo = item.cost_kobo
    from unnest(
      ${paid.map(({ row }) => row.id)}::uuid[], ${paid.map(({ item }) => item.costKobo)}::bigint[]
    ) as item (transaction_id, cost_kobo)
    where card_payment.transaction_id = item.transaction_id
  `.execute(db)
  await db
    .updateTable('refund')
    .set({ acquirer_payment_id: id })
    .where('id', '=', (eb) => eb.fn.any(eb.val(deductedRefunds.map((refund) => refund.id))))
    .execute()
  await writeTrails(
    db,
    paid.map(({ row, item }) => {
      const settlement = { reference, costKobo: item.costKobo, netKobo: netOf(row) }
      return { transaction: row, at, entries: [cardPaidOut(row, settlement)] }
    }),
  )
  await post(db, {
    mode,
    kind: 'ACQUIRER_PAYMENT',
    reference,
    transactionId: null,
    merchantId: null,
    at,
    costs: paid.map(({ row, item: { costKobo: cost } }) => {
      return { transactionId: row.id, merchantId: row.merchant_id, reference: row.reference, costKobo: cost }
    }),
    lines: [
      { accountId: providerAccount(mode, 'FLOAT_NIP'), amountKobo: -paidKobo },
      { accountId: providerAccount(mode, 'PROVIDER_COST'), amountKobo: -costKobo },
      { accountId: providerAccount(mode, 'CARD_RECEIVABLE'), amountKobo: grossKobo - refundedKobo },
    ],
  })
  // Last, because other transactions wait for the merchants' accounts from here on.
  const held = paid.filter(({ row }) => netOf(row) > 0n)
  await voidAll(
    db,
    held.map(({ row }) => ({ owner: { transactionId: row.id }, at })),
  )
  return { acquirerPaymentId: id }
}

/** Locks the settled card payments and rejects any that the acquirer does not owe us. */
async function match(
  db: Transaction,
  { mode, items }: AcquirerPayment,
): Promise<{ row: TransactionRow; item: AcquirerItem }[]> {
  const byReference = new Map(items.map((item) => [item.reference, item]))
  if (byReference.size !== items.length) throw new DomainError('refused', 'Duplicate card payment')
  const found = await db
    .selectFrom('transaction')
    .select('id')
    .where('reference', '=', (eb) => eb.fn.any(eb.val([...byReference.keys()])))
    .where('mode', '=', mode)
    .where('category', '=', 'CARD_PAYMENT')
    .where('type', '=', 'CREDIT')
    .execute()
  const rows = await lockTransactions(
    db,
    found.map(({ id }) => id),
  )
  const unpaid = await db
    .selectFrom('card_payment')
    .select('transaction_id')
    .where('transaction_id', '=', (eb) => eb.fn.any(eb.val([...rows.keys()])))
    .where('acquirer_payment_id', 'is', null)
    .execute()
  const unsettled = new Map(
    unpaid.flatMap(({ transaction_id: id }) => {
      const row = rows.get(id)
      return row?.status === 'SUCCESS' ? [[row.reference, row] as const] : []
    }),
  )
  return items.map((item) => {
    const row = unsettled.get(item.reference)
    if (!row) throw new DomainError('refused', `${item.reference} is not an unsettled card payment`)
    if (row.amount_kobo !== item.amountKobo || item.costKobo > item.amountKobo) {
      throw new DomainError('refused', `${item.reference} has a different amount, or a cost above its amount`)
    }
    return { row, item }
  })
}

/** Locks the deducted refunds and rejects any that has not reached its card or was deducted before. */
async function matchRefunds(db: Transaction, { mode, refunds }: AcquirerPayment) {
  const byReference = new Map(refunds.map((refund) => [refund.reference, refund.amountKobo]))
  if (byReference.size !== refunds.length) throw new DomainError('refused', 'Duplicate refund')
  const found = await db
    .selectFrom('refund')
    .innerJoin('transaction as going', 'going.id', 'refund_transaction_id')
    .innerJoin('card_payment', 'card_payment.transaction_id', 'refund.transaction_id')
    .select(['refund.id', 'refund.amount_kobo', 'going.reference'])
    .where('going.reference', '=', (eb) => eb.fn.any(eb.val([...byReference.keys()])))
    .where('going.mode', '=', mode)
    .where('refund.acquirer_payment_id', 'is', null)
    .where(isPaidOut)
    .orderBy('refund.id')
    .forNoKeyUpdate('refund')
    .execute()
  const refundsByReference = new Map(found.map((refund) => [refund.reference, refund]))
  return refunds.map(({ reference, amountKobo }) => {
    const refund = refundsByReference.get(reference)
    if (!refund) throw new DomainError('refused', `${reference} is not a card refund that is still to be deducted`)
    if (refund.amount_kobo !== amountKobo) throw new DomainError('refused', `${reference} has a different amount`)
    return refund
  })
}

/** The refund succeeded, or was compensated because it was paid after it had failed. */
const isPaidOut = sql<boolean>`(going.status = 'SUCCESS' or exists (
  select from transfer where transfer.transaction_id = going.id and transfer.kind = 'COMPENSATION'))`

function netOf(row: TransactionRow): bigint {
  return row.amount_kobo - chargesOf(row)
}
