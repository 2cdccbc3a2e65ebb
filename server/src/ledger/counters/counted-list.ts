import { type RawBuilder, sql } from 'kysely'
import { onDays } from '../../db/days.ts'
import { lagosDayOf } from '../account-days.ts'
import {
  every,
  everyMerchant,
  anyDay,
  kycScope,
  paidInScope,
  virtualAccountScope,
  checkoutScope,
  paymentLinkScope,
  refundScope,
  cardScope,
  cardSpendingScope,
  billScope,
  storeScope,
  profitScope,
  feeCategory,
  costCategory,
} from './scopes.ts'

/**
 * A list that may grow to any length: its rows are counted as they are written, by mode, scope, two dimensions, merchant and
 * time, so that its total is exact and any of its pages is found without counting or skipping. Whoever writes a row, or
 * changes what it is counted by, calls `countRows` in the same transaction; folding, checking and reading follow from this.
 */
export interface CountedList {
  /** Has `id` and `mode`, and where its pages are found by the counts `created_at` and `merchant_id`. */
  table: string
  /** Which rows of the table it is of; all, where missing. */
  isListed?: RawBuilder<boolean>
  /** What tells its rows in the counts from those of other lists; a row's own, where missing. */
  scope?: string
  /** The day in Lagos on which a row came; `anyDay` of a list that is counted as a whole. */
  day: RawBuilder<unknown>
  /** Whose a row is; where it is nobody's, `everyMerchant`. */
  merchantId: RawBuilder<unknown>
  /** What else it can be filtered by, as expressions on a row: what the counts call `type` and `category`; `every` where it has none. */
  type: RawBuilder<unknown>
  category: RawBuilder<unknown>
  /** Which rows count as successful, and what they moved. */
  isSuccess: RawBuilder<boolean>
  amountKobo: RawBuilder<unknown>
}

/** Accounts that money comes in on. */
export const virtualAccountList: CountedList = {
  table: 'virtual_account',
  scope: virtualAccountScope,
  day: lagosDayOf(sql.ref('created_at')),
  merchantId: sql.ref('merchant_id'),
  type: sql`case when used_at is null then 'UNUSED' else 'USED' end`,
  category: sql.ref('kind'),
  isSuccess: sql`false`,
  amountKobo: sql.lit(0),
}

/** What came in on them, or was declined. */
const paidInList: CountedList = {
  table: 'transaction',
  isListed: sql`payment_method is not null`,
  scope: paidInScope,
  day: lagosDayOf(sql.ref('created_at')),
  merchantId: sql.ref('merchant_id'),
  type: sql.ref('payment_method'),
  category: sql.ref('status'),
  isSuccess: sql`false`,
  amountKobo: sql.lit(0),
}

/** What goes back of it. */
const refundList: CountedList = {
  ...paidInList,
  isListed: sql`category = 'REFUND'`,
  scope: refundScope,
  type: sql.ref('status'),
  category: sql.lit(every),
}

/** What cards of ours pay, and what of it comes back. */
const cardSpendingList: CountedList = {
  ...refundList,
  isListed: sql`card_id is not null`,
  scope: cardSpendingScope,
}

/** The cards. */
const cardList: CountedList = {
  table: 'card',
  scope: cardScope,
  day: lagosDayOf(sql.ref('created_at')),
  merchantId: sql.ref('merchant_id'),
  type: sql.ref('status'),
  category: sql.ref('type'),
  isSuccess: sql`false`,
  amountKobo: sql.lit(0),
}

/** What moved on stores and their terminals. */
const storeList: CountedList = {
  ...paidInList,
  isListed: sql`scope in ('STORE', 'TERMINAL')`,
  scope: storeScope,
  type: sql.ref('category'),
  category: sql.ref('status'),
}

/** What is asked to be paid once. */
const checkoutList: CountedList = {
  table: 'checkout',
  scope: checkoutScope,
  day: lagosDayOf(sql.ref('created_at')),
  merchantId: sql.ref('merchant_id'),
  type: sql`case when paid_at is null then 'UNPAID' else 'PAID' end`,
  category: sql.lit(every),
  isSuccess: sql`false`,
  amountKobo: sql.lit(0),
}

