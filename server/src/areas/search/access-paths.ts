import { firstDay, lastDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import type { transactionOrders } from '@kobo/contract/search'
import { type RawBuilder, sql } from 'kysely'
import { type Days, onDays } from '../../db/days.ts'
import { nameIs, nameMatches } from '../../db/text-match.ts'
import { every } from '../../ledger/counters/scopes.ts'

export type Order = (typeof transactionOrders)[number]

/** Which transactions are looked for, whoever's they are, and in which order. */
export interface Wanted {
  mode: Mode
  order: Order
  days: Days
  id?: string | undefined
  merchantIds?: readonly string[] | undefined
  walletIds?: readonly string[] | undefined
  status?: string | undefined
  type?: string | undefined
  category?: string | undefined
  minKobo?: bigint | undefined
  maxKobo?: bigint | undefined
  /** Of the other end. */
  accountNumber?: string | undefined
  accountName?: string | undefined
  /** Whether the other end has just that name, and none that is longer. */
  isWholeName?: boolean | undefined
  sessionId?: string | undefined
  /** In capitals: the whole of it or how it begins. */
  reference?: string | undefined
}

/** Whose name is looked for, and in which mode. */
export type Named = Pick<Wanted, 'mode' | 'accountName' | 'isWholeName'>

type Filter = Exclude<keyof Wanted, 'mode' | 'order' | 'days' | 'isWholeName'>

/** An index that candidates are taken from: what of it, once for each row of `over`, and how its rows stand. */
export interface AccessPath {
  over: RawBuilder<unknown>
  /** How many rows that has. */
  parts: number
  where: RawBuilder<boolean>
  /** What all of its rows meet. */
  meets: readonly Filter[]
  /** What its rows stand together by, beside what they meet: a mode and days, a mode alone, or neither. */
  narrowedBy: 'days' | 'mode' | 'nothing'
  /** Whether it is of a single day, which can be put in order whole. */
  isShort?: boolean
  /** Which orders it has, both ways round. */
  order: 'time' | 'amount' | null
  /** Its own order, by which it is chosen over other indexes. */
  along: RawBuilder<unknown>
}

/** The two ends of every order, as an index has them: backwards where it says so. */
export const orders: Record<Order, { by: 'time' | 'amount'; columns: RawBuilder<unknown> }> = {
  newest: { by: 'time', columns: sql`created_at desc, id desc` },
  oldest: { by: 'time', columns: sql`created_at, id` },
  largest: { by: 'amount', columns: sql`amount_kobo desc, created_at, id` },
  smallest: { by: 'amount', columns: sql`amount_kobo, created_at desc, id desc` },
}

const inTime = { order: 'time', along: orders.newest.columns, narrowedBy: 'days' } as const
const inAmounts = { order: 'amount', along: orders.smallest.columns, narrowedBy: 'mode' } as const

/** As the migration has it in its index. */
const counterpartyKey = sql`counterparty_key(
  type, originator_number, beneficiary_number, originator_name, beneficiary_name)`
const counterpartyName = sql`other_end(type, originator_name, beneficiary_name)`

const once = { over: sql`(values (1)) as once`, parts: 1 }
const scopeNames = ['MERCHANT', 'WALLET', 'CHILD', 'STORE', 'TERMINAL']
const scopes = sql`unnest(${sql.lit(`{${scopeNames.join(',')}}`)}::text[]) as each_scope`

/** Those of them in which transactions of the category are counted: a scope without any would be looked through in vain. */
function scopesOf({ mode, category }: Wanted): RawBuilder<unknown> {
  if (category === undefined) return scopes
  return sql`(
    select each_scope from ${scopes}
    where exists (
      select from count_day
      where mode = ${sql.lit(mode)} and scope = each_scope and type = ${sql.lit(every)} and category = ${sql.lit(category)}
    ) or exists (
      select from count_delta where mode = ${sql.lit(mode)} and scope = each_scope and category = ${sql.lit(category)}
    )
  ) as scope_of_category`
}

function inScopes(wanted: Wanted): AccessPath {
  return { over: scopesOf(wanted), parts: scopeNames.length, where: sql`scope = each_scope`, meets: [], ...inTime }
}
/** They end unlike most, or have not ended. */
const undone = new Set(['FAILED', 'DECLINED'])
const open = new Set(['QUEUED', 'PENDING'])
const common = new Set([
  'BANK_TRANSFER',
  'BANK_FUNDING',
  'DEBIT_WALLET',
  'CREDIT_WALLET',
  'MERCHANT_DEBIT',
  'MERCHANT_CREDIT',
  'WALLET_TO_WALLET',
])

/** What a transaction that is looked for meets, beside what all rows of the way do. */
export function residualFilters(wanted: Wanted, { meets, narrowedBy }: AccessPath): RawBuilder<boolean>[] {
  const met = new Set(meets)
  const conditions: RawBuilder<boolean>[] = []
  const add = <Name extends Filter>(
    name: Name,
    condition: (value: NonNullable<Wanted[Name]>) => RawBuilder<boolean>,
  ): void => {
    const value = wanted[name]
    if (value !== undefined && !met.has(name)) conditions.push(condition(value))
  }
  add('id', (id) => sql`id = ${id}`)
  add('merchantIds', (ids) => sql`merchant_id = any(${ids}::uuid[])`)
  add('walletIds', (ids) => sql`wallet_id = any(${ids}::uuid[])`)
  add('status', (status) => sql`status = ${status}`)
  add('type', (type) => sql`type = ${type}`)
  add('category', (category) => sql`category = ${category}`)
  add('minKobo', (kobo) => sql`amount_kobo >= ${kobo}`)
  add('maxKobo', (kobo) => sql`amount_kobo <= ${kobo}`)
  add('sessionId', (sessionId) => sql`session_id = ${sessionId}`)
  add('reference', (reference) => sql`reference ^@ ${reference}`)
  add('accountNumber', (number) => sql`${counterpartyKey} = ${number}`)
  add('accountName', () => isCalledSo(wanted, counterpartyName))
  if (narrowedBy === 'nothing') conditions.push(isOfMode(wanted))
  if (narrowedBy !== 'days' && !isAnyDay(wanted.days)) conditions.push(isOfDays(wanted))
  return conditions
}

/** What the rows of a way are, one for each row of its `over`. */
export function isOfWay(wanted: Wanted, { narrowedBy, where }: AccessPath): RawBuilder<boolean> {
  if (narrowedBy === 'nothing') return where
  // An index without times can answer alone where any day will do.
  if (narrowedBy === 'mode' || isAnyDay(wanted.days)) return sql`${isOfMode(wanted)} and ${where}`
  return sql`${isOfMode(wanted)} and ${isOfDays(wanted)} and ${where}`
}

/** Whether a name is the one that is looked for. */
export function isCalledSo(
  { accountName = '', isWholeName }: Named,
  column: string | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return isWholeName ? nameIs(column, accountName) : nameMatches(column, accountName)
}

function isOfMode({ mode }: Wanted): RawBuilder<boolean> {
  return sql`mode = ${sql.lit(mode)}`
}

function isOfDays({ days }: Wanted): RawBuilder<boolean> {
  return onDays('created_at', days)
}

function isAnyDay({ from, to }: Days): boolean {
  return from === firstDay && to === lastDay
}

/**
 * Where the wanted ones can be found without looking at others of their time: what finds fewest, first. `keys` are those of
 * the counterparties that are called as asked, where they are few.
 */
export function accessPathsFor(wanted: Wanted, keys: readonly string[] | null): AccessPath[] {
  const { id, merchantIds, walletIds, category, sessionId, reference, days } = wanted
  const ways: AccessPath[] = []
  const add = (way: Pick<AccessPath, 'where' | 'meets'> & Partial<AccessPath>) =>
    ways.push({ ...once, ...inTime, ...way })
  const unordered = (along: AccessPath['along']) => ({ along, order: null, narrowedBy: 'nothing' }) as const
  if (id !== undefined) add({ where: sql`id = ${id}`, meets: ['id'], ...unordered(sql`id`) })
  if (sessionId !== undefined) {
    add({ where: sql`session_id = ${sessionId}`, meets: ['sessionId'], ...unordered(sql`session_id`) })
  }
  if (reference !== undefined) {
    add({ where: sql`reference ^@ ${reference}`, meets: ['reference'], ...unordered(sql`reference using ~<~`) })
  }
  ways.push(...waysToCounterparties(wanted, keys))
  if (walletIds) {
    const over = sql`unnest(${walletIds}::uuid[]) as each_wallet`
    add({ over, parts: walletIds.length, where: sql`wallet_id = each_wallet`, meets: ['walletIds'] })
  }
  ways.push(...waysToAmounts(wanted), ...waysToStatus(wanted))
  if (category !== undefined && !common.has(category)) {
    add({ where: sql`category = ${sql.lit(category)}`, meets: ['category'] })
  }
  const isShort = days.from === days.to
  if (merchantIds) {
    const over = sql`${scopesOf(wanted)} cross join unnest(${merchantIds}::uuid[]) as each_merchant`
    const where = sql<boolean>`scope = each_scope and merchant_id = each_merchant`
    add({ over, parts: scopeNames.length * merchantIds.length, where, meets: ['merchantIds'], isShort })
  } else if (!isAnyDay(days)) ways.push({ ...inScopes(wanted), isShort })
  return ways
}

/** To those of an account number, or of those who are called so; what is undone of these stands together too. */
function waysToCounterparties(wanted: Wanted, keys: readonly string[] | null): AccessPath[] {
  const { accountNumber, accountName, status } = wanted
  const ways: AccessPath[] = []
  const add = (way: AccessPath) => {
    if (status !== undefined && undone.has(status)) {
      ways.push({ ...way, where: sql`${isOf(status)} and ${way.where}`, meets: ['status', ...way.meets] })
    }
    ways.push(way)
  }
  if (accountNumber !== undefined) {
    add({ ...once, ...inTime, where: sql`${counterpartyKey} = ${accountNumber}`, meets: ['accountNumber'] })
  }
  if (keys && accountName !== undefined) {
    // Whoever has an account may be called otherwise at times.
    const where = sql<boolean>`${counterpartyKey} = each_key and ${isCalledSo(wanted, counterpartyName)}`
    const over = sql`unnest(${keys}::text[]) as each_key`
    add({ ...inTime, over, parts: keys.length, where, meets: ['accountName'] })
  }
  return ways
}

function waysToAmounts({ minKobo, maxKobo, order }: Wanted): AccessPath[] {
  if (minKobo === undefined && maxKobo === undefined) return []
  const meets = ['minKobo', 'maxKobo'] as const
  if (minKobo === maxKobo) {
    // All of one amount stand in any order of amounts as they do in time.
    return [{ ...once, ...inTime, order: orders[order].by, where: sql`amount_kobo = ${minKobo}`, meets }]
  }
  const where = sql<boolean>`amount_kobo between ${minKobo ?? 0n} and ${maxKobo ?? 2n ** 63n - 1n}`
  return [{ ...once, ...inAmounts, where, meets }]
}

function waysToStatus({ status, order }: Wanted): AccessPath[] {
  if (status === undefined) return []
  const meets = ['status'] as const
  if (undone.has(status)) {
    return [{ ...once, ...(orders[order].by === 'time' ? inTime : inAmounts), where: isOf(status), meets }]
  }
  if (!open.has(status)) return []
  return [{ ...once, ...inTime, where: sql`${isOf(status)} and status in ('QUEUED', 'PENDING')`, meets }]
}

/** Written out, as indexes of some rows alone are told apart. */
function isOf(status: string): RawBuilder<boolean> {
  return sql`status = ${sql.lit(status)}`
}

/** Along all of the mode. */
export function walkIn(wanted: Wanted): AccessPath {
  return orders[wanted.order].by === 'time' ? inScopes(wanted) : { ...once, ...inAmounts, where: sql`true`, meets: [] }
}
