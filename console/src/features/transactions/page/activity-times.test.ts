import type { Activity } from '@kobo/contract/transaction-records'
import { describe, expect, it } from 'vitest'
import { secondsToTheBank, shownSteps } from './activity-times.ts'

const step = (category: string, createdAt?: string, completed = true): Activity => ({
  id: category,
  category,
  completed,
  createdAt,
})

describe('Step times', () => {
  it('returns exact Lagos times with the day where it changes', () => {
    const shown = shownSteps([
      step('SESSION_INIT', '2026-11-20T22:59:59.007Z'),
      step('FUND_PENDING', '2026-11-20T23:00:00.000Z'),
      step('FUND_SUCCESS', '2026-11-21T09:00:00.120Z'),
      step('TRANSFER_WEBHOOK'),
    ])
    expect(shown.map(({ day, time }) => [day, time])).toEqual([
      [undefined, '23:59:59.007'],
      ['21-11-2026', '00:00:00.000'],
      [undefined, '10:00:00.120'],
      [undefined, undefined],
    ])
  })
})

describe('Time to the bank', () => {
  const begun = step('SESSION_INIT', '2026-11-20T13:32:05.114Z')
  it.each([
    ['1.3 s to the bank', [begun, step('TRANSFER_SUCCESSFUL', '2026-11-20T13:32:06.418Z')]],
    [undefined, [begun, step('TRANSFER_SUCCESSFUL', '2026-11-20T13:32:06.418Z', false)]],
    [undefined, [begun, step('TRANSFER_SUCCESSFUL', '2026-11-20T14:32:06.418Z')]],
    [undefined, [begun]],
    [undefined, []],
  ])('returns %s', (text, steps) => {
    expect(secondsToTheBank(steps)).toBe(text)
  })
})
