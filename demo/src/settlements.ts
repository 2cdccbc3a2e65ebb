import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { chargeEvent } from '@kobo/server/engine/charges/charge-event'
import { openVirtualAccount } from '@kobo/server/engine/collections/open-virtual-account'
import { requestRefund } from '@kobo/server/engine/refunds/request-refund'
import { settleMerchant } from '@kobo/server/engine/settlements/settle-merchants'
import { transferChargeReference } from '@kobo/server/engine/settlements/settlement-messages'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import { payIn, payOut } from './child-payments.ts'
import { countAdded, type Past } from './past.ts'
import { later, advancePayment, nobody, type PastEnd } from './past-outbound.ts'
import { addPartners, retireOne } from './sharing-partners.ts'
import { type Random, seeded } from './random.ts'

/** Outcomes of a merchant's last settlement. */
const stories = ['no bank', 'refused', 'sent', 'queued', 'waiting', 'refunded', 'settled'] as const
type Story = (typeof stories)[number]

interface Sharer {
  merchant_id: string
  account_id: string
  name: string
  has_bank: boolean
}

/**
 * Adds merchants that split collections with subaccounts, and settlements in every status, through the engine at their past
 * times. Returns the number of transactions.
 */
export async function addSettlements(db: Transaction, past: Past, count: number): Promise<number> {
  const random = seeded(`${past.seed} ${past.mode} settlements`)
  return await countAdded(db, random, past.mode, async () => {
    const found = await sharers(db, past)
    const [banked, others] = [found.filter((sharer) => sharer.has_bank), found.filter((sharer) => !sharer.has_bank)]
    const chosen = random.several(banked, count - 1)
    const [unbanked] = random.several(others, 1)
    if (!unbanked || chosen.length < stories.length) throw new Error(`Too few merchants can share in ${past.mode}`)
    await live(db, random, past, unbanked, 'no bank')
    for (const [index, sharer] of chosen.entries()) {
      await live(db, random, past, sharer, stories[index + 1] ?? 'settled')
    }
  })
}

/** Excludes earlier collections from automatic settlement by setting the watermarks to now. */
export async function settleFromNowOn(db: Transaction, now: Date): Promise<void> {
  const at = now.toISOString()
  await sql`
    insert into settlement_mark (account_id, merchant_id, since, until)
    select account.id, merchant_id, ${at}, ${at} from account join merchant on merchant.id = merchant_id
    where account.kind = 'MERCHANT' and (auto_settlement or auto_instant_settlement)
    on conflict (account_id) do update set since = excluded.since, until = excluded.until`.execute(db)
}

/** Returns merchants without transactions whose account number triggers no special behaviour of the simulated switch. */
async function sharers(db: Transaction, { mode, since }: Past): Promise<Sharer[]> {
  const { rows } = await sql<Sharer>`
    select account.id as account_id, account.merchant_id, account.account_name as name, bank.merchant_id is not null as has_bank
    from account
    join merchant on merchant.id = account.merchant_id
    left join settlement_account as bank on bank.merchant_id = merchant.id
    where account.kind = 'MERCHANT' and account.mode = ${mode} and merchant.status = 'ACTIVE'
      and account.created_at < ${since.toISOString()} and bank.account_number !~ '[89]\\d\\d$' is not false
      and not exists (select from transaction where transaction.merchant_id = merchant.id)
    order by account.account_number`.execute(db)
  return rows
}

