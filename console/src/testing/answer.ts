import type { Call, Data } from '@kobo/contract/kit/call'
import type { Mode } from '@kobo/contract/kit/mode'
import { type HttpHandler, HttpResponse, http } from 'msw'

export interface Asked {
  query: URLSearchParams
  /** JSON body or multipart form, if any. */
  body: unknown
  headers: Headers
}

/** Returns a handler that responds to a call. */
export function answer<C extends Call>(
  call: C,
  reply: (received: Asked) => Data<C> | Promise<Data<C>>,
  message = 'Done',
): HttpHandler {
  return handle(call, async (received) => {
    const data = await reply(received)
    return HttpResponse.json({ status: true, message, data }, { headers: modeHeader() })
  })
}

/** Returns a handler that responds to a call and adds the query of each request to `requests`. */
export function record<C extends Call>(requests: string[], call: C, reply: (received: Asked) => Data<C>): HttpHandler {
  return answer(call, (received) => {
    requests.push(String(received.query))
    return reply(received)
  })
}

/** Returns a handler that rejects a call. */
export function refuse(
  call: Call,
  status: number,
  failure: { message: string; code?: string; fields?: Record<string, string>; serverTime?: number; existsIn?: Mode },
  headers: Record<string, string> = {},
): HttpHandler {
  return handle(call, async () =>
    HttpResponse.json(
      { status: false, code: 'refused', requestId: 'req_1', ...failure },
      { status, headers: { ...modeHeader(), ...headers } },
    ),
  )
}

function handle(call: Call, respond: (received: Asked) => Promise<Response>): HttpHandler {
  return http.all(`/api${call.path}`, async ({ request }) => {
    if (request.method !== call.method) return undefined
    const query = new URL(request.url).searchParams
    return respond({ query, body: await bodyOf(request), headers: request.headers })
  })
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data')) return await request.formData()
  const text = await request.text()
  return text === '' ? undefined : JSON.parse(text)
}

function modeHeader(): Record<string, string> {
  return { 'x-mode': serverSession.mode }
}

/** Session state of the test server. */
export const serverSession: { mode: Mode } = { mode: 'PRODUCTION' }
