import { randomInt } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../db/database.ts'
import type {
  Account,
  Activity,
  BvnRecord,
  Director,
  Merchant,
  MerchantUpgrade,
  Partner,
  PayoutLog,
  Transaction as TransactionTable,
  Wallet,
  WalletUpgrade,
} from '../db/tables.ts'
import { providerBank } from '../ledger/accounts.ts'
import { countMerchants } from '../ledger/counters/merchants-by-kyc.ts'
import { accountNumber } from '../ledger/nuban.ts'
import { recordTransaction } from '../ledger/transactions.ts'
import { uuidv7 } from '../uuid.ts'
import { makeSeal } from '../seal.ts'
import { agreeRates } from '../ledger/agree-rates.ts'
import type { ChargeGroup } from '../ledger/charge-rates.ts'

export const testSecret = 'the secret of servers under test'

export const testSeal = makeSeal(testSecret)

/** The columns of a row's numbers as they are stored; undefined ones are left out. */
export function sealNumbers<C extends string>(
  table: string,
  id: string,
  numbers: Partial<Record<C, string | null | undefined>>,
): Record<C | `sealed_${C}`, string | null> {
  const columns = Object.entries<string | null | undefined>(numbers).flatMap(([column, clear]) => {
    const stored = clear ? testSeal.closeNumber(clear, { table, column, id }) : { hash: null, sealed: null }
    return [
      [column, stored.hash],
      [`sealed_${column}`, stored.sealed],
    ]
  })
  return Object.fromEntries(columns)
}

type Db = Database

/** Inserts a merchant with submitted KYC; tests pass only the fields they depend on. */
export async function aMerchant(db: Db, fields: Partial<Insertable<Merchant>> & { mode?: Mode } = {}) {
  const at = fields.created_at ?? new Date().toISOString()
  const row: Insertable<Merchant> = {
    id: idAt(at),
    mode: 'PRODUCTION',
    created_at: at,
    prefix: 'ADIR',
    business_name: 'Adire & Indigo Textiles Ltd',
    email: 'accounts@adireindigo.example',
    verified: 'SUBMITTED',
    ...fields,
  }
  Object.assign(row, sealNumbers('merchant', row.id, { bvn: fields.bvn, identity_number: fields.identity_number }))
  return await db.transaction().execute(async (transaction) => {
    const merchant = await transaction.insertInto('merchant').values(row).returningAll().executeTakeFirstOrThrow()
    await countMerchants(transaction, [merchant])
    return merchant
  })
}

