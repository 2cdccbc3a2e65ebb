import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { type PagePlace, placePage, type Slice } from './count-buckets.ts'
import { matches, type TransactionFilter } from './transaction-filter.ts'

/** A transaction as lists show it. */
export interface ListedTransaction {
  id: string
  created_at: string
  type: string
  category: string
  status: string
  amount_kobo: bigint
  charges_kobo: bigint
  reference: string
  merchant_id: string
  originator_name: string | null
  originator_number: string | null
  originator_bank_code: string | null
  beneficiary_name: string | null
  beneficiary_number: string | null
  beneficiary_bank_code: string | null
  wallet_name: string | null
}

export interface TransactionPage {
  total: bigint
  rows: ListedTransaction[]
}

/** A page of matching transactions, newest first, and their exact number: two statements, at any depth. */
export async function seekPage(
  snapshot: Transaction,
  filter: TransactionFilter,
  { page, size }: { page: number; size: number },
): Promise<TransactionPage> {
  const [offset, rows] = [BigInt(page - 1) * BigInt(size), BigInt(size)]
  const isCounted = filter.walletId === undefined && filter.reference === undefined
  const place = isCounted ? placePage(snapshot, filter, offset, rows) : countPlace(snapshot, filter, offset, rows)
  const { total, slice } = await place
  return { total, rows: slice ? await readSlice(snapshot, filter, slice) : [] }
}

/** What a wallet or a reference finds is few, and has an index of its own. */
async function countPlace(
  snapshot: Transaction,
  filter: TransactionFilter,
  offset: bigint,
  size: bigint,
): Promise<PagePlace> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from transaction where ${matches(filter)}`.execute(snapshot)
  const total = rows[0]?.total ?? 0n
  if (offset >= total) return { total, slice: null }
  const past = offset + size < total ? offset + size : total
  const { days } = filter
  const take = past - offset
  return offset <= total - past
    ? { total, slice: { days, order: 'desc', skip: offset, take } }
    : { total, slice: { days, order: 'asc', skip: total - past, take } }
}

/**
 * The ids come from an index alone; only the rows of the page are looked up, one by one: `offset 0` keeps the planner from
 * reading the whole of a table that is still small.
 */
async function readSlice(snapshot: Transaction, filter: TransactionFilter, slice: Slice): Promise<ListedTransaction[]> {
  const { days, order, skip, take } = slice
  const way = sql.raw(order)
  const { rows } = await sql<ListedTransaction>`
    select t.id, t.created_at, t.type, t.category, t.status, t.amount_kobo,
      t.fee_kobo + t.vat_kobo + t.stamp_duty_kobo as charges_kobo, t.reference, t.merchant_id,
      t.originator_name, t.originator_number, t.originator_bank_code,
      t.beneficiary_name, t.beneficiary_number, t.beneficiary_bank_code, wallet.account_name as wallet_name
    from (
      select id, merchant_id from transaction where ${matches({ ...filter, days })}
      order by created_at ${way}, id ${way} offset ${skip} limit ${take}
    ) as page
    cross join lateral (
      select * from transaction where id = page.id and merchant_id = page.merchant_id offset 0
    ) as t
    left join wallet on wallet.id = t.wallet_id and wallet.merchant_id = t.merchant_id
    order by t.created_at desc, t.id desc
  `.execute(snapshot)
  return rows
}
