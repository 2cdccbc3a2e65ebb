import type { Mode } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import { requestJson } from './request-json.ts'
import { storedResponse } from './stored-response.ts'
import type { Exchange } from './switch.ts'

/** Card payment to request from the acquirer. Its reference is the idempotency key. */
export interface CardCharge {
  mode: Mode
  reference: string
  amountKobo: bigint
  /** Text shown to the payer. */
  narration: string
  /** URL that the payer returns to. */
  returnUrl: string
}

/** Outcome of a card payment, as the acquirer notifies it and returns it to a status query. */
export const cardOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('APPROVED'),
    amountKobo: z
      .string()
      .regex(/^[1-9]\d{0,12}$/, 'The amount must be whole kobo from 1 to 9,999,999,999,999, in digits')
      .transform(BigInt),
    /** Masked card: the scheme and the last four digits, never more of the number. */
    card: z.strictObject({
      scheme: z.string().regex(/^[A-Za-z]{2,20}$/, 'The scheme must be 2 to 20 letters'),
      lastFour: z.string().regex(/^\d{4}$/, 'Only the last four digits are allowed'),
    }),
  }),
  /** Declined by the card's bank. */
  z.object({
    outcome: z.literal('DECLINED'),
    code: z.string().regex(/^[\dA-Z]{2}$/, 'The code must have two characters'),
  }),
  /** Failed, or abandoned by the payer. */
  z.object({
    outcome: z.literal('FAILED'),
    code: z.string().regex(/^[\dA-Z]{2}$/, 'The code must have two characters'),
  }),
])

export type CardOutcome = z.output<typeof cardOutcome>

/** Response to a status query: an outcome, still open, or unknown to the acquirer. */
const cardState = z.union([
  cardOutcome,
  z.object({ outcome: z.literal('OPEN') }),
  z.object({ outcome: z.literal('UNKNOWN') }),
])

export type CardState = z.output<typeof cardState>

/** Status query of a card payment. The state is null without a credible response. */
export type CardStatusQuery = Exchange & { state: CardState | null }

/** Refund to a card. Its reference is the idempotency key. */
export interface CardRefund {
  mode: Mode
  reference: string
  /** Reference of the card payment. */
  paymentReference: string
  amountKobo: bigint
}

/** Client of the acquirer. */
export interface Acquirer {
  /** Starts a card payment and returns the URL where the payer enters the card, or the problem. */
  start(charge: CardCharge): Promise<{ payUrl: string } | { problem: string }>
  ask(reference: string): Promise<CardStatusQuery>
  /** Requests a refund to a card. Repeat it only with the same reference. */
  refund(refund: CardRefund): Promise<Exchange>
  /** Queries a refund; the code is 25 if the acquirer has no record of it. */
  askRefund(reference: string): Promise<Exchange>
}

export interface AcquirerOptions {
  url: string
  timeoutMs: number
  /** Sent as a bearer token. */
  secret?: string
}

const storedPaymentFields = {
  reference: 'text',
  outcome: 'text',
  code: 'text',
  amountKobo: 'amount',
  card: { scheme: 'text', lastFour: 'text' },
  message: 'text',
} as const
const storedRefundFields = { reference: 'text', responseCode: 'text', amountKobo: 'amount', message: 'text' } as const

const startReply = z.object({ reference: z.string(), payUrl: z.string().max(2000) })
const statusReply = z.object({ reference: z.string() })
const refundReply = statusReply.extend({ responseCode: z.string().regex(/^[\dA-Z]{2}$/) })

/** Opens the acquirer's HTTP client. */
export function openAcquirer({ url, timeoutMs, secret }: AcquirerOptions): Acquirer {
  const base = `${url.replace(/\/+$/, '')}/acquirer`
  const post = async (call: string, request: object) => {
    const endpoint = { url: `${base}/${call}`, timeoutMs, ...(secret && { secret }) }
    return await requestJson({ ...endpoint, name: `acquirer ${call}`, method: 'POST', body: request })
  }
  const refundExchange = async (
    call: string,
    request: { reference: string } & Record<string, string>,
  ): Promise<Exchange> => {
    const reply = await post(call, request)
    const { data } = refundReply.safeParse(reply.body)
    const problem = reply.problem ?? (data?.reference === request.reference ? null : 'unreadable')
    const response = reply.body && storedResponse(reply.body, storedRefundFields)
    return { code: problem === null && data ? data.responseCode : null, request, response, problem }
  }
  return {
    async start({ mode, reference, amountKobo, narration, returnUrl }) {
      const reply = await post('payments', { mode, reference, amountKobo: String(amountKobo), narration, returnUrl })
      const { data } = startReply.safeParse(reply.body)
      if (reply.problem === null && data?.reference === reference) return { payUrl: data.payUrl }
      return { problem: reply.problem ?? 'unreadable' }
    },
    async ask(reference) {
      const request = { reference }
      const reply = await post('status', request)
      const named = statusReply.safeParse(reply.body).data?.reference
      const { data: state } = cardState.safeParse(reply.body)
      const problem = reply.problem ?? (named === reference && state ? null : 'unreadable')
      const code = problem === null && state && 'code' in state ? state.code : null
      const response = reply.body && storedResponse(reply.body, storedPaymentFields)
      return { code, request, response, problem, state: problem === null && state ? state : null }
    },
    refund: ({ amountKobo, ...named }) => refundExchange('refunds', { ...named, amountKobo: String(amountKobo) }),
    askRefund: (reference) => refundExchange('refund-status', { reference }),
  }
}
