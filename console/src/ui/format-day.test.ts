import { expect, it } from 'vitest'
import { formatDay } from './format-day.ts'

it.each([
  ['1986-03-14', '14-03-1986'],
  ['1986-03-13T23:30:00.000Z', '14-03-1986'],
  ['14-Mar-1986', '14-Mar-1986'],
  ['', '_'],
  [null, '_'],
  [undefined, '_'],
])('CONST-11 formats the day %s as %s', (day, shown) => {
  expect(formatDay(day)).toBe(shown)
})
