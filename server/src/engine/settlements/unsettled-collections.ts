import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/** How long a merchant's collection can wait for available funds. */
export const waitsMs = 30 * 86_400_000
/** Maximum time between the timestamp of an entry and its commit. */
const commitsWithinMs = 3_600_000

/** Position in an account's collections, which are ordered by time. */
export interface SettlementCursor {
  at: string
  transactionId: string
}

/** Filter and bounds of one scan of an account's collections. */
export interface SettlementScan {
  accountId: string
  merchantId: string
  /** Start of the range that may contain unprocessed collections. */
  since: string
  /** Restricts to card collections between these instants. */
  byCard: { from: Date; to: Date } | null
  /** Restricts to collections before this instant. */
  before: Date | null
  after: SettlementCursor | null
  atMost: number
  at: Date
}

export interface UnsettledCollection {
  transaction_id: string
  at: string
  /** Credited to this account. */
  brought_kobo: bigint
  /** Reason it is waiting; null if it has not been processed before. */
  reason: string | null
  less_kobo: bigint
  is_held: boolean
}

/** Finds an account's unsettled collections, oldest first: waiting items and new collections since `since`. */
export async function findUnsettledCollections(db: Transaction, scan: SettlementScan): Promise<UnsettledCollection[]> {
  const { accountId, byCard, before, after } = scan
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (after) conditions.push(sql`(at, transaction_id) > (${after.at}::timestamptz, ${after.transactionId}::uuid)`)
  if (byCard) {
    conditions.push(
      sql`at >= ${byCard.from.toISOString()} and at < ${byCard.to.toISOString()}`,
      sql`exists (select from card_payment where card_payment.transaction_id = collected.transaction_id)`,
    )
  }
  if (before) conditions.push(sql`at < ${before.toISOString()}`)
  const { rows } = await sql<UnsettledCollection>`
    select collected.*, exists (
      select from hold
      where hold.transaction_id = collected.transaction_id and hold.account_id = ${accountId} and status = 'HELD'
    ) as is_held
    from (
      select transaction_id, collected_at as at, amount_kobo + less_kobo as brought_kobo, reason, less_kobo
      from settlement_item where account_id = ${accountId} and state = 'WAITING'
      union all
      select entry.transaction_id, min(entry.at), sum(entry.amount_kobo)::bigint, null, 0
      from entry join transfer on transfer.id = entry.transfer_id
      where entry.account_id = ${accountId} and entry.at >= ${scan.since}
        and transfer.kind = 'COLLECTION' and entry.transaction_id = transfer.transaction_id
        and not exists (
          select from settlement_item as item
          where item.account_id = ${accountId} and item.transaction_id = entry.transaction_id)
      group by entry.transaction_id having sum(entry.amount_kobo) > 0
    ) as collected
    where ${sql.join(conditions, sql` and `)}
    order by at, transaction_id
    limit ${scan.atMost}`.execute(db)
  return rows
}

/** Collections counted per account, which bounds the work for a merchant with millions of them. */
const countedAtMost = 10_000

/**
 * Unsettled collections of those of the named accounts that have been settled before, as a table of their `amount_kobo`. What a
 * merchant without settlements keeps in its account is not among them.
 */
export function unsettledAmounts(accountIds: RawBuilder<unknown>, at: Date): RawBuilder<unknown> {
  const since = new Date(at.getTime() - waitsMs).toISOString()
  return sql`(
    select found.amount_kobo
    from settlement_mark as mark cross join lateral (
      select amount_kobo from settlement_item where settlement_item.account_id = mark.account_id and state = 'WAITING'
      union all
      (select sum(entry.amount_kobo)::bigint as amount_kobo
      from entry join transfer on transfer.id = entry.transfer_id
      where entry.account_id = mark.account_id and entry.at >= greatest(mark.until, ${since}::timestamptz)
        and transfer.kind = 'COLLECTION' and entry.transaction_id = transfer.transaction_id
        and not exists (
          select from settlement_item as item
          where item.account_id = mark.account_id and item.transaction_id = entry.transaction_id)
      group by entry.transaction_id having sum(entry.amount_kobo) > 0
      limit ${countedAtMost})
    ) as found
    where mark.account_id in ${accountIds}
  ) as unsettled`
}

/** Returns the watermark of an account, or the start of the waiting period if that is later. */
export async function scanStart(db: Transaction, accountId: string, at: Date, isOwn: boolean): Promise<string> {
  const watermark = await db
    .selectFrom('settlement_mark')
    .select('until')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  // A subaccount's share has no time limit: nothing else can spend it.
  const first = isOwn ? at.getTime() - waitsMs : 0
  return new Date(Math.max(first, watermark ? Date.parse(watermark.until) : 0)).toISOString()
}

/** Advances the watermark to the end or the cursor of a scan, but at most to `commitsWithinMs` before `at`. */
export async function advanceWatermark(
  db: Transaction,
  scan: SettlementScan,
  cursor: SettlementCursor | null,
): Promise<void> {
  if (scan.byCard) return
  const completeUntilMs = Math.min(scan.at.getTime() - commitsWithinMs, scan.before?.getTime() ?? Infinity)
  const until = new Date(cursor ? Math.min(completeUntilMs, Date.parse(cursor.at)) : completeUntilMs).toISOString()
  await sql`
    insert into settlement_mark as mark (account_id, merchant_id, since, until)
    values (${scan.accountId}, ${scan.merchantId}, ${scan.since}, ${until})
    on conflict (account_id) do update set
      since = case when excluded.since > mark.until then excluded.since else mark.since end,
      until = greatest(mark.until, excluded.until)`.execute(db)
}
