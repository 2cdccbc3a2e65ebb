import type { Freezable } from '../freeze/freezable.ts'

/** Returns the ID by which calls about liens name an account: its own or its wallet's, or the merchant's for its main account. */
export function lienAccountId({ merchantId, accountId }: Freezable): string {
  return accountId ?? merchantId
}
