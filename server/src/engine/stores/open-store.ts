import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { DomainError } from '../../domain-error.ts'
import { openStoreAccount } from './open-store-account.ts'
import { uuidv7 } from '../../uuid.ts'

export interface NewStore {
  mode: Mode
  merchantId: string
  name: string
  /** Shop that contains the store, or null. */
  shopId: string | null
  at: Date
}

/** Opens a store, in one of the merchant's shops or in none, with an empty ledger account. */
export async function openStore(
  db: Transaction,
  { shopId, ...store }: NewStore,
): Promise<{ id: string; number: string }> {
  const { mode, merchantId, name } = store
  if (shopId !== null) {
    const shop = db.selectFrom('shop').select('id').where('id', '=', shopId)
    const own = await shop.where('merchant_id', '=', merchantId).where('mode', '=', mode).executeTakeFirst()
    if (!own) throw new DomainError('not_found', 'This shop')
  }
  const { id, number, created_at } = await openStoreAccount(db, { ...store, kind: 'STORE' })
  await db
    .insertInto('store')
    .values({ id, mode, merchant_id: merchantId, created_at, name, shop_id: shopId })
    .execute()
  return { id, number }
}

export interface NewShop {
  mode: Mode
  merchantId: string
  name: string
  /** Location of the shop. */
  branch: string
  at: Date
}

/** Opens an active shop without stores; returns its id. */
export async function openShop(db: Transaction, { mode, merchantId, name, branch, at }: NewShop): Promise<string> {
  const id = uuidv7(at.getTime())
  const row = { id, mode, merchant_id: merchantId, created_at: at.toISOString(), name, branch }
  await db.insertInto('shop').values(row).execute()
  return id
}
