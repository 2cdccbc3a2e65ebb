import { naira } from '@kobo/contract/kit/naira'
import type { stores } from '@kobo/contract/stores'
import { type RawBuilder, sql } from 'kysely'
import { accountNumberBegins, nameMatches } from '../../db/text-match.ts'
import { readPage } from '../../db/read-page.ts'
import { activityOf } from '../../engine/stores/active-status.ts'
import type { Handler } from '../../http/handler.ts'
import { hasFreeze } from '../../ledger/frozen-accounts.ts'

/** Lists stores, newest first. */
export const listStores: Handler<typeof stores.list> = async (input, { db, mode }) => {
  const { name, shopId, merchantId } = input
  const conditions = [sql`store.mode = ${mode}`]
  if (shopId !== undefined) conditions.push(sql`store.shop_id = ${shopId}`)
  if (merchantId !== undefined) conditions.push(sql`store.merchant_id = ${merchantId}`)
  if (name !== undefined)
    conditions.push(sql`(${nameMatches('store.name', name)} or ${accountNumberBegins('account_number', name)})`)
  const isMatching = every(conditions)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot.selectFrom('store').innerJoin('account', 'account.id', 'store.id').where(isMatching)
    return {
      matching,
      shown: matching
        .innerJoin('merchant', 'merchant.id', 'store.merchant_id')
        .leftJoin('shop', 'shop.id', 'store.shop_id')
        .select(['store.id', 'store.created_at', 'store.name', 'store.merchant_id', 'store.shop_id', 'business_name'])
        .select(['shop.name as shop_name', 'shop.branch', 'account_number', 'booked_kobo'])
        .select(hasFreeze({ merchantId: sql.ref('store.merchant_id'), id: sql.ref('store.id') }).as('is_frozen'))
        .select((eb) =>
          eb
            .selectFrom('terminal')
            .whereRef('terminal.store_id', '=', 'store.id')
            .select((terminal) => terminal.fn.countAll<bigint>().as('n'))
            .as('terminals'),
        )
        .orderBy('store.created_at', 'desc')
        .orderBy('store.id', 'desc'),
    }
  })
  return {
    totalRecords,
    stores: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      name: row.name,
      shop: row.shop_id === null ? null : { id: row.shop_id, name: row.shop_name, branch: row.branch },
      merchant: { id: row.merchant_id, businessName: row.business_name },
      accountNumber: row.account_number,
      balance: naira(row.booked_kobo),
      terminals: Number(row.terminals),
      isFrozen: row.is_frozen,
    })),
  }
}

/** Lists terminals, newest first. */
export const listTerminals: Handler<typeof stores.terminals> = async (input, { db, mode }) => {
  const { storeId, serialNumber, status, shopId, merchantId } = input
  const conditions = [sql`terminal.mode = ${mode}`]
  if (storeId !== undefined) conditions.push(sql`terminal.store_id = ${storeId}`)
  if (shopId !== undefined) conditions.push(sql`store.shop_id = ${shopId}`)
  if (merchantId !== undefined) conditions.push(sql`terminal.merchant_id = ${merchantId}`)
  if (serialNumber !== undefined) conditions.push(sql`terminal.serial_number ^@ ${serialNumber.toUpperCase()}`)
  if (status !== undefined) conditions.push(sql`(terminal.inactive_since is null) = ${status === 'ACTIVE'}`)
  const isMatching = every(conditions)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot.selectFrom('terminal').innerJoin('store', 'store.id', 'store_id').where(isMatching)
    return {
      matching,
      shown: matching
        .innerJoin('account', 'account.id', 'terminal.id')
        .innerJoin('merchant', 'merchant.id', 'terminal.merchant_id')
        .select(['terminal.id', 'terminal.created_at', 'serial_number', 'terminal.inactive_since', 'store_id'])
        .select(['store.name as store_name', 'terminal.merchant_id', 'business_name', 'account_number', 'booked_kobo'])
        .orderBy('terminal.created_at', 'desc')
        .orderBy('terminal.id', 'desc'),
    }
  })
  return {
    totalRecords,
    terminals: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      serialNumber: row.serial_number,
      status: activityOf(row),
      store: { id: row.store_id, name: row.store_name },
      merchant: { id: row.merchant_id, businessName: row.business_name },
      accountNumber: row.account_number,
      balance: naira(row.booked_kobo),
    })),
  }
}

function every(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
