import { ApiError } from './api-error.ts'

export const readWithinMs = 30_000
export const writeWithinMs = 60_000
export const tooLate = 'The server did not answer in time. Try again'

interface Limit {
  withinMs: number
  /** What the operator reads when the time is over. */
  sentence: string
  /** The caller's own end, which comes without a sentence. */
  signal?: AbortSignal | undefined
}

/** Gives up where no answer comes, so that nothing on the screen waits for ever. */
export async function withTimeout<T>(
  { withinMs, sentence, signal }: Limit,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const own = new AbortController()
  const giveUp = () => own.abort(signal?.reason)
  const timer = setTimeout(() => own.abort(new ApiError(0, 'timeout', sentence)), withinMs)
  signal?.addEventListener('abort', giveUp)
  try {
    return await attempt(own.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
