import { failure } from '@kobo/contract/kit/envelope'

interface Particulars {
  fields?: Record<string, string> | undefined
  requestId?: string | undefined
  serverTime?: number | undefined
  retryAfterSeconds?: number | undefined
}

/** Why a call failed: its message is a sentence for the operator. Status 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Field name to sentence, for a form to show. */
  readonly fields?: Record<string, string>
  readonly requestId?: string
  /** The server's clock, beside `clock_skew` alone. */
  readonly serverTime?: number
  /** How long the server asks to wait before the next try. */
  readonly retryAfterSeconds?: number

  constructor(status: number, code: string, message: string, particulars: Particulars = {}) {
    super(message || lastResort)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    Object.assign(this, particulars)
  }
}

/** Whether the session is over. A public call, such as the sign-in, is answered so for a wrong password too. */
export function isUnauthenticated(problem: unknown): boolean {
  return problem instanceof ApiError && problem.status === 401
}

export const lastResort = 'Something went wrong'

/** The failure that an answer of the server tells of. */
export function failureOf(response: Response, body: unknown): ApiError {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  const told = failure.partial({ code: true }).safeParse(body)
  if (!told.success) return new ApiError(response.status, 'internal', lastResort, { retryAfterSeconds })
  const { code = 'internal', message, fields, requestId, serverTime } = told.data
  return new ApiError(response.status, code, message, { fields, requestId, serverTime, retryAfterSeconds })
}