/** Inserts a partner; tests pass only the fields they depend on. */
export async function aPartner(db: Db, fields: Partial<Insertable<Partner>> = {}) {
  const at = fields.created_at ?? new Date().toISOString()
  const row: Insertable<Partner> = {
    id: idAt(at),
    mode: 'PRODUCTION',
    created_at: at,
    name: 'Zuma Rock Advisers',
    email: 'desk@zumarock.example',
    phone_number: '+2348035550142',
    ...fields,
  }
  return await db.insertInto('partner').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function aDirector(db: Db, merchantId: string, fields: Partial<Insertable<Director>> = {}) {
  const named = { first_name: 'Folasade', last_name: 'Ogunleye', ...fields }
  const id = fields.id ?? uuidv7()
  const row = { id, merchant_id: merchantId, ...named, ...sealNumbers('director', id, { bvn: fields.bvn }) }
  return db.insertInto('director').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Inserts a BVN register record; its number is passed in clear. */
export async function aBvnRecord(db: Db, fields: Insertable<BvnRecord>) {
  await db
    .insertInto('bvn_record')
    .values({
      first_name: 'Folasade',
      last_name: 'Ogunleye',
      ...fields,
      ...sealNumbers('bvn_record', '', { bvn: fields.bvn }),
      bvn: testSeal.numberHashes(fields.bvn)[0] ?? '',
    })
    .execute()
}

/** Inserts an active tier 1 wallet with the documents it requires. */
export async function aWallet(
  db: Db,
  merchant: { id: string; mode: string },
  fields: Partial<Insertable<Wallet>> = {},
) {
  const at = fields.created_at ?? new Date().toISOString()
  const row: Insertable<Wallet> = {
    id: idAt(at),
    mode: merchant.mode,
    merchant_id: merchant.id,
    created_at: at,
    account_name: 'Chidi Okafor',
    tier: 1,
    status: 'ACTIVE',
    ...fields,
  }
  const bvn = fields.bvn === undefined ? '22012345678' : fields.bvn
  Object.assign(row, sealNumbers('wallet', row.id, { bvn, nin: fields.nin }))
  return db.insertInto('wallet').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Opens an empty account with its own number for a wallet. */
export async function aWalletAccount(
  db: Db,
  wallet: { id: string; mode: string; merchant_id: string; account_name: string },
  fields: Partial<Insertable<Account>> = {},
) {
  const row: Insertable<Account> = {
    id: uuidv7(),
    mode: wallet.mode,
    created_at: new Date().toISOString(),
    kind: 'WALLET',
    merchant_id: wallet.merchant_id,
    wallet_id: wallet.id,
    account_number: accountNumber(randomInt(100_000_000, 500_000_000), providerBank.code),
    account_name: wallet.account_name,
    bank_code: providerBank.code,
    bank_name: providerBank.name,
    ...fields,
  }
  return db.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Inserts a request to upgrade a tier 1 wallet to tier 2. */
export async function aWalletUpgrade(
  db: Db,
  wallet: { id: string; mode: string; merchant_id: string },
  fields: Partial<Insertable<WalletUpgrade>> = {},
) {
  const at = fields.created_at ?? new Date().toISOString()
  const row: Insertable<WalletUpgrade> = {
    id: idAt(at),
    mode: wallet.mode,
    created_at: at,
    merchant_id: wallet.merchant_id,
    wallet_id: wallet.id,
    current_tier: 1,
    requested_tier: 2,
    ...fields,
  }
  return db.insertInto('wallet_upgrade').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function anUpgrade(
  db: Db,
  merchant: { id: string; mode: string },
  fields: Partial<Insertable<MerchantUpgrade>> = {},
) {
  const at = fields.created_at ?? new Date().toISOString()
  const row: Insertable<MerchantUpgrade> = {
    id: idAt(at),
    mode: merchant.mode,
    created_at: at,
    merchant_id: merchant.id,
    current_type: 'UNREGISTERED',
    business_type: 'REGISTERED',
    registration_number: `RC ${randomInt(1_000_000, 9_999_999)}`,
    ...fields,
  }
  return db.insertInto('merchant_upgrade').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Inserts a file's row without storing its bytes. */
export async function aFile(db: Db, fields: { name: string; mode?: Mode; content_type?: string }) {
  const row = {
    id: uuidv7(),
    created_at: new Date().toISOString(),
    mode: 'PRODUCTION',
    content_type: 'application/pdf',
    size_bytes: 3,
    sha256: 'none',
    storage_key: 'none',
    ...fields,
  }
  return db.insertInto('file').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Inserts a merchant's or wallet's transaction, by default a successful payout, with its counters but without postings. */
export async function aTransaction(
  db: Db,
  holder: { id: string; mode: string } | { id: string; mode: string; merchant_id: string },
  fields: Partial<Insertable<TransactionTable>> = {},
) {
  const isWallet = 'merchant_id' in holder
  const at = fields.created_at ?? new Date().toISOString()
  const id = idAt(at)
  const row = {
    id,
    mode: holder.mode,
    scope: isWallet ? 'WALLET' : 'MERCHANT',
    merchant_id: isWallet ? holder.merchant_id : holder.id,
    wallet_id: isWallet ? holder.id : null,
    created_at: at,
    paid_at: at,
    type: 'DEBIT',
    category: 'BANK_TRANSFER',
    status: 'SUCCESS',
    amount_kobo: 6_000_000n,
    reference: `KBO-${id.toUpperCase()}`,
    ...fields,
  } satisfies Insertable<TransactionTable>
  await db.transaction().execute((transaction) => recordTransaction(transaction, row))
  return row
}

export async function aPayoutLog(
  db: Db,
  transaction: { id: string; merchant_id: string },
  fields: Partial<Insertable<PayoutLog>> = {},
) {
  const at = fields.created_at ?? new Date().toISOString()
  const row: Insertable<PayoutLog> = {
    id: idAt(at),
    merchant_id: transaction.merchant_id,
    transaction_id: transaction.id,
    created_at: at,
    category: 'TRANSFER_INIT',
    ...fields,
  }
  return db.insertInto('payout_log').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function anActivity(
  db: Db,
  transaction: { id: string; merchant_id: string },
  fields: Partial<Insertable<Activity>> = {},
) {
  const at = fields.created_at ?? new Date().toISOString()
  const row: Insertable<Activity> = {
    id: idAt(at),
    merchant_id: transaction.merchant_id,
    transaction_id: transaction.id,
    created_at: at,
    category: 'SESSION_INIT',
    completed: true,
    description: 'Payout requested',
    ...fields,
  }
  return db.insertInto('activity').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Returns a UUIDv7 whose timestamp is this instant. */
export function idAt(at: string | Date): string {
  return uuidv7(new Date(at).getTime())
}

/** Builds the row of a payout submitted by a merchant; tests pass only the fields they depend on. */
export function plainTransaction(
  merchant: { merchantId: string; mode: string },
  fields: Partial<Insertable<TransactionTable>> = {},
) {
  const created_at = fields.created_at ?? '2026-03-04T10:00:00.000Z'
  return {
    id: idAt(created_at),
    mode: merchant.mode,
    scope: 'MERCHANT',
    merchant_id: merchant.merchantId,
    created_at,
    type: 'DEBIT',
    category: 'BANK_TRANSFER',
    status: 'QUEUED',
    amount_kobo: 250_000n,
    reference: `KBO-${uuidv7().toUpperCase()}`,
    ...fields,
  } satisfies Insertable<TransactionTable>
}

/** Sets a merchant's own rates from an instant on, without validation, together with their audit row. */
export async function ownRates(
  db: Database,
  merchantId: string,
  name: ChargeGroup,
  data: Record<string, unknown>,
  at = new Date('2020-01-01T10:00:00Z'),
): Promise<void> {
  await db.transaction().execute(async (t) => {
    await agreeRates(t, { merchantId, name, data, at })
    await sql`insert into audit (id, at, action, record_type, record_id, merchant_id, before, after) values (
      ${uuidv7(at.getTime())}, ${at.toISOString()}, 'charges.update', 'merchant', ${merchantId}, ${merchantId}, '{}',
      ${JSON.stringify({ [name]: {} })})`.execute(t)
  })
}
