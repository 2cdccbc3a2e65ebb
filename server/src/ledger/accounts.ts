import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { uuidv7 } from '../uuid.ts'
import { accountNumber } from './nuban.ts'

/** The bank at which the provider's accounts are held. */
export const providerBank = { code: '101', name: 'Providus Bank' } as const

export interface NewMerchantAccount {
  mode: Mode
  merchantId: string
  accountName: string
  now: Date
}

/** Opens a merchant's main wallet with a zero balance. An existing one is left unchanged. */
export async function openMerchantAccount(db: Transaction, account: NewMerchantAccount): Promise<void> {
  await db
    .insertInto('account')
    .values({
      id: uuidv7(account.now.getTime()),
      mode: account.mode,
      created_at: account.now.toISOString(),
      kind: 'MERCHANT',
      merchant_id: account.merchantId,
      account_number: await nextAccountNumber(db),
      account_name: account.accountName,
      bank_code: providerBank.code,
      bank_name: providerBank.name,
    })
    // A literal: a generic plan could not match a parameter to the partial index.
    .onConflict((existing) => existing.column('merchant_id').where('kind', '=', sql.lit('MERCHANT')).doNothing())
    .execute()
}

/** Returns the next account number of the provider's bank. */
export async function nextAccountNumber(db: Transaction): Promise<string> {
  const { rows } = await sql<{ serial: bigint }>`select nextval('account_serial') as serial`.execute(db)
  const [{ serial } = { serial: undefined }] = rows
  if (serial === undefined) throw new Error('The sequence of account numbers returned none')
  return accountNumber(serial, providerBank.code)
}
