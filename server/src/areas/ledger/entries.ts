import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import type { ledger } from '@kobo/contract/ledger'
import { type RawBuilder, sql } from 'kysely'
import { type Days, daysBetween } from '../../db/days.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { dayOffset } from '../../ledger/counters/page-offset.ts'
import { asLedgerLine, transferKindLabel, transferLines } from '../../ledger/transfer-lines.ts'
import { findAccount } from './holders.ts'

type Entries = typeof ledger.entries

/** Lists an account's entries, newest first, each with the balance after it. */
export const listEntries: Handler<Entries> = async (input, { db, mode }) => {
  const { date, startDate = date, endDate = date } = input
  const days = daysBetween(startDate, endDate)
  return await withSnapshot(db, async (snapshot) => {
    await findAccount(snapshot, mode, input.accountId)
    if (days.from > days.to) return { totalRecords: 0, entries: [] }
    const { rows } = await pageOf(input, days).execute(snapshot)
    return {
      totalRecords: Number(rows[0]?.total ?? 0n),
      // A page without rows is one row with only the total.
      entries: rows.filter(({ transfer_id }) => transfer_id !== null).map(asEntry),
    }
  })
}

interface EntryRow {
  total: bigint
  transfer_id: string
  position: number
  at: string
  amount_kobo: bigint
  balance_kobo: bigint
  kind: string
  reference: string
  transaction_id: string | null
  category: string | null
}

/**
 * Reads one page and the total. Entry counts per day locate the page, so only entries of its days are read, from the nearer
 * end, and balances are computed from the balance at that end.
 */
function pageOf({ accountId, page, size }: Input<Entries>, days: Days): RawBuilder<EntryRow> {
  const span = { offset: BigInt(page - 1) * BigInt(size), size: BigInt(size) }
  const ofDays = sql`account_id = ${accountId} and day between ${days.from} and ${days.to}`
  const counts = sql`
    select day, n from account_day where ${ofDays} union all select day, n from balance_delta where ${ofDays}`
  const heldAfter = (day: RawBuilder<unknown>) => sql`(
    coalesce((
      select closing_kobo from account_day where account_id = ${accountId} and day <= ${day} order by day desc limit 1
    ), 0) + coalesce((select sum(amount_kobo) from balance_delta where account_id = ${accountId} and day <= ${day}), 0)
  )`
  const newest = entriesFrom('newest', accountId)
  const oldest = entriesFrom('oldest', accountId)
  const shown = sql`transfer_id, position, at, amount_kobo`
  return sql<EntryRow>`
    with ${dayOffset(counts, span)}, place as (
      select total, past - ${span.offset} as take, from_top <= from_bottom as is_desc, least(from_top, from_bottom) as skip,
        ${heldAfter(sql`case when from_top <= from_bottom then newest else oldest - 1 end`)} as held_kobo,
        (oldest::timestamp - interval '1 hour') at time zone 'UTC' as since,
        (newest::timestamp + interval '23 hours') at time zone 'UTC' as until
      from day_place
    ), skipped as materialized (
      select case when is_desc then -${newest.skippedKobo} else ${oldest.skippedKobo} end as kobo from place
    )
    select place.total, shown.*, transfer.kind, transfer.reference, seen.id as transaction_id, seen.category
    from place
    cross join skipped
    left join lateral (
      select ${shown}, (held_kobo + kobo - sum(amount_kobo) over (${newest.order}) + amount_kobo)::bigint as balance_kobo
      from (select ${shown} ${newest.entries} offset skip limit take) as page where is_desc
      union all
      select ${shown}, (held_kobo + kobo + sum(amount_kobo) over (${oldest.order}))::bigint
      from (select ${shown} ${oldest.entries} offset skip limit take) as page where not is_desc
    ) as shown on true
    left join entry as whole on whole.transfer_id = shown.transfer_id and whole.position = shown.position
    left join transfer on transfer.id = shown.transfer_id
    left join transaction as seen on seen.id = coalesce(whole.transaction_id, transfer.transaction_id)
    order by shown.at desc, shown.transfer_id desc, shown.position desc`
}

/** Entries of the days of `place` from one end, and the sum of those that it skips. */
function entriesFrom(end: 'newest' | 'oldest', accountId: string) {
  const direction = sql.raw(end === 'newest' ? 'desc' : 'asc')
  const order = sql`order by at ${direction}, transfer_id ${direction}, position ${direction}`
  const entries = sql`
    from entry where account_id = ${accountId} and at >= place.since and at < place.until ${order}`
  const skippedKobo = sql`(
    select coalesce(sum(amount_kobo), 0) from (select amount_kobo ${entries} limit place.skip) as before
  )`
  return { order, entries, skippedKobo }
}

function asEntry(row: EntryRow) {
  return {
    id: `${row.transfer_id}.${row.position}`,
    createdAt: row.at,
    transferId: row.transfer_id,
    kind: row.kind,
    reference: row.reference,
    transactionId: row.transaction_id,
    category: row.category,
    ...transferKindLabel(row.amount_kobo),
    balance: naira(row.balance_kobo),
  }
}

/** Returns one transfer with all its entries. */
export const ledgerTransfer: Handler<typeof ledger.transfer> = async ({ transferId }, { db, mode }) => {
  const found = await db
    .selectFrom('transfer')
    .leftJoin('merchant', 'merchant.id', 'transfer.merchant_id')
    .leftJoin('transaction', 'transaction.id', 'transfer.transaction_id')
    .select(['transfer.id', 'transfer.at', 'transfer.kind', 'transfer.reference', 'transfer.transaction_id'])
    .select(['transfer.merchant_id', 'business_name', 'category', 'transaction.status'])
    .where('transfer.id', '=', transferId)
    .where('transfer.mode', '=', mode)
    .executeTakeFirst()
  if (!found) throw notFound('This transfer')
  const lines = await transferLines(db, [transferId])
  return {
    transfer: {
      id: found.id,
      createdAt: found.at,
      kind: found.kind,
      reference: found.reference,
      transactionId: found.transaction_id,
      category: found.category,
      status: found.status,
      merchant: found.merchant_id === null ? null : { id: found.merchant_id, businessName: found.business_name },
      lines: lines.map(asLedgerLine),
    },
  }
}