/** The addresses at which that is done. */
const paymentLinkList: CountedList = {
  ...checkoutList,
  table: 'payment_link',
  scope: paymentLinkScope,
  type: sql`case when inactive_at is null then 'ACTIVE' else 'INACTIVE' end`,
}

/** What is paid to billers. */
const billList: CountedList = {
  ...checkoutList,
  table: 'bill_payment',
  scope: billScope,
  type: sql.ref('status'),
  category: sql.ref('category'),
}

/** What payments and charges earn us. */
const profitList: CountedList = {
  table: 'profit',
  scope: profitScope,
  day: lagosDayOf(sql.ref('created_at')),
  merchantId: sql.ref('merchant_id'),
  type: sql.ref('source'),
  category: sql.lit(feeCategory),
  isSuccess: sql`true`,
  amountKobo: sql.ref('fee_kobo'),
}

/** What they cost us: together with what they earn it comes to the profit. */
const profitCostList: CountedList = {
  ...profitList,
  isListed: sql`cost_kobo <> 0`,
  category: sql.lit(costCategory),
  amountKobo: sql`-cost_kobo`,
}

/** Of a list that is counted as a whole. */
const onAnyDay = sql`${sql.lit(anyDay)}::date`

/** Every list that is counted. */
const countedLists: readonly CountedList[] = [
  {
    table: 'transaction',
    day: lagosDayOf(sql.ref('created_at')),
    merchantId: sql.ref('merchant_id'),
    type: sql.ref('type'),
    category: sql.ref('category'),
    isSuccess: sql`status = 'SUCCESS'`,
    amountKobo: sql.ref('amount_kobo'),
  },
  {
    table: 'merchant',
    scope: kycScope,
    day: onAnyDay,
    merchantId: sql`${sql.lit(everyMerchant)}::uuid`,
    type: sql.ref('verified'),
    category: sql.lit(every),
    isSuccess: sql`false`,
    amountKobo: sql.lit(0),
  },
  virtualAccountList,
  paidInList,
  refundList,
  cardSpendingList,
  cardList,
  storeList,
  checkoutList,
  paymentLinkList,
  billList,
  profitList,
  profitCostList,
]

/** What the rows of a list themselves come to, as a query; of all of them, or of those that are told. */
export function rowsCounted(list: CountedList, isAsked: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> {
  const { table, day, merchantId, type, category, isSuccess, amountKobo, isListed = sql`true` } = list
  const scope = list.scope === undefined ? sql.ref('scope') : sql.lit(list.scope)
  return sql`
    select mode, ${scope} as scope, ${merchantId} as merchant_id, ${type} as type, ${category} as category, ${day} as day,
      count(*) as n, count(*) filter (where ${isSuccess}) as n_success,
      coalesce(sum(${amountKobo}) filter (where ${isSuccess}), 0) as success_kobo
    from ${sql.table(table)} where ${isListed} and ${isAsked} group by 1, 2, 3, 4, 5, 6`
}

/** What the rows of a scope come to on one day, as a query that reads that day's rows alone. */
export function dayCounted({ mode, scope }: { mode: string; scope: string }, day: string): RawBuilder<unknown> {
  const named = countedLists.filter((list) => list.scope === scope)
  const lists = named.length > 0 ? named : countedLists.filter((list) => list.scope === undefined)
  const isTheirs = named.length > 0 ? sql`mode = ${mode}` : sql`mode = ${mode} and scope = ${scope}`
  const rows = lists.map((list) => {
    const isOnDay = list.day === onAnyDay ? sql`${day} = ${anyDay}` : onDays('created_at', { from: day, to: day })
    return rowsCounted(list, sql<boolean>`${isTheirs} and ${isOnDay}`)
  })
  return sql.join(rows, sql` union all `)
}

/** What the rows of every list come to. */
export const allRowsCounted: RawBuilder<unknown> = sql.join(
  countedLists.map((list) => rowsCounted(list)),
  sql` union all `,
)

/** The values of a dimension that a row counts for: its own, and all of them together; once where that is its own. */
export function countedFor(value: RawBuilder<unknown>, all: string): RawBuilder<unknown> {
  return sql`lateral (select value from (values (${value}), (nullif(${all}, ${value}))) as cell (value) where value is not null)`
}
