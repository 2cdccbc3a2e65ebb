import type { Failure } from '@kobo/contract/kit/envelope'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { classifyDatabaseError } from '../db/database-errors.ts'
import { LedgerRefusal } from '../ledger/ledger-refusal.ts'
import { DomainError } from '../domain-error.ts'
import { StoreUnavailableError } from '../rails/file-store.ts'
import { conflict, notFound, HttpError, unprocessable, tooManyRequests } from './http-error.ts'

/** Sends every failure as the contract's envelope, never with a stack, SQL or a library's own message. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asHttpError(error)
  if (refusal.statusCode >= 500) request.log.error({ err: error }, 'request failed')
  const { fields, serverTime, existsIn, retryAfterSeconds } = refusal.more
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const body: Failure = {
    status: false,
    message: refusal.message,
    code: refusal.code,
    fields,
    serverTime,
    existsIn,
    requestId: request.id,
  }
  return reply.code(refusal.statusCode).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** Maps any error to the HTTP error that the caller receives. */
export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof LedgerRefusal) return new HttpError(422, error.code, error.message)
  if (error instanceof DomainError) return fromVerb(error)
  if (error instanceof StoreUnavailableError) return filesUnavailable()
  if (hasZodFastifySchemaValidationErrors(error)) return asBadInput(error.validation)
  return fromFastify(error) ?? fromDatabase(error) ?? internal()
}

/** Documents and images cannot be stored or read now. */
export function filesUnavailable(): HttpError {
  return new HttpError(503, 'unavailable', 'Stored files cannot be reached right now. Please try again shortly', {
    retryAfterSeconds: 30,
  })
}

function fromVerb({ code, message, field }: DomainError): HttpError {
  if (code === 'not_found') return notFound(message)
  return code === 'conflict'
    ? conflict(message)
    : unprocessable(message, field === undefined ? undefined : { [field]: message })
}

interface Issue {
  instancePath: string
  message?: string
  params?: unknown
}

/** Returns a 400 with the first issue as its message, and one message per field. */
export function asBadInput(issues: Issue[]): HttpError {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const unknown = property(issue.params, 'keys')
    const name = issue.instancePath.replace(/^\//, '').replaceAll('/', '.')
    if (Array.isArray(unknown)) for (const key of unknown) fields[String(key)] ??= 'Unknown field'
    else if (name !== '') fields[name] ??= sentence(issue)
  }
  const [first] = Object.entries(fields)
  if (!first) return new HttpError(400, 'bad_input', 'The request is not valid')
  const [name, message] = first
  return new HttpError(400, 'bad_input', message === 'Unknown field' ? `${message}: ${name.slice(0, 60)}` : message, {
    fields,
  })
}

/** Returns the schema's own message, or a replacement for a default message of the library. */
function sentence(issue: Issue): string {
  const message = issue.message ?? ''
  if (!/^(Invalid|Too|Unrecognized)\b/.test(message)) return message
  const expected = property(issue.params, 'expected')
  return typeof expected === 'string' ? `Must be a ${expected}` : 'Is not valid'
}

function fromFastify(error: unknown): HttpError | null {
  const status = property(error, 'statusCode')
  if (status === 413) return new HttpError(413, 'too_large', 'The request is too large')
  if (status === 415) return new HttpError(400, 'bad_input', 'Send JSON')
  if (status === 429)
    return tooManyRequests('Too many requests. Wait a moment', Number(property(error, 'retryAfterSeconds')) || 60)
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new HttpError(400, 'bad_input', 'The request could not be read')
  }
  return null
}

function fromDatabase(error: unknown): HttpError | null {
  const code = property(error, 'code')
  if (classifyDatabaseError(error) === 'away') {
    return new HttpError(503, 'unavailable', 'The database cannot be reached right now. Please try again shortly')
  }
  if (classifyDatabaseError(error) === 'retry')
    return new HttpError(503, 'unavailable', 'The server is busy. Please try again')
  if (code === '22007' || code === '22008') return new HttpError(400, 'bad_input', 'This date does not exist')
  if (code === '22021') return new HttpError(400, 'bad_input', 'A text contains a character that cannot be stored')
  return null
}

function internal(): HttpError {
  return new HttpError(500, 'internal', 'Something went wrong on our side')
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined
}
