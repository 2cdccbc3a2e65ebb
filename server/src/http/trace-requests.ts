import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginTrace, markFailed, traceIdOf, withSpan } from '../tracing.ts'
import { healthPaths } from './health.ts'

/** Id and span of each request. */
const begun = new WeakMap<IncomingMessage, { id: string; span: ReturnType<typeof beginTrace> }>()

/** Creates a request id in the form of a trace id. A caller's own text never enters the logs. */
export function newRequestId(): string {
  return randomBytes(16).toString('hex')
}

/** Begins the trace of a request and returns its id, which is the id of the request. */
export function beginRequest(raw: IncomingMessage): string {
  const earlier = begun.get(raw)
  if (earlier) return earlier.id
  // Monitoring asks every few seconds.
  if (healthPaths.includes(raw.url ?? '')) return newRequestId()
  const span = beginTrace('request')
  const id = traceIdOf(span) ?? newRequestId()
  begun.set(raw, { id, span })
  return id
}

/** Runs requests as part of their traces. Must be added before all other hooks. */
export function traceRequests(app: FastifyInstance): void {
  const enter = ({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const { span } = begun.get(raw) ?? {}
    if (span) withSpan(span, done)
    else done()
  }
  app.addHook('onRequest', enter)
  // What follows the body is called by its stream, which belongs to no trace.
  app.addHook('preValidation', enter)
  app.addHook('onResponse', async ({ raw, method, routeOptions }, { statusCode }) => {
    const { span } = begun.get(raw) ?? {}
    if (!span?.isRecording()) return
    const route = routeOptions.url ?? 'none'
    span.updateName(`${method} ${route}`)
    span.setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
    })
    if (statusCode >= 500) markFailed(String(statusCode), span)
    span.end()
  })
}
