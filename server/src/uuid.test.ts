import { expect, it } from 'vitest'
import { isUuid, uuidv7 } from './uuid.ts'

it('generates ids that begin with the time', () => {
  const id = uuidv7(Date.UTC(2026, 10, 21))
  expect(isUuid(id)).toBe(true)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 10, 21))
  expect(id[14]).toBe('7')
  expect('89ab').toContain(id[19])
})

it('generates ids of one millisecond in ascending order', () => {
  for (let round = 0; round < 50; round++) {
    const at = Date.UTC(2026, 10, 21) + round
    const ids = Array.from({ length: 200 }, () => uuidv7(at))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(200)
  }
})
