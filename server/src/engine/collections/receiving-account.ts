import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../../db/database.ts'
import { customerAccount } from '../customer-account.ts'

export interface ReceivingAccount {
  /** What the charges go by: a wallet's own number counts as static. */
  kind: 'STATIC' | 'VIRTUAL'
  merchantId: string
  walletId: string | null
  /** The account whose balance grows. */
  accountId: string
  accountName: string
  bankCode: string
}

/** Who is paid on an account number of a mode: an open virtual or static account, or a wallet's own number. */
export async function findReceivingAccount(
  db: Database,
  mode: Mode,
  accountNumber: string,
): Promise<ReceivingAccount | undefined> {
  const virtual = await db
    .selectFrom('virtual_account')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where('mode', '=', mode)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (virtual) {
    const { merchant_id: merchantId, wallet_id: walletId, account_name: accountName, bank_code: bankCode } = virtual
    const account = await customerAccount(db, { merchantId, walletId })
    const kind = virtual.kind === 'VIRTUAL' ? 'VIRTUAL' : 'STATIC'
    return account && { kind, merchantId, walletId, accountId: account.id, accountName, bankCode }
  }
  const own = await db
    .selectFrom('account')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where('mode', '=', mode)
    .where('kind', 'in', ['MERCHANT', 'WALLET'])
    .executeTakeFirst()
  return (
    own && {
      kind: 'STATIC',
      merchantId: own.merchant_id,
      walletId: own.wallet_id,
      accountId: own.id,
      accountName: own.account_name,
      bankCode: own.bank_code,
    }
  )
}
