import { expect, it } from 'vitest'
import { parseAmount } from './check-item.ts'

it('parses amounts with spaces, commas and up to two decimals', () => {
  const texts = ['0', '1', '1.5', '1.05', ' 2,500.00 ', '1,000,000', '2500', '100,000,000.00']
  expect(texts.map(parseAmount)).toEqual([0n, 100n, 150n, 105n, 250_000n, 100_000_000n, 250_000n, 10_000_000_000n])
})

it('rejects amounts above the limit of a single order', () => {
  const texts = ['100000000.01', '100,000,001', '9999999999999.99', '999,999,999,999,999']
  expect(texts.map(parseAmount)).toEqual(texts.map(() => null))
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
