import { paidInScope } from '../../ledger/counters/scopes.ts'
import { type Encoded, encoded } from './copy-rows.ts'

/** Scope, type and category of a transaction on the account that lists it. */
export interface Kind {
  position: number
  scope: Encoded
  type: Encoded
  category: Encoded
}

/** Every combination of scope, type and category in use. */
export const kinds = {
  merchantFunding: kind(0, 'MERCHANT', 'CREDIT', 'BANK_FUNDING'),
  merchantPayout: kind(1, 'MERCHANT', 'DEBIT', 'BANK_TRANSFER'),
  merchantDebit: kind(2, 'MERCHANT', 'DEBIT', 'MERCHANT_DEBIT'),
  merchantCredit: kind(3, 'MERCHANT', 'CREDIT', 'MERCHANT_CREDIT'),
  walletFunding: kind(4, 'WALLET', 'CREDIT', 'BANK_FUNDING'),
  walletPayout: kind(5, 'WALLET', 'DEBIT', 'BANK_TRANSFER'),
  creditWallet: kind(6, 'WALLET', 'CREDIT', 'CREDIT_WALLET'),
  debitWallet: kind(7, 'WALLET', 'DEBIT', 'DEBIT_WALLET'),
  walletToWalletDebit: kind(8, 'WALLET', 'DEBIT', 'WALLET_TO_WALLET'),
  walletToWalletCredit: kind(9, 'WALLET', 'CREDIT', 'WALLET_TO_WALLET'),
} as const

/** Collections on a virtual or static account are also counted for their own list. */
export const paidIn = kind(10, paidInScope, 'BANK', 'SUCCESS')

export const allKinds: readonly Kind[] = [...Object.values(kinds), paidIn]

function kind(position: number, scope: string, type: string, category: string): Kind {
  return { position, scope: encoded(scope), type: encoded(type), category: encoded(category) }
}
