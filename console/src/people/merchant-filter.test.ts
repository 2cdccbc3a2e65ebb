import { expect, it } from 'vitest'
import { merchantFilter as filterFor } from './merchant-filter.tsx'

const merchantFilter = filterFor()

it('FILTER-16 sends the merchant alone, and says its name where it is known', () => {
  const chosen = { merchant: 'm1', merchantName: 'Adire & Indigo Textiles Ltd' }
  expect(merchantFilter.read(chosen)).toEqual(chosen)
  expect(merchantFilter.sends(chosen)).toEqual([['merchantId', 'm1']])
  expect(merchantFilter.describe(chosen)).toBe('Merchant: Adire & Indigo Textiles Ltd')
  expect(merchantFilter.describe({ merchant: 'm1', merchantName: '' })).toBe('Merchant: m1')
})

it('sends nothing, and keeps no name, where no merchant is chosen', () => {
  expect(merchantFilter.sends({ merchant: '', merchantName: 'Adire' })).toEqual([])
  expect(merchantFilter.read({ merchant: '', merchantName: 'Adire' })).toEqual({})
})
