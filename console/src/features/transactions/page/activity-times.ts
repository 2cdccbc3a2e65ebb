import type { Activity } from '@kobo/contract/transaction-records'
import { formatDay, panelTime } from '../../../ui/dates.tsx'

/** Step with its formatted time. */
export interface ShownStep extends Activity {
  /** Day, if it differs from that of the step before. */
  day?: string
  /** `14:32:05.114`, in Lagos. */
  time?: string
}

/** Returns the steps with formatted times; the first step of each further day also has its day. */
export function shownSteps(steps: readonly Activity[]): ShownStep[] {
  let lastDay = steps.find((step) => step.createdAt)?.createdAt
  return steps.map((step) => {
    if (!step.createdAt) return step
    const isNewDay = formatDay(step.createdAt) !== formatDay(lastDay)
    lastDay = step.createdAt
    return { ...step, time: exactTime(step.createdAt), ...(isNewDay && { day: formatDay(step.createdAt) }) }
  })
}

/** Returns `1.3 s to the bank`: the time until the receiving bank had the money; undefined from one minute on. */
export function secondsToTheBank(steps: readonly Activity[]): string | undefined {
  const timeOf = (category: string) =>
    Date.parse(steps.find((step) => step.category === category && step.completed)?.createdAt ?? '')
  const seconds = (timeOf('TRANSFER_SUCCESSFUL') - timeOf('SESSION_INIT')) / 1_000
  return seconds >= 0 && seconds < 60 ? `${seconds.toFixed(1)} s to the bank` : undefined
}

function exactTime(at: string): string {
  const milliseconds = String(new Date(at).getUTCMilliseconds()).padStart(3, '0')
  return `${panelTime(at)}.${milliseconds}`
}
