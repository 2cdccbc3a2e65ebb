import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { nextAccountNumber, providerBank } from '../../ledger/accounts.ts'
import { requireService } from '../service-status.ts'
import { uuidv7 } from '../../uuid.ts'

export interface NewChildAccount {
  mode: Mode
  merchantId: string
  /** Customer's wallet that owns it, or null if the merchant does. */
  walletId: string | null
  accountName: string
  at: Date
}

/** Opens an empty, active child account: a ledger account separate from the merchant's or the wallet's own. */
export async function openChildAccount(
  db: Transaction,
  { mode, merchantId, walletId, accountName, at }: NewChildAccount,
): Promise<{ id: string; number: string }> {
  await requireService(db, mode, 'VIRTUAL_ACCOUNTS')
  const id = uuidv7(at.getTime())
  const number = await nextAccountNumber(db)
  await db
    .insertInto('account')
    .values({
      id,
      mode,
      created_at: at.toISOString(),
      kind: 'CHILD',
      merchant_id: merchantId,
      wallet_id: walletId,
      account_number: number,
      account_name: accountName,
      bank_code: providerBank.code,
      bank_name: providerBank.name,
    })
    .execute()
  return { id, number }
}
