/** Delays before an external service is called again. */
export interface RetryDelays {
  /** Before status query number `attempt`, counted from 1, of an open payment. */
  requerySeconds(attempt: number): number
  /** Before the next status query of a payment that ended unconfirmed `since` seconds ago. */
  unconfirmedSeconds(since: number): number
  /** Before the acquirer is queried about a card payment whose outcome it has not notified. */
  cardSeconds: number
  /** Null after the last attempt. */
  webhookSeconds(attemptsMade: number): number | null
}

const hourSeconds = 3600

export const usualDelays: RetryDelays = {
  requerySeconds: (attempt) => Math.min(5 * 2 ** (attempt - 1), 600),
  // Equals the time elapsed so far: after 5, 10, 20 seconds and so on, at most every two hours.
  unconfirmedSeconds: (since) => Math.min(Math.max(since, 5), 2 * hourSeconds),
  // The time that a payer may need to enter a card.
  cardSeconds: 60,
  webhookSeconds: (attemptsMade) => nextDelaySeconds(attemptsMade),
}

/** Delay before each attempt to deliver a webhook event. */
export const webhookDelaysSeconds = [0, 5, 300, 1800, 7200, 18_000, 36_000] as const

/** Delay before the next attempt, varied by 10 % so that receivers are not called in step; null after the last. */
export function nextDelaySeconds(attemptsMade: number, random: () => number = Math.random): number | null {
  const delay = webhookDelaysSeconds[attemptsMade]
  return delay === undefined ? null : delay * (0.9 + 0.2 * random())
}
