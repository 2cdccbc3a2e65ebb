import { modeOfRow } from '@kobo/contract/kit/mode'
import { enquiryFor, transferOf } from '@kobo/server/engine/payouts/payout-leg'
import type { NameEnquiryResponse } from '@kobo/server/engine/outbound/outbound-leg'
import { routeOf } from '@kobo/server/engine/switch-route'
import type { TransactionRow } from '@kobo/server/engine/transaction-row'
import {
  nameEnquiryResponse,
  noRecordResponse,
  paymentResponse,
  transferFeesKobo,
} from '../simulator/switch-answers.ts'
import { type Exchange, requests } from '@kobo/server/rails/switch'

/** Requests to the switch about past payouts, and the simulated switch's responses to them. */

/** Returns the name enquiry of the beneficiary's account; without a name, the account is unknown. */
export function named(row: TransactionRow, sessionId: string, accountName: string | null): NameEnquiryResponse {
  const enquiry = enquiryFor(row, sessionId)
  return { ...exchange(requests.nameEnquiry(enquiry), nameEnquiryResponse(enquiry, accountName)), accountName }
}

/** Returns the transfer request of a payout; with a null code it timed out. */
export function sent(row: TransactionRow, code: string | null): Exchange {
  return exchange(requests.transfer(transferOf(row)), code === null ? null : responseFor(row, code), row)
}

/** Returns a status query of a payout. */
export function recordedQuery(row: TransactionRow, code: string): Exchange {
  const sessionId = row.session_id ?? ''
  const response = code === '25' ? noRecordResponse(sessionId) : responseFor(row, code)
  return exchange(requests.status({ mode: modeOfRow(row), sessionId }), response, row)
}

function responseFor(row: TransactionRow, code: string) {
  const { session_id: sessionId, amount_kobo: amountKobo } = row
  return paymentResponse({ sessionId: sessionId ?? '', amountKobo, code, feeKobo: transferFeesKobo[routeOf(row)] })
}

function exchange(request: object, response: { responseCode: string } | null, row?: TransactionRow): Exchange {
  if (response === null) return { code: null, request, response, problem: 'timeout' }
  const { responseCode: code } = response
  return {
    code,
    request,
    response,
    problem: null,
    ...(row && code === '00' && { feeKobo: transferFeesKobo[routeOf(row)] }),
  }
}
