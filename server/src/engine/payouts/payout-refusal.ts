/** Why an order is not taken. */
export type PayoutRefusalCode =
  | 'no_account'
  | 'account_inactive'
  | 'reference_used'
  | 'merchant_inactive'
  | 'service_off'

/** An order that was not taken; nothing was written. */
export class PayoutRefusal extends Error {
  readonly code: PayoutRefusalCode

  constructor(code: PayoutRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
