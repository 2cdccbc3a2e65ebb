import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import type { stores } from '@kobo/contract/stores'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import { nameMatches } from '../../db/text-match.ts'
import { normalizeReference } from '../../engine/collections/collection-messages.ts'
import type { Handler } from '../../http/handler.ts'
import { storeScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'
import type { ListedTransaction } from '../transactions/listed-transaction.ts'

type List = typeof stores.transactions

/** Lists the transactions of stores and their terminals, newest first. */
export const listStoreTransactions: Handler<List> = async (input, { db, mode }) => {
  const { merchantId, category, status, terminalId, shopId, search } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, transactions: [] }
  // A search matches few rows, and one terminal or shop has its own index.
  const isCounted = terminalId === undefined && shopId === undefined && search === undefined
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'transaction',
      days,
      matches: matchesFilter(mode, input),
      isGathered: search !== undefined,
      counted: isCounted ? { mode, scope: storeScope, merchantId, type: category, category: status, days } : null,
      columns: sql<Row>`t.id, t.created_at, t.type, t.category, t.status, t.amount_kobo, t.reference, t.terminal_id,
        t.fee_kobo + t.vat_kobo + t.stamp_duty_kobo as charges_kobo, terminal.serial_number, store.id as store_id,
        store.name as store_name, t.merchant_id, merchant.business_name`,
      joins: sql`
        left join merchant on merchant.id = t.merchant_id
        left join terminal on terminal.id = t.terminal_id
        left join store on store.id = case t.scope when 'STORE' then t.account_id else terminal.store_id end`,
    },
    input,
  )
  return { totalRecords: Number(total), transactions: rows.map(asRow) }
}

interface Row
  extends Pick<
    ListedTransaction,
    'id' | 'created_at' | 'type' | 'category' | 'status' | 'amount_kobo' | 'charges_kobo' | 'reference' | 'merchant_id'
  > {
  terminal_id: string | null
  serial_number: string | null
  store_id: string
  store_name: string
  business_name: string
}

function asRow(row: Row) {
  return {
    id: row.id,
    createdAt: row.created_at,
    type: row.type === 'DEBIT' ? ('DEBIT' as const) : ('CREDIT' as const),
    category: row.category,
    amount: naira(row.amount_kobo),
    charges: naira(row.charges_kobo),
    status: row.status,
    reference: row.reference,
    store: { id: row.store_id, name: row.store_name },
    terminal: row.terminal_id === null ? null : { id: row.terminal_id, serialNumber: row.serial_number },
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

function matchesFilter(mode: string, input: Input<List>): RawBuilder<boolean> {
  const { merchantId, category, status, terminalId, shopId, search } = input
  // Literals, so that the planner can match the partial index of stores' transactions.
  const conditions = [sql`mode = ${mode}`, sql`scope in ('STORE', 'TERMINAL')`]
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (terminalId !== undefined) conditions.push(sql`terminal_id = ${terminalId}`)
  if (shopId !== undefined) conditions.push(onAccountOf(sql`store.shop_id = ${shopId}`))
  if (search !== undefined) {
    const byStore = onAccountOf(sql`store.mode = ${mode} and ${nameMatches('store.name', search)}`)
    const isOfPlace = sql`mode = ${mode} and scope in ('STORE', 'TERMINAL')`
    // Each half has its own index.
    conditions.push(sql`id in (
      select id from transaction where ${isOfPlace} and reference ^@ ${normalizeReference(search)}
      union all
      select id from transaction where ${isOfPlace} and ${byStore}
    )`)
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Returns the condition that the account is of one of these stores or of a terminal in one. */
function onAccountOf(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`account_id in (
    select store.id from store where ${condition}
    union all select terminal.id from terminal join store on store.id = store_id where ${condition})`
}
