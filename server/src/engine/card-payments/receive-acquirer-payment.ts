import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { post, voidAll } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { uuidv7 } from '../../uuid.ts'
import { answerOnce } from '../inbound/answer-once.ts'
import { chargesOf, lockTransactions, type TransactionRow } from '../transaction-row.ts'
import { writeTrails } from '../trail.ts'
import { cardPaidOut } from './card-payment-words.ts'

/** What the acquirer pays us in one sum. */
export interface AcquirerPayment {
  mode: Mode
  /** What the acquirer calls it. */
  reference: string
  items: readonly AcquirerItem[]
  at: Date
}

export interface AcquirerItem {
  /** Of the card payment. */
  reference: string
  amountKobo: bigint
  /** What the acquirer keeps of it. */
  costKobo: bigint
}

/** A payment that does not fit what we have; nothing of it was booked. */
export class AcquirerPaymentRefusal extends Error {}

export const acquirerPaymentAnswer = z.object({ acquirerPaymentId: z.string() })

/**
 * Books what the acquirer pays for card payments: it owes us that no more, and the merchants may spend what it had to pay. All
 * of it or nothing; the same reference has one effect and one answer.
 */
export async function receiveAcquirerPayment(
  db: Transaction,
  payment: AcquirerPayment,
): Promise<z.output<typeof acquirerPaymentAnswer>> {
  const { mode, reference, items, at } = payment
  const content = items.flatMap((item) => [item.reference, item.amountKobo, item.costKobo])
  const ask = { caller: `acquirer ${mode}`, call: 'payment', reference, content, merchantId: null, at }
  return await answerOnce(db, ask, acquirerPaymentAnswer, () => book(db, payment))
}

async function book(db: Transaction, payment: AcquirerPayment): Promise<z.output<typeof acquirerPaymentAnswer>> {
  const { mode, reference, at } = payment
  const paid = await match(db, payment)
  const grossKobo = paid.reduce((sum, { row }) => sum + row.amount_kobo, 0n)
  const costKobo = paid.reduce((sum, { item }) => sum + item.costKobo, 0n)
  const id = uuidv7(at.getTime())
  const sums = { gross_kobo: grossKobo, cost_kobo: costKobo }
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
  await writeTrails(
    db,
    paid.map(({ row, item }) => {
      const of = { reference, costKobo: item.costKobo, netKobo: netOf(row) }
      return { transaction: row, at, entries: [cardPaidOut(row, of)] }
    }),
  )
  await post(db, {
    mode,
    kind: 'ACQUIRER_PAYMENT',
    reference,
    transactionId: null,
    merchantId: null,
    at,
    lines: [
      { accountId: providerAccount(mode, 'FLOAT_NIP'), amountKobo: -(grossKobo - costKobo) },
      { accountId: providerAccount(mode, 'PROVIDER_COST'), amountKobo: -costKobo },
      { accountId: providerAccount(mode, 'CARD_RECEIVABLE'), amountKobo: grossKobo },
    ],
  })
  // Last, since others wait for the merchants' accounts as soon as they are touched.
  const held = paid.filter(({ row }) => netOf(row) > 0n)
  await voidAll(
    db,
    held.map(({ row }) => ({ owner: { transactionId: row.id }, at })),
  )
  return { acquirerPaymentId: id }
}

/** The card payments that are paid, locked; each is one that the acquirer owes us. */
async function match(
  db: Transaction,
  { mode, items }: AcquirerPayment,
): Promise<{ row: TransactionRow; item: AcquirerItem }[]> {
  const byReference = new Map(items.map((item) => [item.reference, item]))
  if (byReference.size !== items.length) throw new AcquirerPaymentRefusal('It names a card payment twice')
  const found = await db
    .selectFrom('transaction')
    .select('id')
    .where('reference', '=', (one) => one.fn.any(one.val([...byReference.keys()])))
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
    .where('transaction_id', '=', (one) => one.fn.any(one.val([...rows.keys()])))
    .where('acquirer_payment_id', 'is', null)
    .execute()
  const owed = new Map(
    unpaid.flatMap(({ transaction_id: id }) => {
      const row = rows.get(id)
      return row?.status === 'SUCCESS' ? [[row.reference, row] as const] : []
    }),
  )
  return items.map((item) => {
    const row = owed.get(item.reference)
    if (!row) throw new AcquirerPaymentRefusal(`${item.reference} is no card payment that is still to be paid to us`)
    if (row.amount_kobo !== item.amountKobo || item.costKobo > item.amountKobo) {
      throw new AcquirerPaymentRefusal(`${item.reference} is of another amount, or costs more than it brings`)
    }
    return { row, item }
  })
}

function netOf(row: TransactionRow): bigint {
  return row.amount_kobo - chargesOf(row)
}
