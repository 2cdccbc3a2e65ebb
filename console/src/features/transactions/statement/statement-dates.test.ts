import { describe, expect, it } from 'vitest'
import { durations, statementDays, statementFaults } from './statement-dates.ts'

const choice = (duration: string | null, startDate = '', endDate = '') => ({ duration, startDate, endDate })

describe('Statement dates', () => {
  it.each([
    ['Monday', '2026-11-16', '2026-11-09'],
    ['Tuesday', '2026-11-17', '2026-11-16'],
    ['Wednesday', '2026-11-18', '2026-11-16'],
    ['Sunday', '2026-11-22', '2026-11-16'],
    ['Monday after New Year', '2027-01-04', '2026-12-28'],
    ['Friday that is New Year', '2027-01-01', '2026-12-28'],
  ])('STMT-03 starts last week on %s %s at %s and ends it today', (_, today, startDate) => {
    expect(statementDays(choice('last week'), today)).toEqual({ startDate, endDate: today })
  })

  it.each([
    ['last 3 months', '2026-11-20', '2026-08-20'],
    ['last 6 months', '2026-11-20', '2026-05-20'],
    ['last 3 months', '2027-01-15', '2026-10-15'],
    ['last 6 months', '2026-08-31', '2026-02-28'],
  ])('STMT-02 starts %s before %s on %s', (duration, today, startDate) => {
    expect(statementDays(choice(duration), today)).toEqual({ startDate, endDate: today })
  })

  it.each([
    ['2026-11-20', '2026-10-01', '2026-10-31'],
    ['2027-03-31', '2027-02-01', '2027-02-28'],
    ['2028-03-01', '2028-02-01', '2028-02-29'],
    ['2027-01-31', '2026-12-01', '2026-12-31'],
  ])('STMT-02 returns for last month before %s the calendar month from %s to %s', (today, startDate, endDate) => {
    expect(statementDays(choice('last month'), today)).toEqual({ startDate, endDate })
  })

  it('STMT-04 starts this year on 1 January and ends it today', () => {
    expect(statementDays(choice('this year'), '2026-11-20')).toEqual({ startDate: '2026-01-01', endDate: '2026-11-20' })
    expect(statementDays(choice('this year'), '2027-01-01')).toEqual({ startDate: '2027-01-01', endDate: '2027-01-01' })
  })

  it('returns the selected dates for custom', () => {
    const days = { startDate: '2026-02-01', endDate: '2026-02-14' }
    expect(statementDays({ duration: 'custom', ...days }, '2026-11-20')).toEqual(days)
  })

  it('ignores the selected dates for other durations', () => {
    const selected = choice('this year', '2024-02-01', '2024-02-14')
    expect(statementDays(selected, '2026-11-20').startDate).toBe('2026-01-01')
  })
})

describe('Statement form errors', () => {
  const errorsOf = (...args: Parameters<typeof choice>) => statementFaults(choice(...args), '2026-11-20')

  it('STMT-05 VALID-27 requires a duration', () => {
    expect(errorsOf(null)).toEqual({ duration: 'Duration is required' })
  })

  it('STMT-06 VALID-27 requires both dates only for custom', () => {
    const both = { startDate: 'Start date is required', endDate: 'End date is required' }
    expect(errorsOf('custom')).toEqual(both)
    expect(errorsOf('custom', '2026-11-01')).toEqual({ endDate: both.endDate })
    for (const { value } of durations) expect(errorsOf(value)).toEqual(value === 'custom' ? both : {})
  })

  it('STMT-07 VALID-27 rejects future dates', () => {
    expect(errorsOf('custom', '2026-11-20', '2026-11-20')).toEqual({})
    expect(errorsOf('custom', '2026-11-20', '2026-11-21')).toEqual({ endDate: 'End date cannot be in the future' })
    expect(errorsOf('custom', '2026-11-21', '2026-11-21')).toEqual({
      startDate: 'Start date cannot be in the future',
      endDate: 'End date cannot be in the future',
    })
  })

  it('STMT-08 VALID-27 rejects an end before the start', () => {
    expect(errorsOf('custom', '2026-11-10', '2026-11-09')).toEqual({
      endDate: 'End date cannot be before the start date',
    })
    expect(errorsOf('custom', '2026-11-10', '2026-11-10')).toEqual({})
  })
})
