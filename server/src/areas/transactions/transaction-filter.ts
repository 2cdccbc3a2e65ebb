import type { Mode } from '@kobo/contract/kit/mode'
import { type RawBuilder, sql } from 'kysely'
import type { Days } from '../../db/days.ts'

/** Filters of a list of transactions. */
export interface TransactionFilter {
  mode: Mode
  scope: 'MERCHANT' | 'WALLET'
  merchantId?: string | undefined
  walletId?: string | undefined
  type?: string | undefined
  category?: string | undefined
  /** Whole or a prefix, in any letter case. */
  reference?: string | undefined
  days: Days
}

/** Returns the condition of a filter on rows of `transaction`, without its days. */
export function matchesFilter(filter: TransactionFilter): RawBuilder<boolean> {
  const { mode, scope, merchantId, walletId, type, category, reference } = filter
  const conditions = [sql`mode = ${mode}`]
  // A wallet's transactions all have its scope, which its index does not contain.
  if (walletId === undefined) conditions.push(sql`scope = ${scope}`)
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (walletId !== undefined) conditions.push(sql`wallet_id = ${walletId}`)
  if (type !== undefined) conditions.push(sql`type = ${type}`)
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  // References are stored in capitals.
  if (reference !== undefined) conditions.push(sql`reference ^@ ${reference.toUpperCase()}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
