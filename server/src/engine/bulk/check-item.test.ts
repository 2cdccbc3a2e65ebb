import { expect, it } from 'vitest'
import { parseAmount } from './check-item.ts'

it('parses amounts with spaces, commas and up to two decimals', () => {
  const texts = ['0', '1', '1.5', '1.05', ' 2,500.00 ', '1,000,000', '2500', '9999999999999.99']
  expect(texts.map(parseAmount)).toEqual([0n, 100n, 150n, 105n, 250_000n, 100_000_000n, 250_000n, 999_999_999_999_999n])
})

it('rejects ambiguous amounts', () => {
  const texts = [
    '',
    '-1',
    '+1',
    '1.005',
    '1.',
    '.5',
    '1e3',
    '0x10',
    '1,00',
    '12,34.5',
    '1 000',
    '2.500,00',
    'NaN',
    '1,2,3',
  ]
  expect(texts.map(parseAmount)).toEqual(texts.map(() => null))
  expect(parseAmount('99999999999999')).toBe(null)
})
