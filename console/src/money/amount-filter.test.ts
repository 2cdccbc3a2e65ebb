import { expect, it } from 'vitest'
import { amountFilter } from './amount-filter.tsx'

const filter = amountFilter()

it.each([
  [{ minAmount: '25000', maxAmount: '25000' }, 'Amount: ₦25,000.00'],
  [{ minAmount: '500', maxAmount: '25000.5' }, 'Amount: ₦500.00 to ₦25,000.50'],
  [{ minAmount: '500' }, 'Amount: from ₦500.00'],
  [{ maxAmount: '500' }, 'Amount: up to ₦500.00'],
])('FIND-30 sends %o and shows it in its chip', (values, chip) => {
  expect(filter.read(values)).toEqual(values)
  expect(Object.fromEntries(filter.sends(values))).toEqual(values)
  expect(filter.describe(values)).toBe(chip)
})

it.each([
  [{ minAmount: 'many', maxAmount: '5' }, { maxAmount: '5' }],
  [{ minAmount: '1.234', maxAmount: '-5' }, {}],
  [{ minAmount: '99000000000' }, {}],
  [{ minAmount: '500', maxAmount: '100' }, { minAmount: '500' }],
])('FIND-30 keeps the valid part of %o', (values, valid) => {
  expect(filter.read(values)).toEqual(valid)
})

it('FIND-30 matches rows by amount', () => {
  const fits = (amount: number) => filter.matches({ amount }, { minAmount: '500', maxAmount: '1000' })
  expect([499.99, 500, 1000, 1000.01].map(fits)).toEqual([false, true, true, false])
})
