import { firstDay, lastDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import type { transactionOrders } from '@kobo/contract/search'
import { type RawBuilder, sql } from 'kysely'
import { type Days, onDays } from '../../db/days.ts'
import { nameIs, nameMatches } from '../../db/text-match.ts'
import { every } from '../../ledger/counters/scopes.ts'

export type Order = (typeof transactionOrders)[number]

/** Filters of a transaction search, of any merchant, and the order of its results. */
export interface SearchTerms {
  mode: Mode
  order: Order
  days: Days
  id?: string | undefined
  merchantIds?: readonly string[] | undefined
  walletIds?: readonly string[] | undefined
  status?: readonly string[] | undefined
  type?: string | undefined
  category?: string | undefined
  minKobo?: bigint | undefined
  maxKobo?: bigint | undefined
  /** Of the counterparty. */
  accountNumber?: string | undefined
  accountName?: string | undefined
  /** Whether the counterparty's name must match completely. */
  isWholeName?: boolean | undefined
  sessionId?: string | undefined
  /** In capitals; whole or a prefix. */
  reference?: string | undefined
}

/** Name of a search and the mode in which it is looked up. */
export type Named = Pick<SearchTerms, 'mode' | 'accountName' | 'isWholeName'>

type Filter = Exclude<keyof SearchTerms, 'mode' | 'order' | 'days' | 'isWholeName'>

/** Index range that candidates are read from, once per row of `over`, and its order. */
export interface AccessPath {
  over: RawBuilder<unknown>
  /** Number of rows in `over`. */
  parts: number
  where: RawBuilder<boolean>
  /** Filters that every row of the path satisfies. */
  meets: readonly Filter[]
  /** What the range is narrowed by besides `meets`: a mode and days, a mode alone, or neither. */
  narrowedBy: 'days' | 'mode' | 'nothing'
  /** Whether it covers a single day, whose rows can all be sorted. */
  isShort?: boolean
  /** Order that the path provides, in both directions. */
  order: 'time' | 'amount' | null
  /** The index's own order, which makes the planner choose it over other indexes. */
  along: RawBuilder<unknown>
}

/** Sort columns of each order, as an index provides them forwards or backwards. */
export const orders: Record<Order, { by: 'time' | 'amount'; columns: RawBuilder<unknown> }> = {
  newest: { by: 'time', columns: sql`created_at desc, id desc` },
  oldest: { by: 'time', columns: sql`created_at, id` },
  largest: { by: 'amount', columns: sql`amount_kobo desc, created_at, id` },
  smallest: { by: 'amount', columns: sql`amount_kobo, created_at desc, id desc` },
}

const inTime = { order: 'time', along: orders.newest.columns, narrowedBy: 'days' } as const
const inAmounts = { order: 'amount', along: orders.smallest.columns, narrowedBy: 'mode' } as const

/** The same expression as in the migration's index. */
const counterpartyKey = sql`counterparty_key(
  type, originator_number, beneficiary_number, originator_name, beneficiary_name)`
const counterpartyName = sql`other_end(type, originator_name, beneficiary_name)`

const once = { over: sql`(values (1)) as once`, parts: 1 }
const scopeNames = ['MERCHANT', 'WALLET', 'CHILD', 'SUBACCOUNT', 'STORE', 'TERMINAL']
const scopes = sql`unnest(${sql.lit(`{${scopeNames.join(',')}}`)}::text[]) as each_scope`

/** Scopes in which the counters have transactions of the category. The others would be searched in vain. */
function scopesOf({ mode, category }: SearchTerms): RawBuilder<unknown> {
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

function inScopes(filters: SearchTerms): AccessPath {
  return { over: scopesOf(filters), parts: scopeNames.length, where: sql`scope = each_scope`, meets: [], ...inTime }
}
/** Statuses and categories by how common they are: only rare ones select few rows. */
const unsuccessful = new Set(['FAILED', 'DECLINED'])
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

/** Returns the filters that the rows of the path do not satisfy already. */
export function residualFilters(filters: SearchTerms, { meets, narrowedBy }: AccessPath): RawBuilder<boolean>[] {
  const satisfied = new Set(meets)
  const conditions: RawBuilder<boolean>[] = []
  const add = <Name extends Filter>(
    name: Name,
    condition: (value: NonNullable<SearchTerms[Name]>) => RawBuilder<boolean>,
  ): void => {
    const value = filters[name]
    if (value !== undefined && !satisfied.has(name)) conditions.push(condition(value))
  }
  add('id', (id) => sql`id = ${id}`)
  add('merchantIds', (ids) => sql`merchant_id = any(${ids}::uuid[])`)
  add('walletIds', (ids) => sql`wallet_id = any(${ids}::uuid[])`)
  add('status', (status) => sql`status = any(${status})`)
  add('type', (type) => sql`type = ${type}`)
  add('category', (category) => sql`category = ${category}`)
  add('minKobo', (kobo) => sql`amount_kobo >= ${kobo}`)
  add('maxKobo', (kobo) => sql`amount_kobo <= ${kobo}`)
  add('sessionId', (sessionId) => sql`session_id = ${sessionId}`)
  add('reference', (reference) => sql`reference ^@ ${reference}`)
  add('accountNumber', (number) => sql`${counterpartyKey} = ${number}`)
  add('accountName', () => nameCondition(filters, counterpartyName))
  if (narrowedBy === 'nothing') conditions.push(isOfMode(filters))
  if (narrowedBy !== 'days' && !isAnyDay(filters.days)) conditions.push(isOfDays(filters))
  return conditions
}

/** Returns the condition of the path's rows, for each row of its `over`. */
export function pathCondition(filters: SearchTerms, { narrowedBy, where }: AccessPath): RawBuilder<boolean> {
  if (narrowedBy === 'nothing') return where
  // Without a filter by day, an index without times can answer alone.
  if (narrowedBy === 'mode' || isAnyDay(filters.days)) return sql`${isOfMode(filters)} and ${where}`
  return sql`${isOfMode(filters)} and ${isOfDays(filters)} and ${where}`
}

/** Returns the condition that a column matches the wanted name. */
export function nameCondition(
  { accountName = '', isWholeName }: Named,
  column: string | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return isWholeName ? nameIs(column, accountName) : nameMatches(column, accountName)
}

function isOfMode({ mode }: SearchTerms): RawBuilder<boolean> {
  return sql`mode = ${sql.lit(mode)}`
}

function isOfDays({ days }: SearchTerms): RawBuilder<boolean> {
  return onDays('created_at', days)
}

function isAnyDay({ from, to }: Days): boolean {
  return from === firstDay && to === lastDay
}

/**
 * Returns the access paths that avoid scanning other transactions of the same time, most selective first. `keys` are the
 * counterparties with the wanted name, null if there are too many.
 */
export function accessPathsFor(filters: SearchTerms, keys: readonly string[] | null): AccessPath[] {
  const { id, merchantIds, walletIds, category, sessionId, reference, days } = filters
  const paths: AccessPath[] = []
  const add = (path: Pick<AccessPath, 'where' | 'meets'> & Partial<AccessPath>) =>
    paths.push({ ...once, ...inTime, ...path })
  const unordered = (along: AccessPath['along']) => ({ along, order: null, narrowedBy: 'nothing' }) as const
  if (id !== undefined) add({ where: sql`id = ${id}`, meets: ['id'], ...unordered(sql`id`) })
  if (sessionId !== undefined) {
    add({ where: sql`session_id = ${sessionId}`, meets: ['sessionId'], ...unordered(sql`session_id`) })
  }
  if (reference !== undefined) {
    add({ where: sql`reference ^@ ${reference}`, meets: ['reference'], ...unordered(sql`reference using ~<~`) })
  }
  paths.push(...pathsToCounterparties(filters, keys))
  if (walletIds) {
    const over = sql`unnest(${walletIds}::uuid[]) as each_wallet`
    add({ over, parts: walletIds.length, where: sql`wallet_id = each_wallet`, meets: ['walletIds'] })
  }
  paths.push(...pathsToAmounts(filters), ...pathsToStatus(filters))
  if (category !== undefined && !common.has(category)) {
    add({ where: sql`category = ${sql.lit(category)}`, meets: ['category'] })
  }
  const isShort = days.from === days.to
  if (merchantIds) {
    const over = sql`${scopesOf(filters)} cross join unnest(${merchantIds}::uuid[]) as each_merchant`
    const where = sql<boolean>`scope = each_scope and merchant_id = each_merchant`
    add({ over, parts: scopeNames.length * merchantIds.length, where, meets: ['merchantIds'], isShort })
  } else if (!isAnyDay(days)) paths.push({ ...inScopes(filters), isShort })
  return paths
}

/** Paths by account number or by name. Indexes of their FAILED and DECLINED transactions come first. */
function pathsToCounterparties(filters: SearchTerms, keys: readonly string[] | null): AccessPath[] {
  const { accountNumber, accountName, status } = filters
  const paths: AccessPath[] = []
  const add = (path: AccessPath) => {
    if (isAllOf(unsuccessful, status)) {
      const undone = ofEachStatus(status, unsuccessful)
      paths.push({
        ...path,
        over: sql`${undone.over} cross join ${path.over}`,
        parts: undone.parts * path.parts,
        where: sql`${undone.where} and ${path.where}`,
        meets: ['status', ...path.meets],
      })
    }
    paths.push(path)
  }
  if (accountNumber !== undefined) {
    add({ ...once, ...inTime, where: sql`${counterpartyKey} = ${accountNumber}`, meets: ['accountNumber'] })
  }
  if (keys && accountName !== undefined) {
    // One account may appear under different names.
    const where = sql<boolean>`${counterpartyKey} = each_key and ${nameCondition(filters, counterpartyName)}`
    const over = sql`unnest(${keys}::text[]) as each_key`
    add({ ...inTime, over, parts: keys.length, where, meets: ['accountName'] })
  }
  return paths
}

function pathsToAmounts({ minKobo, maxKobo, order }: SearchTerms): AccessPath[] {
  if (minKobo === undefined && maxKobo === undefined) return []
  const meets = ['minKobo', 'maxKobo'] as const
  if (minKobo === maxKobo) {
    // Rows of one amount are in time order, which either order by amount keeps.
    return [{ ...once, ...inTime, order: orders[order].by, where: sql`amount_kobo = ${minKobo}`, meets }]
  }
  const where = sql<boolean>`amount_kobo between ${minKobo ?? 0n} and ${maxKobo ?? 2n ** 63n - 1n}`
  return [{ ...once, ...inAmounts, where, meets }]
}

function pathsToStatus({ status, order }: SearchTerms): AccessPath[] {
  const meets = ['status'] as const
  if (isAllOf(unsuccessful, status)) {
    return [{ ...ofEachStatus(status, unsuccessful), ...(orders[order].by === 'time' ? inTime : inAmounts), meets }]
  }
  if (!isAllOf(open, status)) return []
  // In the order of time whatever the status, which is no column of this index.
  return [{ ...once, ...inTime, where: sql`status in (${literals(status)}) and status in (${literals(open)})`, meets }]
}

function isAllOf(statuses: ReadonlySet<string>, chosen: SearchTerms['status']): chosen is readonly string[] {
  return chosen !== undefined && chosen.every((status) => statuses.has(status))
}

/** Reads each status separately, since the indexes begin with it. The literals match the condition of the partial indexes. */
function ofEachStatus(chosen: readonly string[], indexed: ReadonlySet<string>) {
  return {
    over: sql`unnest(array[${literals(chosen)}]) as each_status`,
    parts: chosen.length,
    where: sql<boolean>`status = each_status and status in (${literals(indexed)})`,
  }
}

function literals(values: Iterable<string>): RawBuilder<unknown> {
  return sql.join([...values].map((value) => sql.lit(value)))
}

/** Returns the path through all transactions of the mode. */
export function scanPath(filters: SearchTerms): AccessPath {
  return orders[filters.order].by === 'time'
    ? inScopes(filters)
    : { ...once, ...inAmounts, where: sql`true`, meets: [] }
}
