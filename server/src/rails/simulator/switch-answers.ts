import type { NameEnquiry, Route } from '../switch.ts'

/** What a switch takes for an approved transfer: 25 naira at NIP, 20 at ETRANZACT, with 7.5 % VAT. */
export const transferFeesKobo: Record<Route, bigint> = { NIP: 2688n, ETRANZACT: 2150n }

/** The code for an account that nobody has. */
export const unknownAccount = '07'

/** Whose account it is; nobody's without a name. */
export function nameAnswer(enquiry: NameEnquiry, accountName: string | null) {
  return accountName === null
    ? { ...enquiry, responseCode: unknownAccount }
    : { ...enquiry, responseCode: '00', accountName }
}

/** What a switch says of a payment that it has heard of, when it is sent and whenever it is asked for. */
export function paymentAnswer({ sessionId, amountKobo, code, feeKobo }: Payment) {
  const fee = code === '00' ? { feeKobo: String(feeKobo) } : {}
  return { sessionId, amountKobo: String(amountKobo), responseCode: code, ...fee }
}

interface Payment {
  sessionId: string
  amountKobo: bigint
  code: string
  feeKobo: bigint
}

/** What it says of one that it has no record of. */
export function noRecordAnswer(sessionId: string) {
  return { sessionId, responseCode: '25' }
}
