import { naira } from '@kobo/contract/kit/naira'
import type { shops } from '@kobo/contract/shops'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { nameMatches } from '../../db/text-match.ts'
import { readPage } from '../../db/read-page.ts'
import { activityOf } from '../../engine/stores/active-status.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'

/** Lists shops, newest first. `name` matches the name or the branch. */
export const listShops: Handler<typeof shops.list> = async (input, { db, mode }) => {
  const { name, status, merchantId } = input
  const conditions = [sql`shop.mode = ${mode}`]
  if (merchantId !== undefined) conditions.push(sql`shop.merchant_id = ${merchantId}`)
  if (name !== undefined)
    conditions.push(sql`(${nameMatches('shop.name', name)} or ${nameMatches('shop.branch', name)})`)
  if (status !== undefined) conditions.push(sql`(shop.inactive_since is null) = ${status === 'ACTIVE'}`)
  const isMatching = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => ({
    matching: snapshot.selectFrom('shop').where(isMatching),
    shown: withParts(snapshot).where(isMatching).orderBy('shop.created_at', 'desc').orderBy('shop.id', 'desc'),
  }))
  return { totalRecords, shops: rows.map(asShop) }
}

/** Returns one shop with its balance. */
export const shopInfo: Handler<typeof shops.info> = async ({ shopId }, { db, mode }) => {
  const row = await withParts(db)
    .where('shop.id', '=', shopId)
    .where('shop.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This shop'))
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(booked_kobo), 0)::bigint as kobo
    from account where id in (
      select id from store where shop_id = ${shopId}
      union all select terminal.id from terminal join store on store.id = store_id where shop_id = ${shopId})
  `.execute(db)
  return { shop: { ...asShop(row), balance: naira(rows[0]?.kobo ?? 0n) } }
}

/** Shops with their merchants and the numbers of their stores and terminals. */
function withParts(db: Database) {
  return db
    .selectFrom('shop')
    .innerJoin('merchant', 'merchant.id', 'shop.merchant_id')
    .select(['shop.id', 'shop.created_at', 'shop.name', 'shop.branch', 'shop.inactive_since', 'shop.merchant_id'])
    .select(['business_name'])
    .select((eb) => [
      eb
        .selectFrom('store')
        .whereRef('store.shop_id', '=', 'shop.id')
        .select((store) => store.fn.countAll<bigint>().as('n'))
        .as('stores'),
      eb
        .selectFrom('terminal')
        .innerJoin('store', 'store.id', 'terminal.store_id')
        .whereRef('store.shop_id', '=', 'shop.id')
        .select((terminal) => terminal.fn.countAll<bigint>().as('n'))
        .as('terminals'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof withParts>['executeTakeFirstOrThrow']>>

function asShop(row: Row) {
  return {
    id: row.id,
    createdAt: row.created_at,
    name: row.name,
    branch: row.branch,
    merchant: { id: row.merchant_id, businessName: row.business_name },
    stores: Number(row.stores),
    terminals: Number(row.terminals),
    status: activityOf(row),
  }
}
