import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { countMerchants } from '../ledger/counters/merchants-by-kyc.ts'
import { uuidv7 } from '../uuid.ts'
import { idAt, sealNumbers } from './factories.ts'

export interface CustomerAccount {
  id: string
  mode: Mode
  merchantId: string
  walletId: string | null
  kind: string
}

/** Creates a merchant with its main wallet and one customer's wallet, both empty. */
export async function someAccounts(db: Database, mode: Mode): Promise<[CustomerAccount, CustomerAccount]> {
  const at = new Date().toISOString()
  const [merchantId, walletId] = [idAt(at), idAt(at)]
  const accounts: [CustomerAccount, CustomerAccount] = [
    { id: uuidv7(), mode, merchantId, walletId: null, kind: 'MERCHANT' },
    { id: uuidv7(), mode, merchantId, walletId, kind: 'WALLET' },
  ]
  const numbers = sealNumbers('wallet', walletId, { bvn: '22012345678', nin: '51012345678' })
  const written = sql`
    with new_merchant as (
      insert into merchant (id, mode, created_at, prefix, business_name, email)
      values (${merchantId}, ${mode}, ${at}, 'KOLA', 'Kola Nut & Kernel Ltd', 'till@kolanut.example')
    ), new_wallet as (
      insert into wallet (id, mode, merchant_id, created_at, account_name, tier, status, bvn, sealed_bvn, nin, sealed_nin)
      values (${walletId}, ${mode}, ${merchantId}, ${at}, 'Ngozi Bello', 3, 'ACTIVE', ${numbers.bvn}, ${numbers.sealed_bvn},
        ${numbers.nin}, ${numbers.sealed_nin})
    )
    insert into account (id, mode, created_at, kind, merchant_id, wallet_id, account_number, account_name, bank_code,
      bank_name)
    select id, ${mode}, now(), kind, ${merchantId}, wallet_id, lpad(nextval('account_serial')::text, 10, '0'),
      'Kola Nut', '101', 'Providus Bank'
    from (values (${accounts[0].id}::uuid, 'MERCHANT', null::uuid), (${accounts[1].id}, 'WALLET', ${walletId}))
      as new (id, kind, wallet_id)
  `
  await db.transaction().execute(async (transaction) => {
    await written.execute(transaction)
    await countMerchants(transaction, [{ mode, verified: 'NOT_SUBMITTED' }])
  })
  return accounts
}

/**
 * Opens another empty account of a merchant. A wallet's account can only be its child; a terminal requires the merchant to have a
 * store and is placed in its first one.
 */
export async function anAccountOf(
  db: Database,
  { mode, merchantId, walletId }: CustomerAccount,
  kind: 'CHILD' | 'SUBACCOUNT' | 'STORE' | 'TERMINAL',
): Promise<CustomerAccount> {
  const at = new Date().toISOString()
  const id = idAt(at)
  await sql`
    insert into account (id, mode, created_at, kind, merchant_id, wallet_id, account_number, account_name, bank_code,
      bank_name)
    values (${id}, ${mode}, ${at}, ${kind}, ${merchantId}, ${kind === 'CHILD' ? walletId : null}, lpad(nextval('account_serial')::text, 10, '0'),
      'Kola Nut', '101', 'Providus Bank')
  `.execute(db)
  if (kind === 'SUBACCOUNT') {
    await sql`
      insert into subaccount (id, mode, merchant_id, created_at, name, split_type, split_value, bank_code, bank_name,
        account_number, account_name)
      values (${id}, ${mode}, ${merchantId}, ${at}, 'Kernel Supplies', 'FLAT', 100, '058', 'Guaranty Trust Bank',
        '0123456900', 'Chidi Okafor')
    `.execute(db)
  }
  if (kind === 'STORE') {
    await sql`
      insert into store (id, mode, merchant_id, created_at, name) values (${id}, ${mode}, ${merchantId}, ${at}, 'Balogun')
    `.execute(db)
  }
  if (kind === 'TERMINAL') {
    await sql`
      insert into terminal (id, mode, merchant_id, store_id, created_at, serial_number, active_since)
      select ${id}, ${mode}, ${merchantId}, store.id, ${at}, ${`T${id.toUpperCase()}`}, ${at}
      from store where merchant_id = ${merchantId} order by id limit 1
    `.execute(db)
  }
  return { id, mode, merchantId, walletId: null, kind }
}
