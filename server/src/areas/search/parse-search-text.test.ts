import { expect, it } from 'vitest'
import { readPairs } from './parse-search-text.ts'

it('FIND-06 combines a grouped amount with the text before or after it', () => {
  const expected = { amountKobo: 100_000_000n, name: 'Adire & Sons' }
  expect(readPairs('1 000 000 Adire & Sons')).toContainEqual(expected)
  expect(readPairs('Adire & Sons ₦1,000,000.00')).toContainEqual(expected)
})

it('FIND-08 limits the number of ways to split a text', () => {
  for (const text of [`${'1 '.repeat(48)}a`, 'a1 '.repeat(33).trim(), `${'111 '.repeat(24)}ade`]) {
    expect(readPairs(text).length).toBeLessThanOrEqual(6)
  }
})
