import { usualDelays } from '@kobo/server/rails/retry-delays'
import { hourMs, minuteMs } from '../calendar.ts'
import type { Draft } from './book.ts'

/** Time of the switch's response to a payout, if it responds. */
export function respondedAt({ at }: Pick<Draft, 'at'>): number {
  return at + 900
}

/** Times of the status queries of an unconfirmed payout, up to the first one after its outcome is known. */
export function statusQueryTimes(openSince: number, knownAt: number): number[] {
  const times: number[] = []
  for (let at = openSince; at < knownAt; times.push(at)) at += usualDelays.requerySeconds(times.length + 1) * 1000
  return times
}

const slowMs = 15_000

/** Times of the status queries of a successful payout; none if it was approved immediately. */
export function questionsOf({ at, paidAt }: Pick<Draft, 'at' | 'paidAt'>): number[] {
  return paidAt === null || paidAt - at < slowMs ? [] : statusQueryTimes(respondedAt({ at }), paidAt - 1)
}

/** Timeline of a payout of which the switch had no record and which it approved hours after it had failed. */
export interface LateApproval {
  /** Time at which the request timed out. */
  silentAt: number
  questions: readonly number[]
  failedAt: number
  questionsInDoubt: readonly number[]
  approvedAt: number
}

const patienceMs = 10_000
const questionsInSilence = statusQueryTimes(0, 10 * minuteMs)

/** Time from the timeout to the last status query, after which a payout without a record fails. */
export const noRecordMs = questionsInSilence.at(-1) ?? 0

export function lateApprovalOf({ at }: Pick<Draft, 'at'>): LateApproval {
  const silentAt = at + patienceMs
  const failedAt = silentAt + noRecordMs + 1
  const lateQuestions: number[] = []
  let queriedAt = failedAt
  for (; queriedAt < failedAt + 6 * hourMs; lateQuestions.push(queriedAt)) {
    queriedAt += usualDelays.unconfirmedSeconds((queriedAt - failedAt) / 1000) * 1000
  }
  const questions = questionsInSilence.map((ms) => silentAt + ms)
  return { silentAt, questions, failedAt, questionsInDoubt: lateQuestions, approvedAt: queriedAt + 1 }
}
