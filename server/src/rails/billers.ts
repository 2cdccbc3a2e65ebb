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

const replySchema = z.object({ sessionId: z.string(), responseCode: z.string().regex(/^[\dA-Z]{2}$/) })

/** Opens the billers' HTTP client. */
export function openBillers({ url, timeoutMs, secret }: BillersOptions): Billers {
  const base = `${url.replace(/\/+$/, '')}/billers`
  const post = async (call: string, request: { sessionId: string } & Record<string, string>): Promise<Exchange> => {
    const endpoint = { url: `${base}/${call}`, timeoutMs, ...(secret && { secret }) }
    const reply = await requestJson({ ...endpoint, name: `billers ${call}`, method: 'POST', body: request })
    const { data } = replySchema.safeParse(reply.body)
    const problem = reply.problem ?? problemOf(data?.sessionId, request.sessionId)
    const response = reply.body && storedResponse(reply.body, storedFields)
    return { code: problem === null && data ? data.responseCode : null, request, response, problem }
  }
  return {
    pay: ({ amountKobo, ...bill }) => post('payments', { ...bill, amountKobo: String(amountKobo) }),
    ask: (sessionId) => post('status', { sessionId }),
  }
}

/** A response about another bill must never decide this one. */
function problemOf(received: string | undefined, sent: string): string | null {
  if (received === undefined) return 'unreadable'
  return received === sent ? null : 'another session'
}
