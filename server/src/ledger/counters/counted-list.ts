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
 * A list of any length: its rows are counted as they are written, by mode, scope, two dimensions, merchant and time, so that its
 * total is exact and any page is found without counting or skipping. Every write of a row, or of a field by which it is counted,
 * calls `countRows` in the same transaction; folding, checking and reading follow from this definition.
 */
export interface CountedList {
  /** Has `id` and `mode`, and `created_at` and `merchant_id` if its pages are found by the counters. */
  table: string
  /** Condition for the listed rows; all if missing. */
  isListed?: RawBuilder<boolean>
  /** Distinguishes its counters from those of other lists; the row's own scope if missing. */
  scope?: string
  /** Day in Lagos on which a row was created; `anyDay` for a list without days. */
  day: RawBuilder<unknown>
  /** Merchant of a row; `everyMerchant` if it has none. */
  merchantId: RawBuilder<unknown>
  /** Other filters, as expressions on a row: the counters' `type` and `category`; `every` if there is none. */
  type: RawBuilder<unknown>
  category: RawBuilder<unknown>
  /** Condition for successful rows, and the amount of each. */
  isSuccess: RawBuilder<boolean>
  amountKobo: RawBuilder<unknown>
}

/** Virtual accounts, dynamic and static. */
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

/** Collections on virtual accounts, credited or declined. */
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

/** Refunds of collections. */
const refundList: CountedList = {
  ...paidInList,
  isListed: sql`category = 'REFUND'`,
  scope: refundScope,
  type: sql.ref('status'),
  category: sql.lit(every),
}

/** Purchases by issued cards and their reversals. */
const cardSpendingList: CountedList = {
  ...refundList,
  isListed: sql`card_id is not null`,
  scope: cardSpendingScope,
}

/** Issued cards. */
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

/** Transactions of stores and their terminals. */
const storeList: CountedList = {
  ...paidInList,
  isListed: sql`scope in ('STORE', 'TERMINAL')`,
  scope: storeScope,
  type: sql.ref('category'),
  category: sql.ref('status'),
}

/** Checkouts. */
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

/** Payment links. */
const paymentLinkList: CountedList = {
  ...checkoutList,
  table: 'payment_link',
  scope: paymentLinkScope,
  type: sql`case when inactive_at is null then 'ACTIVE' else 'INACTIVE' end`,
}

/** Bill payments. */
const billList: CountedList = {
  ...checkoutList,
  table: 'bill_payment',
  scope: billScope,
  type: sql.ref('status'),
  category: sql.ref('category'),
}

/** Income from payments and charges. */
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

/** Costs of payments, negative: their sum with the income is the profit. */
const profitCostList: CountedList = {
  ...profitList,
  isListed: sql`cost_kobo <> 0`,
  category: sql.lit(costCategory),
  amountKobo: sql`-cost_kobo`,
}

/** Day of a list without days. */
const anyDayDate = sql`${sql.lit(anyDay)}::date`

/** Every counted list. */
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
    day: anyDayDate,
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

/** Query that counts the rows of a list: all of them, or those that match a condition. */
export function rowsCounted(list: CountedList, condition: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> {
  const { table, day, merchantId, type, category, isSuccess, amountKobo, isListed = sql`true` } = list
  const scope = list.scope === undefined ? sql.ref('scope') : sql.lit(list.scope)
  return sql`
    select mode, ${scope} as scope, ${merchantId} as merchant_id, ${type} as type, ${category} as category, ${day} as day,
      count(*) as n, count(*) filter (where ${isSuccess}) as n_success,
      coalesce(sum(${amountKobo}) filter (where ${isSuccess}), 0) as success_kobo
    from ${sql.table(table)} where ${isListed} and ${condition} group by 1, 2, 3, 4, 5, 6`
}

/** Query that counts the rows of a scope on one day, reading only that day's rows. */
export function dayCounted({ mode, scope }: { mode: string; scope: string }, day: string): RawBuilder<unknown> {
  const named = countedLists.filter((list) => list.scope === scope)
  const lists = named.length > 0 ? named : countedLists.filter((list) => list.scope === undefined)
  const isInScope = named.length > 0 ? sql`mode = ${mode}` : sql`mode = ${mode} and scope = ${scope}`
  const rows = lists.map((list) => {
    const isOnDay = list.day === anyDayDate ? sql`${day} = ${anyDay}` : onDays('created_at', { from: day, to: day })
    return rowsCounted(list, sql<boolean>`${isInScope} and ${isOnDay}`)
  })
  return sql.join(rows, sql` union all `)
}

/** Query that counts the rows of every list. */
export const allRowsCounted: RawBuilder<unknown> = sql.join(
  countedLists.map((list) => rowsCounted(list)),
  sql` union all `,
)

/** The values of a dimension under which a row is counted: its own, and `all`; once if they are the same. */
export function countedFor(value: RawBuilder<unknown>, all: string): RawBuilder<unknown> {
  return sql`lateral (select value from (values (${value}), (nullif(${all}, ${value}))) as cell (value) where value is not null)`
}
