import type { NameEnquiry, Route } from '@kobo/server/rails/switch'

/** Fee of an approved transfer: 25 naira at NIP, 20 at ETRANZACT, plus 7.5 % VAT. */
export const transferFeesKobo: Record<Route, bigint> = { NIP: 2688n, ETRANZACT: 2150n }

/** Code for an account that does not exist. */
export const unknownAccount = '07'

/** Response to a name enquiry; without a name the account does not exist. */
export function nameEnquiryResponse(
  { sessionId, bankCode, accountNumber }: Omit<NameEnquiry, 'mode'>,
  accountName: string | null,
) {
  const account = { sessionId, bankCode, accountNumber }
  return accountName === null
    ? { ...account, responseCode: unknownAccount }
    : { ...account, responseCode: '00', accountName }
}

/** Response about a payment on record, to the transfer and to status queries. */
export function paymentResponse({ sessionId, amountKobo, code, feeKobo }: Payment) {
  const fee = code === '00' ? { feeKobo: String(feeKobo) } : {}
  return { sessionId, amountKobo: String(amountKobo), responseCode: code, ...fee }
}

interface Payment {
  sessionId: string
  amountKobo: bigint
  code: string
  feeKobo: bigint
}

/** Response about a payment without a record. */
export function noRecordResponse(sessionId: string) {
  return { sessionId, responseCode: '25' }
}
