import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { uuidv7 } from '../../uuid.ts'
import { attemptSettlement } from './attempt-settlement.ts'
import { notCovered, spentMeanwhile } from './settlement-words.ts'

const dayMs = 86_400_000
/** How long a collection waits for the money that it brought. */
const waitsMs = 30 * dayMs
/** How many collections one settlement pays out at most. */
const atOnce = 10_000

export interface Settling {
  accountId: string
  at: Date
  /** Only what came by card, between these instants. */
  byCard?: { from: Date; to: Date }
}

interface Collected {
  transaction_id: string
  at: string
  amount_kobo: bigint
}

/**
 * Pays out what was collected on a merchant's or a sub-account's account and is not settled yet, oldest first: each whole, as
 * far as what is available covers it. Gives the settlement, or nothing where there is none to make.
 */
export async function settleAccount(db: Transaction, jobs: Jobs, settling: Settling): Promise<string | null> {
  const { accountId, at } = settling
  // Of two that settle an account at once, the second comes after the first.
  const account = await db
    .selectFrom('account')
    .innerJoin('merchant', 'merchant.id', 'account.merchant_id')
    .select(['account.mode', 'account.merchant_id', 'account.kind', 'available_kobo', 'merchant.status'])
    .where('account.id', '=', accountId)
    .where('account.kind', 'in', ['MERCHANT', 'SUBACCOUNT'])
    .forNoKeyUpdate('account')
    .executeTakeFirst()
  if (!account || account.status !== 'ACTIVE') return null
  const isOwn = account.kind === 'MERCHANT'
  if (isOwn) await closeSpent(db, accountId, at)
  const collected = await unsettled(db, settling, isOwn)
  let leftKobo = account.available_kobo - (await promised(db, accountId))
  const taken: Collected[] = []
  const waiting: (Collected & { reason: string })[] = []
  for (const one of collected) {
    if (one.amount_kobo <= leftKobo) {
      leftKobo -= one.amount_kobo
      taken.push(one)
    } else waiting.push({ ...one, reason: notCovered(one.amount_kobo, leftKobo) })
  }
  const { mode, merchant_id } = account
  const itemOf = ({ transaction_id, at: collected_at, amount_kobo }: Collected) => {
    return { account_id: accountId, transaction_id, merchant_id, collected_at, amount_kobo }
  }
  await replaceWaiting(db, accountId, collected)
  await insertRows(
    db,
    'settlement_item',
    waiting.map((one) => ({ ...itemOf(one), state: 'WAITING', reason: one.reason })),
  )
  if (taken.length === 0) return null
  const id = uuidv7(at.getTime())
  await db
    .insertInto('settlement')
    .values({
      id,
      mode,
      merchant_id,
      subaccount_id: isOwn ? null : accountId,
      account_id: accountId,
      created_at: at.toISOString(),
      category: isOwn ? 'MERCHANT_SETTLEMENT' : 'SUBACCOUNT_SETTLEMENT',
      status: 'PENDING',
      amount_kobo: taken.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n),
    })
    .execute()
  await insertRows(
    db,
    'settlement_item',
    taken.map((one) => ({ ...itemOf(one), state: 'SETTLED', settlement_id: id })),
  )
  await attemptSettlement(db, jobs, id, at)
  return id
}

/** What collections brought to an account and no settlement has paid out; a card's only once it can be spent. */
async function unsettled(db: Transaction, { accountId, at, byCard }: Settling, isOwn: boolean): Promise<Collected[]> {
  const conditions: RawBuilder<unknown>[] = [
    sql`entry.account_id = ${accountId}`,
    sql`transfer.kind = 'COLLECTION'`,
    sql`entry.transaction_id = transfer.transaction_id`,
    sql`not exists (
      select from settlement_item as item
      where item.account_id = entry.account_id and item.transaction_id = entry.transaction_id and state <> 'WAITING')`,
    sql`not exists (
      select from hold
      where hold.transaction_id = entry.transaction_id and hold.account_id = entry.account_id and hold.status = 'HELD')`,
  ]
  // What a partner was given is its own, however long it waits; nobody else can have spent it.
  if (isOwn) conditions.push(sql`entry.at >= ${new Date(at.getTime() - waitsMs).toISOString()}`)
  if (byCard) {
    conditions.push(
      sql`entry.at >= ${byCard.from.toISOString()}`,
      sql`entry.at < ${byCard.to.toISOString()}`,
      sql`exists (select from card_payment where card_payment.transaction_id = entry.transaction_id)`,
    )
  }
  const { rows } = await sql<Collected>`
    select entry.transaction_id, min(entry.at) as at, sum(entry.amount_kobo)::bigint as amount_kobo
    from entry join transfer on transfer.id = entry.transfer_id
    where ${sql.join(conditions, sql` and `)}
    group by entry.transaction_id having sum(entry.amount_kobo) > 0
    order by 2, 1
    limit ${atOnce}`.execute(db)
  return rows
}

/** What settlements are about to take that hold nothing yet. */
async function promised(db: Transaction, accountId: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(settlement.amount_kobo), 0)::bigint as kobo
    from settlement join transaction on transaction.id = settlement.transaction_id
    where settlement.account_id = ${accountId} and settlement.status = 'PENDING' and transaction.status = 'QUEUED'
  `.execute(db)
  return rows[0]?.kobo ?? 0n
}

/** What waited is judged anew. */
async function replaceWaiting(db: Transaction, accountId: string, collected: readonly Collected[]): Promise<void> {
  await db
    .deleteFrom('settlement_item')
    .where('account_id', '=', accountId)
    .where('state', '=', 'WAITING')
    .where('transaction_id', '=', (one) => one.fn.any(one.val(collected.map(({ transaction_id }) => transaction_id))))
    .execute()
}

/** What has waited too long is not waited for any more. */
async function closeSpent(db: Transaction, accountId: string, at: Date): Promise<void> {
  await db
    .updateTable('settlement_item')
    .set({ state: 'SPENT', reason: spentMeanwhile })
    .where('account_id', '=', accountId)
    .where('state', '=', 'WAITING')
    .where('collected_at', '<', new Date(at.getTime() - waitsMs).toISOString())
    .execute()
}
