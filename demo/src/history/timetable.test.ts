import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../calendar.ts'
import { type Span, timetable } from './timetable.ts'

const now = Date.parse('2026-11-20T02:17:00.000Z')

function span(fields: Partial<Span> = {}): Span {
  return { from: now - 730 * dayMs, now, rows: 100_000, lately: 60, openShare: () => 1, ...fields }
}

const total = (slots: readonly { rows: number }[]) => slots.reduce((sum, { rows }) => sum + rows, 0)

describe('timetable', () => {
  it('distributes exactly the requested rows over consecutive slots up to the present', () => {
    for (const rows of [1, 7, 999, 100_000, 10_000_000]) {
      const slots = timetable(span({ rows }))
      expect(total(slots)).toBe(rows)
      expect(slots[0]?.from).toBe(now - 730 * dayMs)
      const wrong = slots.filter(
        ({ from, to, rows: share }, position) =>
          to <= from || share < 0 || (position > 0 && from !== slots[position - 1]?.to),
      )
      expect(wrong).toEqual([])
      expect(slots.at(-1)?.to).toBeLessThan(now)
    }
  })

  it('places some rows in the last hour, even at night', () => {
    expect(timetable(span()).at(-1)).toMatchObject({ from: now - hourMs, rows: 60 })
    expect(timetable(span({ rows: 40, lately: 2 })).at(-1)?.rows).toBe(2)
  })

  it('places more rows where more accounts are open', () => {
    const opening = now - 100 * dayMs
    const slots = timetable(span({ openShare: (at) => (at < opening ? 0 : 1) }))
    const since = slots.filter(({ from }) => from >= opening)
    expect(total(since) / 100).toBeGreaterThan((2 * (total(slots) - total(since))) / 630)
  })

  it('accepts a period shorter than an hour', () => {
    expect(total(timetable(span({ from: now - hourMs / 2, rows: 10, lately: 1 })))).toBe(10)
  })
})