/** Writes a merchant's last weeks: some days with collections, settled in the evening, and a last one according to its story. */
async function live(
  db: Transaction,
  random: Random,
  { mode, now, since }: Past,
  sharer: Sharer,
  story: Story,
): Promise<void> {
  const { merchant_id: merchantId, account_id: id, name: accountName } = sharer
  // Without instant settlement, a waiting collection is not settled when the next arrives.
  const isInstant = story === 'settled' && random.chance(0.3)
  const flags = { auto_settlement: !isInstant, auto_instant_settlement: isInstant }
  await db.updateTable('merchant').set(flags).where('id', '=', merchantId).execute()
  const opened = new Date(since.getTime() + random.whole(1, 10) * hourMs)
  const split = await addPartners(db, random, { mode, merchantId, at: opened })
  const account = { mode, merchantId, walletId: null, accountName, split, at: later(opened, minuteMs) }
  const { number } = await openVirtualAccount(db, account, null)
  await retireOne(db, random, split, { mode, merchantId, at: later(opened, dayMs) })
  const paidOn = { mode, walletId: null, number }
  const settle = (at: Date, becomes: PastEnd) => settleEvening(db, random, { mode, merchantId, at, becomes })

  const days = random.several(
    Array.from({ length: 24 }, (_, day) => day),
    random.whole(3, 5),
  )
  for (const day of days.toSorted((one, other) => one - other)) {
    const evening = tenInTheEvening(later(opened, (day + 1) * dayMs))
    for (const hours of [9, 6, 2]) {
      if (random.chance(0.6))
        await payIn(db, random, paidOn, later(evening, -hours * hourMs - random.whole(0, 50) * minuteMs))
    }
    if (story !== 'no bank') await settle(evening, 'SUCCESS')
  }

  const lastAt = new Date(now.getTime() - random.whole(100, 170) * minuteMs)
  const collection = await payIn(db, random, paidOn, lastAt)
  const settledAt = new Date(now.getTime() - random.whole(5, 40) * minuteMs)
  if (story === 'waiting')
    await payOut(db, random, { id, mode, merchantId, isOwn: true }, { at: later(lastAt, hourMs), becomes: 'SUCCESS' })
  if (story === 'refunded') await refundAll(db, random, { mode, collection, at: later(lastAt, hourMs) })
  await settle(settledAt, lastOf[story])
}

const lastOf: Record<Story, PastEnd> = {
  'no bank': 'SUCCESS',
  refused: 'FAILED',
  sent: 'PENDING',
  queued: 'QUEUED',
  waiting: 'SUCCESS',
  refunded: 'SUCCESS',
  settled: 'SUCCESS',
}

interface Evening {
  mode: Mode
  merchantId: string
  at: Date
  becomes: PastEnd
}

/** Settles the collections of a merchant and its subaccounts; the payout to a subaccount is charged to the merchant. */
async function settleEvening(
  db: Transaction,
  random: Random,
  { mode, merchantId, at, becomes }: Evening,
): Promise<void> {
  for (const id of await settleMerchant(db, nobody, merchantId, { at })) {
    const attempt = await db
      .selectFrom('settlement')
      .innerJoin('transaction', 'transaction.id', 'transaction_id')
      .select(['transaction.id', 'transaction.scope', 'transaction.reference'])
      .where('settlement.id', '=', id)
      .executeTakeFirst()
    if (!attempt) continue
    await advancePayment(db, random, { transactionId: attempt.id, becomes, at })
    if (becomes !== 'SUCCESS' || attempt.scope !== 'SUBACCOUNT') continue
    const reference = transferChargeReference(attempt.reference)
    await chargeEvent(db, nobody, {
      mode,
      merchantId,
      event: 'subaccount.transferCharge',
      reference,
      at: later(at, 5000),
    })
  }
}

/** Refunds the merchant's whole share of a collection to the payer. */
async function refundAll(
  db: Transaction,
  random: Random,
  refund: { mode: Mode; collection: string; at: Date },
): Promise<void> {
  const { mode, collection, at } = refund
  const { rows } = await sql<{ kobo: bigint }>`
    select amount_kobo as kobo from entry join account on account.id = account_id and account.kind = 'MERCHANT'
    where entry.transaction_id = ${collection}`.execute(db)
  const amountKobo = rows[0]?.kobo ?? 0n
  const order = {
    mode,
    transactionId: collection,
    amountKobo,
    reason: 'Order cancelled',
    staffId: null,
    isOwed: true,
    at,
  }
  const { transactionId } = await requestRefund(db, null, order)
  await advancePayment(db, random, { transactionId, becomes: 'SUCCESS', at })
}

/** Returns ten in the evening in Lagos on the same day. */
function tenInTheEvening(at: Date): Date {
  return new Date(Math.floor((at.getTime() + hourMs) / dayMs) * dayMs + 21 * hourMs)
}
