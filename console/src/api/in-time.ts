import type { Call } from '@kobo/contract/kit/call'
import { ApiFailure } from './failure.ts'

const readWithinMs = 30_000
const writeWithinMs = 60_000
const tooLate = 'The server did not answer in time. Try again'

/** Gives up where no answer comes, so that nothing on the screen waits for ever; what the caller gives up ends as before. */
export async function inTime<T>(
  { effect, permission }: Call,
  given: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  given?.throwIfAborted()
  const hasKey = effect === 'write' && permission !== 'public'
  const sentence = hasKey ? `${tooLate}. If it was done after all, it is not done twice` : tooLate
  const own = new AbortController()
  const giveUp = () => own.abort(given?.reason)
  const timer = setTimeout(
    () => own.abort(new ApiFailure(0, 'timeout', sentence)),
    effect === 'read' ? readWithinMs : writeWithinMs,
  )
  given?.addEventListener('abort', giveUp)
  try {
    return await attempt(own.signal)
  } finally {
    clearTimeout(timer)
    given?.removeEventListener('abort', giveUp)
  }
}
