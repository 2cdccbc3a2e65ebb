import { tooManyRequests } from './http-error.ts'
import { requireRate } from './rate.ts'

/** Limits on the files that one operator may have in preparation, and request in an hour. */
export interface FileQuota {
  /** Plural name of the files in messages. */
  what: string
  open: number
  hourly: number
}

const hourMs = 3_600_000
const retryAfterSeconds = 15

/** Returns the instant since which requests count for a quota. */
export function quotaSince(now: Date): string {
  return new Date(now.getTime() - hourMs).toISOString()
}

/** Rejects a request beyond an operator's quota; `ordered` holds the requests of the last hour, the oldest first. */
export function checkQuota(
  ordered: readonly { created_at: string; status: string }[],
  { what, open, hourly }: FileQuota,
  now: Date,
): void {
  if (ordered.filter(({ status }) => status === 'MAKING').length >= open) {
    throw tooManyRequests(`${open} of your ${what} are still being prepared. Wait a moment`, retryAfterSeconds)
  }
  const earlier = ordered.map(({ created_at }) => created_at).toReversed()
  requireRate(earlier, { most: hourly, withinMs: hourMs, now }, (wait) => {
    return `You have requested ${hourly} ${what} within an hour. Try again in ${wait}`
  })
}
