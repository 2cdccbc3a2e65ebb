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

/** An index that candidates are taken from: what of it, once for each row of `over`, and what its rows are ordered by. */
export interface Way {
  over: RawBuilder<unknown>
  where: RawBuilder<boolean>
  order: 'time' | 'amount' | null
}

/** The two ends of every order, as an index has them: backwards where it says so. */
export const orders: Record<Order, { by: 'time' | 'amount'; columns: RawBuilder<unknown> }> = {
  newest: { by: 'time', columns: sql`created_at desc, id desc` },
  oldest: { by: 'time', columns: sql`created_at, id` },
  largest: { by: 'amount', columns: sql`amount_kobo desc, created_at, id` },
  smallest: { by: 'amount', columns: sql`amount_kobo, created_at desc, id desc` },
}

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
  return sql<boolean>`mode = ${sql.lit(mode)} and ${onDays('created_at', days)}`
}

/**
 * Where the wanted ones can be found without looking at others of their time: what finds fewest, first. `keys` are those of
 * the counterparties that are called as asked, where they are few.
 */
export function waysTo(wanted: Wanted, keys: readonly string[] | null): Way[] {
  const { id, merchantIds, walletIds, status = '', category, minKobo, maxKobo, sessionId, reference } = wanted
  const ways: Way[] = []
  const add = (where: Way['where'], order: Way['order'], over = once) => ways.push({ over, where, order })
  if (id !== undefined) add(sql`id = ${id}`, null)
  if (sessionId !== undefined) add(sql`session_id = ${sessionId}`, null)
  if (reference !== undefined) add(sql`reference ^@ ${reference}`, null)
  if (wanted.accountNumber !== undefined) add(sql`${counterpartyKey} = ${wanted.accountNumber}`, 'time')
  if (keys) add(sql`${counterpartyKey} = each_key`, 'time', sql`unnest(${keys}::text[]) as each_key`)
  if (walletIds) add(sql`wallet_id = each_wallet`, 'time', sql`unnest(${walletIds}::uuid[]) as each_wallet`)
  if (minKobo !== undefined && minKobo === maxKobo) add(sql`amount_kobo = ${minKobo}`, orders[wanted.order].by)
  else if (minKobo !== undefined || maxKobo !== undefined) {
    add(sql`amount_kobo between ${minKobo ?? 0n} and ${maxKobo ?? 2n ** 63n - 1n}`, 'amount')
  }
  // Written out, as indexes of some rows alone are told apart.
  if (undone.has(status)) add(sql`status = ${sql.lit(status)}`, 'time')
  if (open.has(status)) add(sql`status = ${sql.lit(status)} and status in ('QUEUED', 'PENDING')`, 'time')
  if (category !== undefined && !common.has(category)) add(sql`category = ${sql.lit(category)}`, 'time')
  if (merchantIds) {
    const over = sql`${scopes} cross join unnest(${merchantIds}::uuid[]) as each_merchant`
    add(sql`scope = each_scope and merchant_id = each_merchant`, 'time', over)
  }
  return ways
}

/** Along all of the mode. */
export function walkIn(order: Order): Way {
  const { by } = orders[order]
  return by === 'time'
    ? { over: scopes, where: sql`scope = each_scope`, order: by }
    : { over: once, where: sql`true`, order: by }
}
