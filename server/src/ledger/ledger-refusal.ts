export type LedgerRefusalCode =
  | 'insufficient_funds'
  | 'account_inactive'
  | 'frozen'
  | 'wallet_disabled'
  | 'post_no_debit'
  | 'daily_limit'
  | 'balance_limit'

/** Refusal by the ledger: nothing was posted. */
export class LedgerRefusal extends Error {
  readonly code: LedgerRefusalCode

  constructor(code: LedgerRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Message of a refused debit of an inactive account. */
export function inactiveAccount(accountNumber: string): string {
  return `Account ${accountNumber} is inactive and cannot be debited`
}

/** Message when a freeze of an account, its holder or its merchant stops a movement. */
export function frozenAccount(accountNumber: string): string {
  return `Account ${accountNumber} is frozen`
}
