import type { Mode } from '@kobo/contract/kit/mode'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { VirtualAccount } from '../../db/tables.ts'
import { customerAccount } from '../payer-account.ts'
import { terminalDeclineReason } from '../stores/store-messages.ts'

export interface ReceivingAccount {
  /** Virtual account that was paid, STATIC or VIRTUAL; null for a ledger account's own number. */
  virtual: Selectable<VirtualAccount> | null
  /** Reason why payments are declined now; null if they are accepted. */
  closedBy: string | null
  /** Kind of the credited account, which becomes the transaction's scope. */
  scope: string
  merchantId: string
  /** Wallet that owns the credited account. */
  walletId: string | null
  /** Credited account. */
  accountId: string
  accountName: string
  bankCode: string
}

/**
 * Finds the receiver of an account number in a mode: a virtual account, also a closed one, or a ledger account. Locks a virtual
 * account, so that concurrent payments to it are serialised.
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

/** Reason why a terminal declines payments now, or null. */
async function closedTerminal(db: Transaction, id: string): Promise<string | null> {
  const terminal = await db
    .selectFrom('terminal')
    .innerJoin('store', 'store.id', 'store_id')
    .leftJoin('shop', 'shop.id', 'shop_id')
    .select(['serial_number', 'terminal.inactive_since', 'shop.name as shop', 'shop.inactive_since as shop_since'])
    .where('terminal.id', '=', id)
    .executeTakeFirstOrThrow()
  return terminalDeclineReason(terminal, { name: terminal.shop, inactive_since: terminal.shop_since })
}
