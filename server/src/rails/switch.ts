import type { Mode } from '@kobo/contract/kit/mode'
import type { TransferRoute } from '@kobo/contract/kit/transfer-route'
import { z } from 'zod'
import { requestJson } from './request-json.ts'
import { maskPersonalNumbers, type StoredFields, storedResponse } from './stored-response.ts'

/** Switch that carries a transfer. */
export type Route = TransferRoute

/** One request to the switch and its response, as a payout log stores them. */
export interface Exchange {
  /** Response code; null without a credible response. */
  code: string | null
  request: object
  /** Stored fields of the response; null if there was none. */
  response: object | null
  /** Why there is no code: `timeout`, `unreachable`, `connection lost`, `unreadable`, `status 503`, `another session`. */
  problem: string | null
  /** Fee that the switch charges. */
  feeKobo?: bigint
}

export interface Party {
  name: string
  accountNumber: string
  /** Six-digit code of the bank at the switch. */
  bankCode: string
}

export interface NameEnquiry {
  mode: Mode
  sessionId: string
  bankCode: string
  accountNumber: string
}

export interface Transfer {
  mode: Mode
  sessionId: string
  amountKobo: bigint
  originator: Party
  beneficiary: Party
  narration: string
}

export interface StatusQuery {
  mode: Mode
  sessionId: string
}

/** Client of Nigeria's payment switches. No method throws when a switch fails. */
export interface Switch {
  /** Returns the account holder's name; null unless the code is 00. */
  nameEnquiry(route: Route, enquiry: NameEnquiry): Promise<Exchange & { accountName: string | null }>
  /** Requests a transfer. Repeat it only with the same session ID. */
  transfer(route: Route, transfer: Transfer): Promise<Exchange>
  /** Queries the outcome of a transfer. */
  status(route: Route, query: StatusQuery): Promise<Exchange>
}

export interface SwitchOptions {
  /** Base URL, below which each route has its own path. */
  url: string
  timeoutMs: number
  /** Bearer token that authenticates us to the switch. */
  secret?: string
}

/** Request bodies, as sent and as logged. Amounts are text, since JSON numbers are not exact in every parser. */
export const requests = {
  nameEnquiry: ({ mode, sessionId, bankCode, accountNumber }: NameEnquiry) => {
    return { mode, sessionId, bankCode, accountNumber }
  },
  transfer: ({ mode, sessionId, amountKobo, originator, beneficiary, narration }: Transfer) => {
    return { mode, sessionId, amountKobo: String(amountKobo), originator, beneficiary, narration }
  },
  status: ({ mode, sessionId }: StatusQuery) => ({ mode, sessionId }),
}

const storedFields: StoredFields = {
  sessionId: 'text',
  responseCode: 'text',
  responseMessage: 'text',
  message: 'text',
}
const storedEnquiryFields = { ...storedFields, bankCode: 'text', accountNumber: 'text', accountName: 'text' } as const
const storedPaymentFields = { ...storedFields, reference: 'text', amountKobo: 'amount', feeKobo: 'amount' } as const

type SessionRequest = { sessionId: string } & Record<string, unknown>

const reply = z.object({
  sessionId: z.string(),
  responseCode: z.string().regex(/^[\dA-Z]{2,3}$/),
  accountName: z.string().trim().min(1).max(200).transform(maskPersonalNumbers).nullish().catch(null),
  feeKobo: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(BigInt)
    .optional()
    .catch(undefined),
})

/** Opens the switches' HTTP client. */
export function openSwitch({ url, timeoutMs, secret }: SwitchOptions): Switch {
  const base = url.replace(/\/+$/, '')

  async function post(route: Route, call: string, request: SessionRequest, fields: StoredFields) {
    const endpoint = { url: `${base}/${route.toLowerCase()}/${call}`, timeoutMs, ...(secret && { secret }) }
    const httpReply = await requestJson({ ...endpoint, name: `switch ${call}`, method: 'POST', body: request })
    const { data } = reply.safeParse(httpReply.body)
    const problem = httpReply.problem ?? problemOf(data?.sessionId, request.sessionId)
    const response = httpReply.body && storedResponse(httpReply.body, fields)
    return { request, response, problem, parsed: problem === null ? data : undefined }
  }

  async function exchange(route: Route, call: string, request: SessionRequest): Promise<Exchange> {
    const { parsed, ...rest } = await post(route, call, request, storedPaymentFields)
    const { feeKobo } = parsed ?? {}
    return { code: parsed?.responseCode ?? null, ...rest, ...(feeKobo !== undefined && { feeKobo }) }
  }

  return {
    async nameEnquiry(route, enquiry) {
      const { parsed, ...rest } = await post(route, 'name-enquiry', requests.nameEnquiry(enquiry), storedEnquiryFields)
      const code = parsed?.responseCode ?? null
      return { code, ...rest, accountName: code === '00' ? (parsed?.accountName ?? null) : null }
    },
    transfer: (route, transfer) => exchange(route, 'transfer', requests.transfer(transfer)),
    status: (route, query) => exchange(route, 'status', requests.status(query)),
  }
}

/** A response about another payment must never decide this one. */
function problemOf(received: string | undefined, sent: string): string | null {
  if (received === undefined) return 'unreadable'
  return received === sent ? null : 'another session'
}
