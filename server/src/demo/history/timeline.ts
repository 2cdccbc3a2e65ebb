import { usualDelays } from '../../rails/retry-delays.ts'
import { hourMs, minuteMs } from '../calendar.ts'
import type { Draft } from './book.ts'

/** When the switch has answered a payout, if it answers. */
export function answeredAt({ at }: Pick<Draft, 'at'>): number {
  return at + 900
}

/** When the switch is asked about a payout that its answer has left open, the last time once it knows. */
export function questionsUntil(openSince: number, knownAt: number): number[] {
  const times: number[] = []
  for (let at = openSince; at < knownAt; times.push(at)) at += usualDelays.requerySeconds(times.length + 1) * 1000
  return times
}

const slowMs = 15_000

/** The same for a payout that succeeded; none where it was approved at once. */
export function questionsOf({ at, paidAt }: Pick<Draft, 'at' | 'paidAt'>): number[] {
  return paidAt === null || paidAt - at < slowMs ? [] : questionsUntil(answeredAt({ at }), paidAt - 1)
}

/** The life of a payout that the switch had no record of, and approved hours after it had failed. */
export interface LateApproval {
  /** When the wait for an answer was given up. */
  silentAt: number
  questions: readonly number[]
  failedAt: number
  questionsInDoubt: readonly number[]
  approvedAt: number
}

const patienceMs = 10_000
const questionsInSilence = questionsUntil(0, 10 * minuteMs)

/** How long there is no record of a payout when it fails of that: until the last question. */
export const noRecordMs = questionsInSilence.at(-1) ?? 0

export function lateApprovalOf({ at }: Pick<Draft, 'at'>): LateApproval {
  const silentAt = at + patienceMs
  const failedAt = silentAt + noRecordMs + 1
  const questionsInDoubt: number[] = []
  let asked = failedAt
  for (; asked < failedAt + 6 * hourMs; questionsInDoubt.push(asked)) {
    asked += usualDelays.doubtSeconds((asked - failedAt) / 1000) * 1000
  }
  const questions = questionsInSilence.map((ms) => silentAt + ms)
  return { silentAt, questions, failedAt, questionsInDoubt, approvedAt: asked + 1 }
}
