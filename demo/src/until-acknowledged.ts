import { setTimeout as sleep } from 'node:timers/promises'
import { PartnerRefused } from './partners.ts'

/** Time after which an attempt counts as failed, in milliseconds. */
export const attemptWithinMs = 20_000
const repeatMs = 250

/**
 * Repeats a call with its own reference until it is acknowledged; `attempt` counts from 0. A refusal, which is final, is thrown as
 * `PartnerRefused`. Resolves to null if the signal aborts first: what was not acknowledged may have happened or not.
 */
export async function untilAcknowledged<T>(
  call: (attempt: number) => Promise<T>,
  stopping: AbortSignal,
): Promise<T | null> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await Promise.race([call(attempt), tooLate()])
    } catch (error) {
      if (error instanceof PartnerRefused && error.status < 500 && error.status !== 429) throw error
      if (stopping.aborted) return null
      await sleep(repeatMs)
    }
  }
}

async function tooLate(): Promise<never> {
  await sleep(attemptWithinMs, undefined, { ref: false })
  throw new Error('The call was not answered in time')
}
