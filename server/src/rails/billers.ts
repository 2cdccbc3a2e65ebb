import type { Mode } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import { requestJson } from './request-json.ts'
import { storedResponse } from './stored-response.ts'
import type { Exchange } from './switch.ts'

/** What a biller is asked to take; its session ID makes it the same payment however often it is sent. */
export interface Bill {
  mode: Mode
  sessionId: string
  /** The biller's code. */
  biller: string
  /** The number that the biller knows its customer by. */
  customer: string
  amountKobo: bigint
}

/** Those that bills are paid to, behind one address. No method throws for what the outside does. */
export interface Billers {
  /** Asks for a bill to be paid. Ask again only with the same session ID. */
  pay(bill: Bill): Promise<Exchange>
  /** What became of it; 25 of one that there is no record of. */
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

/** The billers over HTTP. */
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

/** An answer about another bill must never decide this one. */
function problemOf(answered: string | undefined, asked: string): string | null {
  if (answered === undefined) return 'unreadable'
  return answered === asked ? null : 'another session'
}
