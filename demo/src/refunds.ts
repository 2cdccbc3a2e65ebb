import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { requestRefund } from '@kobo/server/engine/refunds/request-refund'
import { writeAudit } from '@kobo/server/db/audit'
import { withIdsFrom } from '@kobo/server/uuid'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import { advancePayment } from './past-outbound.ts'
import type { Past } from './past.ts'
import { type Random, seeded } from './random.ts'

export interface RefundCounts {
  processed: number
  failed: number
  processing: number
  pending: number
}

const becomes = { processed: 'SUCCESS', failed: 'FAILED', processing: 'PENDING', pending: 'QUEUED' } as const
const reasons = ['Goods returned', 'Paid twice', 'Order cancelled', 'Wrong amount', 'Out of stock']

/**
 * Adds bank and card refunds in every status, for merchants with refunds enabled, through the engine at their past times. Returns
 * the number of transactions.
 */
export async function addRefunds(
  db: Transaction,
  { mode, now, seed, staffIds }: Past,
  counts: RefundCounts,
): Promise<number> {
  const random = seeded(`${seed} ${mode} refunds`)
  return await withIdsFrom(random.id, async () => {
    const ends = (['processed', 'failed', 'processing', 'pending'] as const).flatMap((end) =>
      Array.from({ length: counts[end] }, () => end),
    )
    const collections = await chooseCollections(db, random, { mode, now, count: ends.length })
    for (const [index, collection] of collections.entries()) {
      const end = ends[index] ?? 'processed'
      const isOpen = end === 'processing' || end === 'pending'
      const since = Date.parse(collection.free_at) + minuteMs
      const until = now.getTime() - hourMs
      const at = new Date(
        isOpen
          ? now.getTime() - random.whole(1, 20) * minuteMs
          : Math.floor(since + random.next() * Math.min(until - since, 3 * dayMs)),
      )
      const staffId = random.pick(staffIds)
      await refund(db, random, { mode, collection, end, staffId, at })
    }
    return ends.length
  })
}

/**
 * Chooses collections of merchants with refunds enabled. If they are too few, which depends on the time of the first start, refunds
 * are enabled for more merchants.
 */
async function chooseCollections(
  db: Transaction,
  random: Random,
  { mode, now, count }: { mode: Mode; now: Date; count: number },
): Promise<Collection[]> {
  const all = await refundable(db, mode, now)
  const enabled = random.several(
    all.filter((collection) => collection.is_refund_enabled),
    count,
  )
  if (enabled.length === count) return enabled
  const others = random.several(
    all.filter((collection) => !collection.is_refund_enabled),
    count - enabled.length,
  )
  if (enabled.length + others.length < count) throw new Error(`Too few collections to refund in ${mode}`)
  const merchantIds = others.map((collection) => collection.merchant_id)
  await db.updateTable('merchant').set({ is_refund_enabled: true }).where('id', 'in', merchantIds).execute()
  return [...enabled, ...others]
}

interface Collection {
  id: string
  merchant_id: string
  is_refund_enabled: boolean
  /** Time from which it can be refunded. */
  free_at: string
  /** Refundable amount still in the account. */
  most_kobo: bigint
}

/** Returns one collection per account, so that no refund uses funds counted for another. */
async function refundable(db: Transaction, mode: Mode, now: Date): Promise<Collection[]> {
  const { rows } = await sql<Collection>`
    select distinct on (t.account_id) t.id, t.merchant_id, is_refund_enabled,
      coalesce(acquirer_payment.at, t.created_at) as free_at,
      least(t.amount_kobo, account.available_kobo) as most_kobo
    from transaction as t
    join merchant on merchant.id = t.merchant_id
    join account on account.id = t.account_id
    left join card_payment on card_payment.transaction_id = t.id
    left join acquirer_payment on acquirer_payment.id = acquirer_payment_id
    where t.mode = ${mode} and t.type = 'CREDIT' and t.status = 'SUCCESS' and account.available_kobo >= 100000
      and (t.category = 'BANK_FUNDING' or t.category = 'CARD_PAYMENT' and acquirer_payment.at is not null)
      and coalesce(acquirer_payment.at, t.created_at) < ${new Date(now.getTime() - 2 * hourMs).toISOString()}
    order by t.account_id, t.created_at, t.id
  `.execute(db)
  return rows
}

interface PastRefund {
  mode: Mode
  collection: Collection
  end: keyof RefundCounts
  staffId: string
  at: Date
}

async function refund(
  db: Transaction,
  random: Random,
  { mode, collection, end, staffId, at }: PastRefund,
): Promise<void> {
  const wholeNaira = collection.most_kobo / 100n / BigInt(random.whole(1, 4))
  const amountKobo = wholeNaira * 100n
  const reason = random.pick(reasons)
  const order = { mode, transactionId: collection.id, amountKobo, reason, staffId, at }
  const { refundId, transactionId } = await requestRefund(db, null, order)
  const by = { staffId, sessionId: null, mode, requestId: refundId, at }
  const { merchant_id: merchantId } = collection
  await writeAudit(db, by, { action: 'refund.request', recordType: 'refund', recordId: refundId, merchantId, reason })
  await advancePayment(db, random, { transactionId, becomes: becomes[end], at })
}
