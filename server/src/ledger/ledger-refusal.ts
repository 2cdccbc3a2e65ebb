export type LedgerRefusalCode =
  | 'insufficient_funds'
  | 'account_inactive'
  | 'wallet_disabled'
  | 'post_no_debit'
  | 'daily_limit'
  | 'balance_limit'

/** The ledger's own no: nothing was posted. */
export class LedgerRefusal extends Error {
  readonly code: LedgerRefusalCode

  constructor(code: LedgerRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Why an account that was made inactive pays nothing. */
export function inactiveAccount(accountNumber: string): string {
  return `Account ${accountNumber} is inactive and may not be debited`
}
