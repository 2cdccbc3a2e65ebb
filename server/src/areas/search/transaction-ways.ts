import { firstDay, lastDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import type { transactionOrders } from '@kobo/contract/search'
import { type RawBuilder, sql } from 'kysely'
import { type Days, onDays } from '../../db/days.ts'
import { nameMatches } from '../../db/like.ts'

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
  sessionId?: string | undefined
  /** In capitals: the whole of it or how it begins. */
  reference?: string | undefined
}

/** An index that candidates are taken from: what of it, once for each row of `over`, and how its rows stand. */
export interface Way {
  over: RawBuilder<unknown>
  where: RawBuilder<boolean>
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

const inTime = { order: 'time', along: orders.newest.columns } as const
const inAmounts = { order: 'amount', along: orders.smallest.columns } as const

/** So many counterparties' newest are put together to the newest of all. */
const inOrderAtMost = 50

/** As the migration has it in its index. */
const counterpartyKey = sql`counterparty_key(
  type, originator_number, beneficiary_number, originator_name, beneficiary_name)`
const counterpartyName = sql`other_end(type, originator_name, beneficiary_name)`

const once = sql`(values (1)) as once`
const scopes = sql`unnest(array['MERCHANT', 'WALLET', 'CHILD', 'STORE', 'TERMINAL']) as each_scope`
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

/** Holds for the rows of `transaction` that are looked for. */
export function isWanted(wanted: Wanted): RawBuilder<boolean> {
  const { id, merchantIds, walletIds, status, type, category, minKobo, maxKobo, sessionId, reference } = wanted
  const conditions = [isOfTime(wanted)]
  if (id !== undefined) conditions.push(sql`id = ${id}`)
  if (merchantIds) conditions.push(sql`merchant_id = any(${merchantIds}::uuid[])`)
  if (walletIds) conditions.push(sql`wallet_id = any(${walletIds}::uuid[])`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (type !== undefined) conditions.push(sql`type = ${type}`)
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  if (minKobo !== undefined) conditions.push(sql`amount_kobo >= ${minKobo}`)
  if (maxKobo !== undefined) conditions.push(sql`amount_kobo <= ${maxKobo}`)
  if (sessionId !== undefined) conditions.push(sql`session_id = ${sessionId}`)
  if (reference !== undefined) conditions.push(sql`reference ^@ ${reference}`)
  if (wanted.accountNumber !== undefined) conditions.push(sql`${counterpartyKey} = ${wanted.accountNumber}`)
  if (wanted.accountName !== undefined) conditions.push(nameMatches(counterpartyName, wanted.accountName))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Of this mode, and of these days. */
export function isOfTime({ mode, days }: Wanted): RawBuilder<boolean> {
  const isOfMode = sql<boolean>`mode = ${sql.lit(mode)}`
  // An index without times can answer alone where any day will do.
  if (isAnyDay(days)) return isOfMode
  return sql<boolean>`${isOfMode} and ${onDays('created_at', days)}`
}

function isAnyDay({ from, to }: Days): boolean {
  return from === firstDay && to === lastDay
}

/**
 * Where the wanted ones can be found without looking at others of their time: what finds fewest, first. `keys` are those of
 * the counterparties that are called as asked, where they are few.
 */
export function waysTo(wanted: Wanted, keys: readonly string[] | null): Way[] {
  const { id, merchantIds, walletIds, status = '', category, minKobo, maxKobo, sessionId, reference } = wanted
  const { by } = orders[wanted.order]
  const ways: Way[] = []
  const add = (where: Way['where'], along: Way['along']) => ways.push({ over: once, where, order: null, along })
  const addInTime = (where: Way['where'], over = once) => ways.push({ over, where, ...inTime })
  if (id !== undefined) add(sql`id = ${id}`, sql`id`)
  if (sessionId !== undefined) add(sql`session_id = ${sessionId}`, sql`session_id`)
  if (reference !== undefined) add(sql`reference ^@ ${reference}`, sql`reference using ~<~`)
  if (wanted.accountNumber !== undefined) addInTime(sql`${counterpartyKey} = ${wanted.accountNumber}`)
  if (keys) {
    // The first thousand of each of many would be more than all that few have.
    const order = keys.length <= inOrderAtMost ? inTime.order : null
    const over = sql`unnest(${keys}::text[]) as each_key`
    ways.push({ over, where: sql`${counterpartyKey} = each_key`, ...inTime, order })
  }
  if (walletIds) addInTime(sql`wallet_id = each_wallet`, sql`unnest(${walletIds}::uuid[]) as each_wallet`)
  if (minKobo !== undefined && minKobo === maxKobo) {
    // All of one amount stand in any order of amounts as they do in time.
    ways.push({ over: once, where: sql`amount_kobo = ${minKobo}`, ...inTime, order: by })
  } else if (minKobo !== undefined || maxKobo !== undefined) {
    const where = sql<boolean>`amount_kobo between ${minKobo ?? 0n} and ${maxKobo ?? 2n ** 63n - 1n}`
    ways.push({ over: once, where, ...inAmounts })
  }
  // Written out, as indexes of some rows alone are told apart.
  if (undone.has(status)) {
    ways.push({ over: once, where: sql`status = ${sql.lit(status)}`, ...(by === 'time' ? inTime : inAmounts) })
  }
  if (open.has(status)) addInTime(sql`status = ${sql.lit(status)} and status in ('QUEUED', 'PENDING')`)
  if (category !== undefined && !common.has(category)) addInTime(sql`category = ${sql.lit(category)}`)
  if (merchantIds) {
    const over = sql`${scopes} cross join unnest(${merchantIds}::uuid[]) as each_merchant`
    addInTime(sql`scope = each_scope and merchant_id = each_merchant`, over)
  } else if (!isAnyDay(wanted.days)) addInTime(sql`scope = each_scope`, scopes)
  return ways
}

/** Along all of the mode. */
export function walkIn(order: Order): Way {
  return orders[order].by === 'time'
    ? { over: scopes, where: sql`scope = each_scope`, ...inTime }
    : { over: once, where: sql`true`, ...inAmounts }
}
