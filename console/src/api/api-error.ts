import { failure } from '@kobo/contract/kit/envelope'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Permission } from '@kobo/contract/kit/permission'

interface Particulars {
  fields?: Record<string, string> | undefined
  requestId?: string | undefined
  serverTime?: number | undefined
  retryAfterSeconds?: number | undefined
  permission?: Permission | undefined
  existsIn?: Mode | undefined
}

/** Failure of a call. The message is a sentence for the operator; status 0 means that no response arrived. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Error messages by field name, shown by forms. */
  readonly fields?: Record<string, string>
  readonly requestId?: string
  /** Server time in milliseconds, sent only with `clock_skew`. */
  readonly serverTime?: number
  /** Seconds to wait before the next attempt, from `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** Permission of the call. */
  readonly permission?: Permission
  /** The other mode, if a record that was not found exists there. */
  readonly existsIn?: Mode

  constructor(status: number, code: string, message: string, details: Particulars = {}) {
    super(message || lastResort)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    Object.assign(this, details)
  }
}

/** Returns whether the session has ended. Public calls such as the sign-in also return 401, for a wrong password. */
export function isUnauthenticated(problem: unknown): boolean {
  return problem instanceof ApiError && problem.status === 401
}

/** Returns the permission that the operator's role lacks; undefined if the call failed for another reason. */
export function missingPermission(problem: ApiError | null): Permission | undefined {
  return problem?.code === 'not_permitted' ? problem.permission : undefined
}

/** Names the request of a failure on the server's side, whose id is also that of its trace. */
export function requestOf(problem: Error | null): string | undefined {
  return problem instanceof ApiError && problem.status > 499 && problem.requestId
    ? `Request ${problem.requestId}`
    : undefined
}

/** Explains why a list is missing: the server's sentence about a request that it rejects, else the request's id. */
export function explanationOf(problem: ApiError | null): string | undefined {
  return problem?.status === 400 ? problem.message : requestOf(problem)
}

export const lastResort = 'Something went wrong'

/** Builds the error from an HTTP error response. Falls back to a generic message if the body is not the contract's error. */
export function failureOf(response: Response, body: unknown, permission?: Permission): ApiError {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  const parsed = failure.partial({ code: true }).safeParse(body)
  if (!parsed.success) return new ApiError(response.status, 'internal', lastResort, { retryAfterSeconds })
  const { code = 'internal', message, fields, requestId, serverTime, existsIn } = parsed.data
  return new ApiError(response.status, code, message, {
    fields,
    requestId,
    serverTime,
    existsIn,
    retryAfterSeconds,
    permission,
  })
}
