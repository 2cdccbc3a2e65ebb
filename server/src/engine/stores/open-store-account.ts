import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { nextAccountNumber, providerBank } from '../../ledger/accounts.ts'
import { uuidv7 } from '../../uuid.ts'
import { requireService } from '../service-status.ts'

interface NewStoreAccount {
  mode: Mode
  merchantId: string
  kind: 'STORE' | 'TERMINAL'
  name: string
  at: Date
}

/** Opens an empty ledger account for a store or a terminal. */
export async function openStoreAccount(
  db: Transaction,
  { mode, merchantId, kind, name, at }: NewStoreAccount,
): Promise<{ id: string; number: string; created_at: string }> {
  await requireService(db, mode, 'AGENCY_BANKING')
  const id = uuidv7(at.getTime())
  const number = await nextAccountNumber(db)
  const created_at = at.toISOString()
  await db
    .insertInto('account')
    .values({
      id,
      mode,
      created_at,
      kind,
      merchant_id: merchantId,
      wallet_id: null,
      account_number: number,
      account_name: name,
      bank_code: providerBank.code,
      bank_name: providerBank.name,
    })
    .execute()
  return { id, number, created_at }
}
