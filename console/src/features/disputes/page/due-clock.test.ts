import { expect, it } from 'vitest'
import { timeLeft } from './due-clock.tsx'

const due = '2026-11-23T13:32:00.000Z'

it.each([
  ['2026-11-23T13:31:59.000Z', { isOver: false, time: '00:00:01' }],
  ['2026-11-23T13:32:00.000Z', { isOver: true, time: '00:00:00' }],
  ['2026-11-21T10:27:55.000Z', { isOver: false, time: '2 d 03:04:05' }],
  ['2026-11-24T14:33:01.000Z', { isOver: true, time: '1 d 01:01:01' }],
])('returns for %s the time %o', (now, left) => {
  expect(timeLeft(due, Date.parse(now))).toEqual(left)
})

it.each([null, undefined, '', 'soon'])('returns null for the due date %s', (until) => {
  expect(timeLeft(until, Date.now())).toBeNull()
})
