import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseConnection } from './malformed-requests.ts'

const requestMs = 30_000
/** A hundred megabytes over a mobile connection of one megabit per second. */
const formMs = 15 * 60_000

/** Options of a server: how often it looks for overdue requests, and how long headers and the longest requests may take. */
export const arrival = {
  http: { connectionsCheckingInterval: 5_000, headersTimeout: requestMs },
  requestTimeout: formMs,
}

const timers = new WeakMap<FastifyRequest['raw'], NodeJS.Timeout>()

/** Disconnects callers whose bodies do not arrive in time, so that slow senders hold no connections. */
export function limitArrival(app: FastifyInstance, withinMs = requestMs): void {
  app.addHook('onRequest', async ({ raw }) => {
    // An injected request arrives as a whole, without a connection.
    if (!hasBody(raw) || !(raw.socket instanceof Socket)) return
    const overdue = () => {
      if (!raw.complete) refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
    }
    timers.set(raw, setTimeout(overdue, withinMs).unref())
    raw.once('close', () => clearTimeout(timers.get(raw)))
  })
}

/** Lets a form with files arrive slowly: only the server's longest time applies to it. */
export function allowSlowForm({ raw }: FastifyRequest): void {
  clearTimeout(timers.get(raw))
}

function hasBody({ headers }: FastifyRequest['raw']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
