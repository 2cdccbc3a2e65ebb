import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBusinessMinutes, type WorkCalendar } from './business-time.ts'
import { inLagos } from './day.ts'

const usual: WorkCalendar = {
  spans: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', until: '17:00' })),
  holidays: new Set(['2026-12-25']),
}
const minuteMs = 60_000
const at = (text: string) => new Date(`${text}+01:00`)

/** Whether the minute that begins at an instant is working time. */
function isWorking(minute: Date, { spans, holidays }: WorkCalendar): boolean {
  const [day = '', time = ''] = inLagos(minute).toISOString().split('T')
  const weekday = inLagos(minute).getUTCDay() || 7
  return (
    !holidays.has(day) &&
    spans.some((span) => span.weekday === weekday && span.from <= time.slice(0, 5) && time.slice(0, 5) < span.until)
  )
}

function walkOn(from: Date, minutes: number, calendar: WorkCalendar): Date {
  let left = minutes
  let ms = from.getTime()
  for (; left > 0; ms += minuteMs) if (isWorking(new Date(ms), calendar)) left -= 1
  return new Date(ms)
}

const times = ['00:00', '06:30', '08:00', '12:15', '13:00', '17:00', '21:45', '24:00'] as const

/** Up to two spans on each of some weekdays, at least one of them, and some holidays. */
const calendars: fc.Arbitrary<WorkCalendar> = fc
  .record({
    days: fc.array(
      fc.record({ weekday: fc.integer({ min: 1, max: 7 }), cuts: fc.subarray([...times], { minLength: 2 }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    holidays: fc.array(fc.integer({ min: 1, max: 28 }), { maxLength: 6 }),
  })
  .map(({ days, holidays }) => {
    const byDay = new Map(days.map(({ weekday, cuts }) => [weekday, cuts]))
    const spans = [...byDay].flatMap(([weekday, cuts]) =>
      [0, 2].flatMap((place) => {
        const [from, until] = cuts.slice(place, place + 2)
        return from !== undefined && until !== undefined ? [{ weekday, from, until }] : []
      }),
    )
    return { spans, holidays: new Set(holidays.map((day) => `2026-02-${String(day).padStart(2, '0')}`)) }
  })

const instants = fc
  .integer({ min: 0, max: 28 * 24 * 60 })
  .map((minute) => new Date(at('2026-01-25T00:00:00').getTime() + minute * minuteMs))

describe('business time', () => {
  it.each([
    ['within a day', '2026-11-24T09:00:00', 60, '2026-11-24T10:00:00'],
    ['to the end of the day', '2026-11-24T09:00:00', 480, '2026-11-24T17:00:00'],
    ['over night', '2026-11-24T16:30:00', 60, '2026-11-25T08:30:00'],
    ['over a weekend', '2026-11-27T16:00:00', 480, '2026-11-30T15:00:00'],
    ['from a Saturday', '2026-11-28T11:00:00', 1, '2026-11-30T08:01:00'],
    ['over a holiday', '2026-12-24T16:59:00', 2, '2026-12-28T08:01:00'],
    ['from before the day begins', '2026-11-24T03:00:00', 30, '2026-11-24T08:30:00'],
  ])('adds %s', (_, from, minutes, until) => {
    expect(addBusinessMinutes(at(from), minutes, usual)).toEqual(at(until))
  })

  it('keeps seconds', () => {
    expect(addBusinessMinutes(at('2026-11-24T16:59:30'), 1, usual)).toEqual(at('2026-11-25T08:00:30'))
  })

  it('refuses a calendar without working time', () => {
    expect(() => addBusinessMinutes(at('2026-11-24T09:00:00'), 1, { ...usual, spans: [] })).toThrow(RangeError)
  })

  it('equals a walk minute by minute', () => {
    const cases = fc.property(calendars, instants, fc.integer({ min: 1, max: 3_000 }), (calendar, from, minutes) => {
      const until = addBusinessMinutes(from, minutes, calendar)
      expect(until).toEqual(walkOn(from, minutes, calendar))
    })
    fc.assert(cases, { numRuns: 150 })
  }, 30_000)
})
