import { expect, it } from 'vitest'
import { merchantFilter as filterFor } from './merchant-filter.tsx'

const merchantFilter = filterFor()

it('FILTER-16 sends only the merchant’s ID, and shows the merchant’s name if known', () => {
  const chosen = { merchant: 'm1', merchantName: 'Adire & Indigo Textiles Ltd' }
  expect(merchantFilter.read(chosen)).toEqual(chosen)
  expect(merchantFilter.sends(chosen)).toEqual([['merchantId', 'm1']])
  expect(merchantFilter.describe(chosen)).toBe('Merchant: Adire & Indigo Textiles Ltd')
  expect(merchantFilter.describe({ merchant: 'm1', merchantName: '' })).toBe('Merchant: m1')
})

it('sends nothing and drops the name when no merchant is selected', () => {
  expect(merchantFilter.sends({ merchant: '', merchantName: 'Adire' })).toEqual([])
  expect(merchantFilter.read({ merchant: '', merchantName: 'Adire' })).toEqual({})
})
