import { expect, it } from 'vitest'
import { readNaira } from './naira.ts'

it.each([
  ['60000', 60_000],
  ['₦60,000.00', 60_000],
  ['NGN 60 000', 60_000],
  ['n1250.5', 1250.5],
  ['0.50', 0.5],
  ['90,000,000,000', 90_000_000_000],
  ['90,000,000,000.01', null],
  ['0', null],
  ['0123456789', null],
  ['6,00', null],
  ['60.000', null],
  ['6e4', null],
  ['-60', null],
  ['sixty', null],
  ['', null],
])('FIND-04 reads “%s” as %j naira', (text, naira) => {
  expect(readNaira(text)).toBe(naira)
})
