import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { conversationDate, formatDay, listDateTime, panelDate, panelTime, pickerDay } from './dates.tsx'

const at = '2026-03-05T23:05:09.000Z'

describe.each(['Pacific/Auckland', 'America/New_York'])('dates on a machine in %s', (zone) => {
  const own = process.env.TZ
  beforeEach(() => {
    process.env.TZ = zone
  })
  afterEach(() => {
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  })

  it('LIST-19 CONST-13 formats list dates as dd-MM-yyyy HH:mm in Lagos time', () => {
    expect(new Date(at).getHours()).not.toBe(0)
    expect(listDateTime(at)).toBe('06-03-2026 00:05')
  })

  it('PANEL-24 CONST-13 formats panel dates as dd MMMM yyyy with the time apart', () => {
    expect(panelDate(at)).toBe('06 March 2026')
    expect(panelTime(at)).toBe('00:05:09')
  })

  it('CONST-13 formats conversation dates as MMM dd, yyyy', () => {
    expect(conversationDate(at)).toBe('Mar 06, 2026')
    expect(conversationDate('2026-09-01T10:00:00Z')).toBe('Sep 01, 2026')
  })
})

it('CONST-13 formats picker dates as dd/MM/yyyy', () => {
  expect(pickerDay('2024-02-01')).toBe('01/02/2024')
})

it('CONST-11 formats a missing or invalid date as _', () => {
  expect([listDateTime(null), listDateTime(undefined), listDateTime(''), panelDate('soon'), panelTime(null)]).toEqual(
    Array(5).fill('_'),
  )
})

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
