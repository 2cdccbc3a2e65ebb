import { nextDelaySeconds } from './webhooks.ts'

/** How long to wait before the outside is tried again. */
export interface RetryDelays {
  /** Before the question number `attempt`, counted from 1, about what is open. */
  requerySeconds(attempt: number): number
  /** Before the next question about what ended without the other side's own word, that many seconds ago. */
  doubtSeconds(since: number): number
  /** Before the acquirer is asked about a card payment of which it has not told. */
  cardSeconds: number
  /** Null after the last attempt. */
  webhookSeconds(attemptsMade: number): number | null
}

const hourSeconds = 3600

export const usualDelays: RetryDelays = {
  requerySeconds: (attempt) => Math.min(5 * 2 ** (attempt - 1), 600),
  // As long as it has taken so far: after 5, 10, 20 seconds and so on, in the end every two hours.
  doubtSeconds: (since) => Math.min(Math.max(since, 5), 2 * hourSeconds),
  // As long as a payer may take to hand over a card.
  cardSeconds: 60,
  webhookSeconds: (attemptsMade) => nextDelaySeconds(attemptsMade),
}
