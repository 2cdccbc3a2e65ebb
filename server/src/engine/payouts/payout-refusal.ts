export type PayoutRefusalCode =
  | 'no_account'
  | 'account_inactive'
  | 'reference_used'
  | 'merchant_inactive'
  | 'service_off'

/** Error for a rejected order; nothing was written. */
export class PayoutRefusal extends Error {
  readonly code: PayoutRefusalCode

  constructor(code: PayoutRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
