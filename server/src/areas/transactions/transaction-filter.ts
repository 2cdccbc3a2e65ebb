import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { type RawBuilder, sql } from 'kysely'

/** Which transactions a list shows. */
export interface TransactionFilter {
  mode: Mode
  scope: 'MERCHANT' | 'WALLET'
  merchantId?: string | undefined
  walletId?: string | undefined
  type?: string | undefined
  category?: string | undefined
  /** The whole of it or how it begins, in any letter case. */
  reference?: string | undefined
  days: Days
}

/** Whole days in Lagos, both ends included. */
export interface Days {
  from: string
  to: string
}

/** Whole years whose days JavaScript and PostgreSQL write alike. */
const allDays: Days = { from: '0002-01-01', to: '9998-12-31' }

/** The days of a filter, either end of which may be open. */
export function daysBetween(from = allDays.from, to = allDays.to): Days {
  return { from: from < allDays.from ? allDays.from : from, to: to > allDays.to ? allDays.to : to }
}

/** Holds for the rows of `transaction` that a filter asks for. */
export function matches(filter: TransactionFilter): RawBuilder<boolean> {
  const { mode, scope, merchantId, walletId, type, category, reference, days } = filter
  const conditions = [
    sql`mode = ${mode}`,
    sql`created_at >= ${dayStart(days.from).toISOString()}`,
    sql`created_at < ${dayEnd(days.to).toISOString()}`,
  ]
  // A wallet's transactions are all of its scope, and its index knows no scope.
  if (walletId === undefined) conditions.push(sql`scope = ${scope}`)
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (walletId !== undefined) conditions.push(sql`wallet_id = ${walletId}`)
  if (type !== undefined) conditions.push(sql`type = ${type}`)
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  // References are stored in capitals.
  if (reference !== undefined) conditions.push(sql`reference ^@ ${reference.toUpperCase()}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
