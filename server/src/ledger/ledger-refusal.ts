export type LedgerRefusalCode =
  | 'insufficient_funds'
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
