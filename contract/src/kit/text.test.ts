import { expect, it } from 'vitest'
import { mask } from './text.ts'

it.each([
  ['', ''],
  ['221', '***'],
  ['2212345', '*******'],
  ['22123456', '2*******'],
  ['22123456789', '2212*******'],
])('MDETAIL-19 MDETAIL-20 masks the last seven characters of “%s”, or all if it is shorter', (value, masked) => {
  expect(mask(value)).toBe(masked)
})
