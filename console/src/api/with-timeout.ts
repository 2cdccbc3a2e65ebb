import { ApiError } from './api-error.ts'

export const readWithinMs = 30_000
export const writeWithinMs = 60_000
export const tooLate = 'The server did not respond in time. Try again'

interface Limit {
  withinMs: number
  /** Message for the operator on timeout. */
  sentence: string
  /** The caller's signal, which aborts without a message. */
  signal?: AbortSignal | undefined
}

/** Aborts an attempt that exceeds the limit, so that no screen waits forever. `restart` begins the time anew. */
export async function withTimeout<T>(
  { withinMs, sentence, signal }: Limit,
  attempt: (signal: AbortSignal, restart: () => void) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  const start = () => setTimeout(() => controller.abort(new ApiError(0, 'timeout', sentence)), withinMs)
  let timer = start()
  const restart = () => {
    clearTimeout(timer)
    timer = start()
  }
  signal?.addEventListener('abort', abort)
  try {
    return await attempt(controller.signal, restart)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
