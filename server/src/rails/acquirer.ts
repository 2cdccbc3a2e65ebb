import type { Mode } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import { requestJson } from './request-json.ts'
import { storedResponse } from './stored-response.ts'
import type { Exchange } from './switch.ts'

/** What the acquirer is asked to take from a card; its reference makes it the same payment however often it is sent. */
export interface CardCharge {
  mode: Mode
  reference: string
  amountKobo: bigint
  /** What the payer reads. */
  narration: string
  /** Where the payer comes back to. */
  returnUrl: string
}

/** What became of a card payment, as the acquirer tells it: by itself and when it is asked. */
export const cardOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('APPROVED'),
    amountKobo: z
      .string()
      .regex(/^[1-9]\d{0,12}$/, 'An amount is whole kobo from 1 to 9,999,999,999,999, as digits')
      .transform(BigInt),
    /** As it is shown: the scheme and the last four digits, never more of the number. */
    card: z.strictObject({
      scheme: z.string().regex(/^[A-Za-z]{2,20}$/, 'A scheme is 2 to 20 letters'),
      lastFour: z.string().regex(/^\d{4}$/, 'The last four digits, and no others'),
    }),
  }),
  /** The card's bank said no. */
  z.object({ outcome: z.literal('DECLINED'), code: z.string().regex(/^[\dA-Z]{2}$/, 'A code has two characters') }),
  /** It broke off, or was given up. */
  z.object({ outcome: z.literal('FAILED'), code: z.string().regex(/^[\dA-Z]{2}$/, 'A code has two characters') }),
])

export type CardOutcome = z.output<typeof cardOutcome>

/** What the acquirer says when it is asked: an outcome, that the payer has not ended yet, or that it knows of no such payment. */
const cardState = z.union([
  cardOutcome,
  z.object({ outcome: z.literal('OPEN') }),
  z.object({ outcome: z.literal('UNKNOWN') }),
])

export type CardState = z.output<typeof cardState>

/** An exchange in which the acquirer was asked; no state where it gave no answer that can be believed. */
export type CardQuestion = Exchange & { state: CardState | null }

/** Money that goes back to a card; its reference makes it the same refund however often it is sent. */
export interface CardRefund {
  mode: Mode
  reference: string
  /** Of the card payment. */
  paymentReference: string
  amountKobo: bigint
}

/** Who takes money from cards for us. */
export interface Acquirer {
  /** Gives the address at which the payer hands over the card, or why there is none. */
  start(charge: CardCharge): Promise<{ payUrl: string } | { problem: string }>
  ask(reference: string): Promise<CardQuestion>
  /** Asks for money to go back to a card. Ask again only with the same reference. */
  refund(refund: CardRefund): Promise<Exchange>
  /** What became of a refund; 25 of one that it has no record of. */
  askRefund(reference: string): Promise<Exchange>
}

export interface AcquirerOptions {
  url: string
  timeoutMs: number
  /** Sent as a bearer token. */
  secret?: string
}

const storedOfPayment = {
  reference: 'text',
  outcome: 'text',
  code: 'text',
  amountKobo: 'amount',
  card: { scheme: 'text', lastFour: 'text' },
  message: 'text',
} as const
const storedOfRefund = { reference: 'text', responseCode: 'text', amountKobo: 'amount', message: 'text' } as const

const started = z.object({ reference: z.string(), payUrl: z.string().max(2000) })
const told = z.object({ reference: z.string() })
const refundTold = told.extend({ responseCode: z.string().regex(/^[\dA-Z]{2}$/) })

/** The acquirer over HTTP. */
export function openAcquirer({ url, timeoutMs, secret }: AcquirerOptions): Acquirer {
  const base = `${url.replace(/\/+$/, '')}/acquirer`
  const ask = async (call: string, request: object) => {
    const question = { url: `${base}/${call}`, timeoutMs, ...(secret && { secret }) }
    return await requestJson({ ...question, method: 'POST', body: request })
  }
  const refundExchange = async (
    call: string,
    request: { reference: string } & Record<string, string>,
  ): Promise<Exchange> => {
    const answer = await ask(call, request)
    const { data } = refundTold.safeParse(answer.body)
    const problem = answer.problem ?? (data?.reference === request.reference ? null : 'unreadable')
    const response = answer.body && storedResponse(answer.body, storedOfRefund)
    return { code: problem === null && data ? data.responseCode : null, request, response, problem }
  }
  return {
    async start({ mode, reference, amountKobo, narration, returnUrl }) {
      const answer = await ask('payments', { mode, reference, amountKobo: String(amountKobo), narration, returnUrl })
      const { data } = started.safeParse(answer.body)
      if (answer.problem === null && data?.reference === reference) return { payUrl: data.payUrl }
      return { problem: answer.problem ?? 'unreadable' }
    },
    async ask(reference) {
      const request = { reference }
      const answer = await ask('status', request)
      const named = told.safeParse(answer.body).data?.reference
      const { data: state } = cardState.safeParse(answer.body)
      const problem = answer.problem ?? (named === reference && state ? null : 'unreadable')
      const code = problem === null && state && 'code' in state ? state.code : null
      const response = answer.body && storedResponse(answer.body, storedOfPayment)
      return { code, request, response, problem, state: problem === null && state ? state : null }
    },
    refund: ({ amountKobo, ...named }) => refundExchange('refunds', { ...named, amountKobo: String(amountKobo) }),
    askRefund: (reference) => refundExchange('refund-status', { reference }),
  }
}
