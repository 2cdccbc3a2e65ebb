import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../testing/property-runs.ts'
import { type Interval, intervals, nthDay } from './recurrence.ts'

const dayMs = 86_400_000
const aDay = fc
  .integer({ min: Date.UTC(2000, 0, 1) / dayMs, max: Date.UTC(2099, 11, 31) / dayMs })
  .map((number) => new Date(number * dayMs).toISOString().slice(0, 10))
const anInterval = fc.constantFrom(...intervals)
const many = fc.nat({ max: 400 })

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs
const several = (start: string, interval: Interval, count: number) =>
  Array.from({ length: count }, (_, n) => nthDay(start, interval, n))

describe('nthDay', () => {
  it.each<[Interval, string, string[]]>([
    ['daily', '2026-12-30', ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']],
    ['daily', '2028-02-28', ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['weekly', '2026-11-20', ['2026-11-20', '2026-11-27', '2026-12-04']],
    ['monthly', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['monthly', '2027-12-30', ['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30']],
    ['Yearly', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['Yearly', '2026-12-31', ['2026-12-31', '2027-12-31', '2028-12-31']],
  ])('computes the %s days from %s as %j', (interval, start, expected) => {
    expect(several(start, interval, expected.length)).toEqual(expected)
  })

  it('starts with the first day and always increases', () => {
    fc.assert(
      fc.property(aDay, anInterval, many, (start, interval, n) => {
        expect(nthDay(start, interval, 0)).toBe(start)
        expect(nthDay(start, interval, n + 1) > nthDay(start, interval, n)).toBe(true)
      }),
      propertyRuns('days grow'),
    )
  })

  it('advances by whole days or weeks', () => {
    fc.assert(
      fc.property(aDay, many, (start, n) => {
        expect(daysBetween(start, nthDay(start, 'daily', n))).toBe(n)
        expect(daysBetween(start, nthDay(start, 'weekly', n))).toBe(7 * n)
      }),
      propertyRuns('days and weeks'),
    )
  })

  it('stays in the due month, on the same day or its last day', () => {
    fc.assert(
      fc.property(aDay, many, fc.boolean(), (start, n, byYear) => {
        const found = nthDay(start, byYear ? 'Yearly' : 'monthly', n)
        const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
        expect(monthNumber(found) - monthNumber(start)).toBe(byYear ? 12 * n : n)
        const isLast = nthDay(found, 'daily', 1).endsWith('-01')
        expect(found.slice(8) === start.slice(8) || (isLast && found.slice(8) < start.slice(8))).toBe(true)
      }),
      propertyRuns('months and years'),
    )
  })
})
