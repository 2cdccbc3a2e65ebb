import type { Mode } from '@kobo/contract/kit/mode'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { VirtualAccount } from '../../db/tables.ts'
import { customerAccount } from '../payer-account.ts'
import { whyNotTaken } from '../stores/store-messages.ts'

export interface ReceivingAccount {
  /** The account of kind STATIC or VIRTUAL that was paid on; null for an account's own number. */
  virtual: Selectable<VirtualAccount> | null
  /** Why nothing that is paid here is taken now; null where it is. */
  closedBy: string | null
  /** The kind of the account whose balance grows: what the transaction's scope is. */
  scope: string
  merchantId: string
  /** The wallet whose own account it is. */
  walletId: string | null
  /** The account whose balance grows. */
  accountId: string
  accountName: string
  bankCode: string
}

/**
 * Who is paid on an account number of a mode: a virtual or static account, closed ones too, or an account's own number. Of two
 * that pay on one virtual account at once, the second waits here for the first.
 */
export async function findReceivingAccount(
  db: Transaction,
  mode: Mode,
  accountNumber: string,
): Promise<ReceivingAccount | undefined> {
  const virtual = await db
    .selectFrom('virtual_account')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst()
  if (virtual) {
    const { merchant_id: merchantId, wallet_id: walletId, account_name: accountName, bank_code: bankCode } = virtual
    const account = await customerAccount(db, { merchantId, walletId })
    return (
      account && {
        virtual,
        closedBy: null,
        scope: account.kind,
        merchantId,
        walletId,
        accountId: account.id,
        accountName,
        bankCode,
      }
    )
  }
  const own = await db
    .selectFrom('account')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where('mode', '=', mode)
    .where('kind', 'in', ['MERCHANT', 'WALLET', 'CHILD', 'TERMINAL'])
    .executeTakeFirst()
  return (
    own && {
      virtual: null,
      closedBy: own.kind === 'TERMINAL' ? await closedTerminal(db, own.id) : null,
      scope: own.kind,
      merchantId: own.merchant_id,
      walletId: own.kind === 'WALLET' ? own.wallet_id : null,
      accountId: own.id,
      accountName: own.account_name,
      bankCode: own.bank_code,
    }
  )
}

/** Why a terminal takes nothing now. */
async function closedTerminal(db: Transaction, id: string): Promise<string | null> {
  const terminal = await db
    .selectFrom('terminal')
    .innerJoin('store', 'store.id', 'store_id')
    .leftJoin('shop', 'shop.id', 'shop_id')
    .select(['serial_number', 'terminal.inactive_since', 'shop.name as shop', 'shop.inactive_since as shop_since'])
    .where('terminal.id', '=', id)
    .executeTakeFirstOrThrow()
  return whyNotTaken(terminal, { name: terminal.shop, inactive_since: terminal.shop_since })
}
