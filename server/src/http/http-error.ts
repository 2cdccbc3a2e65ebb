import type { FailureCode } from '@kobo/contract/kit/envelope'
import type { Mode } from '@kobo/contract/kit/mode'

interface More {
  fields?: Record<string, string>
  serverTime?: number
  retryAfterSeconds?: number
  existsIn?: Mode
}

/** Failure that is reported to the caller: status, stable code and a message for the operator. */
export class HttpError extends Error {
  readonly statusCode: number
  readonly code: FailureCode
  readonly more: More

  constructor(statusCode: number, code: FailureCode, message: string, more: More = {}) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.more = more
  }
}

export function badRequest(message: string, fields?: Record<string, string>): HttpError {
  return new HttpError(400, 'bad_input', message, { fields })
}

export function wrongCredentials(message: string, fields?: Record<string, string>): HttpError {
  return new HttpError(400, 'wrong_credentials', message, { fields })
}

export function notFound(record: string): HttpError {
  return new HttpError(404, 'not_found', `${record} was not found in this mode`)
}

/** The record is no longer in the state that the operator saw. */
export function conflict(message: string): HttpError {
  return new HttpError(409, 'conflict', message)
}

/** A business rule rejects the request. */
export function unprocessable(message: string, fields?: Record<string, string>): HttpError {
  return new HttpError(422, 'refused', message, { fields })
}

export function tooManyRequests(message: string, retryAfterSeconds: number): HttpError {
  return new HttpError(429, 'too_many_requests', message, { retryAfterSeconds })
}
