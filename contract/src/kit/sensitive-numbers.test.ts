import { describe, expect, it } from 'vitest'
import { hasCardNumber, maskPersonalNumbers } from './sensitive-numbers.ts'

describe('card numbers in a text', () => {
  it.each([
    '4111111111111111',
    'Card 4111 1111 1111 1111 was used',
    '(5399-8383-8383-8381)',
    'Amex 3782 822463 10005.',
    'Verve: 5061 0000 0000 0000 015',
    '4222222222222',
    'expires 12 4111 1111 1111 1111 27',
    'PAN-4111111111111111',
    'PAN4111111111111111x',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111–1111–1111–1111',
    `4111${' 1'.repeat(12)}`,
  ])('finds %s', (text) => {
    expect(hasCardNumber(text)).toBe(true)
  })

  it.each([
    '4111111111111112',
    'Call 08035550142 or +2348035550142',
    '+234 803 555 0142',
    ...Array.from({ length: 10 }, (_, last) => `+23480355501${last}0`),
    'Session 000013261127075012345678901234',
    ...Array.from({ length: 10 }, (_, last) => `KBO-2611270750123${last}-A2B3`),
    'https://console.example/merchants/41111111-1111-4111-8111-111111111111',
    '411111111111',
    '₦4,111,111,111,111,111',
    '4111\n1111\n1111\n1111',
    '',
  ])('does not find one in %s', (text) => {
    expect(hasCardNumber(text)).toBe(false)
  })

  it('takes no longer for thousands of digits', () => {
    expect(hasCardNumber('0 '.repeat(2_000).trim())).toBe(true)
    expect(hasCardNumber('1'.repeat(4_000))).toBe(false)
  })
})

describe('personal numbers in a text', () => {
  it.each([
    ['BVN 22123456789', 'BVN 2212*******'],
    ['NIN:70412345678, then 61234567890', 'NIN:7041*******, then 6123*******'],
    ['BVN22123456789', 'BVN2212*******'],
  ])('masks those of %s', (text, masked) => {
    expect(maskPersonalNumbers(text)).toBe(masked)
  })

  it.each([
    '07031234567, 08031234567, 08131234567, 09031234567, 09131234567, 07131234567',
    '1234567890, 123456789012',
    '₦12,345,678,901',
  ])('keeps %s', (text) => {
    expect(maskPersonalNumbers(text)).toBe(text)
  })
})
