import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Failure, FailureCode } from '@kobo/contract/kit/envelope'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newRequestId } from './trace-requests.ts'

/** Time that a rejected caller has to read the response. */
const lingerMs = 1_000
/** Path without a route. */
const nowhere = '/api/unreadable-address'

/** Routes an unreadable URL to a path without a route, so that it passes the same hooks as every other request. */
export function sendNowhere(app: FastifyInstance, { raw }: FastifyRequest, reply: FastifyReply): void {
  raw.url = nowhere
  app.routing(raw, reply.raw)
}

/** Answers input that is not HTTP with the contract's envelope, then closes the connection. */
export function refuseConnection(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code, message } = errorFor(error.code)
  const requestId = newRequestId()
  const failure: Failure = { status: false, message, code, requestId }
  const body = JSON.stringify(failure)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  // A caller that never closes its side would keep the connection half open, with its file descriptor.
  const destroying = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(destroying))
}

function errorFor(code: string | undefined): { status: number; code: FailureCode; message: string } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, code: 'too_large', message: 'The headers of the request are too large' }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, code: 'bad_input', message: 'The request did not arrive in time' }
  }
  return { status: 400, code: 'bad_input', message: 'The request could not be read' }
}
