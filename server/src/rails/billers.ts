import type { Mode } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import { requestJson } from './request-json.ts'
import { storedResponse } from './stored-response.ts'
import type { Exchange } from './switch.ts'

/** Bill payment to request from a biller. Its session ID is the idempotency key. */
export interface Bill {
  mode: Mode
  sessionId: string
  /** The biller's code. */
  biller: string
  /** Customer's number at the biller. */
  customer: string
  amountKobo: bigint
}

/** Client of the billers, all behind one URL. No method throws when a biller fails. */
export interface Billers {
  /** Requests a bill payment. Repeat it only with the same session ID. */
  pay(bill: Bill): Promise<Exchange>
  /** Queries a bill payment; the code is 25 if there is no record of it. */
  ask(sessionId: string): Promise<Exchange>
}

export interface BillersOptions {
  url: string
  timeoutMs: number
  /** Sent as a bearer token. */
  secret?: string
}

const storedFields = { sessionId: 'text', responseCode: 'text', responseMessage: 'text', message: 'text' } as const

const told = z.object({ sessionId: z.string(), responseCode: z.string().regex(/^[\dA-Z]{2}$/) })

/** Opens the billers' HTTP client. */
export function openBillers({ url, timeoutMs, secret }: BillersOptions): Billers {
  const base = `${url.replace(/\/+$/, '')}/billers`
  const ask = async (call: string, request: { sessionId: string } & Record<string, string>): Promise<Exchange> => {
    const question = { url: `${base}/${call}`, timeoutMs, ...(secret && { secret }) }
    const answer = await requestJson({ ...question, method: 'POST', body: request })
    const { data } = told.safeParse(answer.body)
    const problem = answer.problem ?? problemOf(data?.sessionId, request.sessionId)
    const response = answer.body && storedResponse(answer.body, storedFields)
    return { code: problem === null && data ? data.responseCode : null, request, response, problem }
  }
  return {
    pay: ({ amountKobo, ...bill }) => ask('payments', { ...bill, amountKobo: String(amountKobo) }),
    ask: (sessionId) => ask('status', { sessionId }),
  }
}

/** A response about another bill must never decide this one. */
function problemOf(answered: string | undefined, asked: string): string | null {
  if (answered === undefined) return 'unreadable'
  return answered === asked ? null : 'another session'
}
