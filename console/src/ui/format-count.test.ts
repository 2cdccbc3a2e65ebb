import { expect, it } from 'vitest'
import { formatCount } from './format-count.ts'

it.each([
  [0, 0, '0'],
  [999, 0, '999'],
  [1000, 0, '1,000'],
  [2_000_001, 0, '2,000,001'],
  [-1234, 0, '-1,234'],
  [1234.5, 2, '1,234.50'],
  [0.25, 2, '0.25'],
])('CONST-10 formats %d with %d decimals as %s', (number, decimals, text) => {
  expect(formatCount(number, decimals)).toBe(text)
})
