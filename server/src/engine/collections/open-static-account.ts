import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { providerBank } from '../../ledger/accounts.ts'
import { accountNumber } from '../../ledger/nuban.ts'
import { uuidv7 } from '../../uuid.ts'
import { chargeFor } from '../charges/charge-for.ts'
import { openingReference } from '../charges/charge-references.ts'
import type { Jobs } from '../../jobs/jobs.ts'

export interface NewStaticAccount {
  mode: Mode
  merchantId: string
  /** The customer's wallet that is credited, or null for the merchant's own. */
  walletId: string | null
  accountName: string
  at: Date
}

/** Gives a customer an account number to be paid on, and charges the merchant for it. */
export async function openStaticAccount(db: Transaction, jobs: Jobs, account: NewStaticAccount): Promise<string> {
  const { mode, merchantId, walletId, accountName, at } = account
  const { rows } = await sql<{ serial: bigint }>`select nextval('account_serial') as serial`.execute(db)
  const [{ serial } = { serial: undefined }] = rows
  if (serial === undefined) throw new Error('The sequence of account numbers gave none')
  const number = accountNumber(serial, providerBank.code)
  await db
    .insertInto('virtual_account')
    .values({
      id: uuidv7(at.getTime()),
      mode,
      merchant_id: merchantId,
      wallet_id: walletId,
      created_at: at.toISOString(),
      kind: 'STATIC',
      account_number: number,
      account_name: accountName,
      bank_code: providerBank.code,
    })
    .execute()
  const reference = openingReference(number)
  await chargeFor(db, jobs, { mode, merchantId, event: 'staticAccounts.accountCreation', reference, at })
  return number
}
