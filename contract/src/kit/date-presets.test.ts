import { expect, it } from 'vitest'
import { datePresets } from './date-presets.ts'

const days = (today: string) => datePresets(today).map(({ label, start, end }) => `${label}: ${start} to ${end}`)

it('FIND-31 starts a week on Monday and uses the whole previous month as last month', () => {
  expect(days('2026-11-26')).toEqual([
    'Today: 2026-11-26 to 2026-11-26',
    'Yesterday: 2026-11-25 to 2026-11-25',
    'This week: 2026-11-23 to 2026-11-26',
    'Last month: 2026-10-01 to 2026-10-31',
  ])
})

it.each([
  ['2026-11-23', 'This week: 2026-11-23 to 2026-11-23'],
  ['2026-11-29', 'This week: 2026-11-23 to 2026-11-29'],
  ['2026-03-01', 'Yesterday: 2026-02-28 to 2026-02-28'],
  ['2026-03-31', 'Last month: 2026-02-01 to 2026-02-28'],
  ['2028-03-01', 'Last month: 2028-02-01 to 2028-02-29'],
  ['2026-01-01', 'Last month: 2025-12-01 to 2025-12-31'],
  ['2026-01-01', 'This week: 2025-12-29 to 2026-01-01'],
])('FIND-31 computes the presets on %s: %s', (today, line) => {
  expect(days(today)).toContain(line)
})
