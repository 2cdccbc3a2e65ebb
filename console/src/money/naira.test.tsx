import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { orEmpty } from '../ui/format-text.ts'
import { formatNaira, Naira } from './naira.tsx'

it.each([
  [1234.5, '₦1,234.50'],
  [0, '₦0.00'],
  [-103.75, '-₦103.75'],
  [4_812_309.05, '₦4,812,309.05'],
])('CONST-10 formats %d as %s', (amount, text) => {
  expect(formatNaira(amount)).toBe(text)
})

it.each([1, 0.1, 99.999, 1_000_000, -0.5])('SHELL-07 formats %d kobo in naira with two decimals', (amount) => {
  const { container } = render(<Naira amount={amount} />)
  expect(container.textContent).toMatch(/^-?₦[\d,]+\.\d\d$/)
})

it('CONST-11 shows _ when the amount is missing', () => {
  const { container } = render(<Naira amount={null} />)
  expect(container.textContent).toBe('_')
  expect([formatNaira(undefined), formatNaira(Number.NaN)]).toEqual(['_', '_'])
  expect([orEmpty(''), orEmpty('  '), orEmpty(null), orEmpty(undefined), orEmpty('0')]).toEqual([
    '_',
    '_',
    '_',
    '_',
    '0',
  ])
})
