import { expect, it } from 'vitest'
import { internationalPhone, nigerianMobile } from './phone-number.tsx'

it.each([
  ['08035550142', '+234 803 555 0142'],
  ['0803 555 0142', '+234 803 555 0142'],
  ['2348035550142', '+234 803 555 0142'],
  ['+2348035550142', '+234 803 555 0142'],
  ['+234 (0) 803-555-0142', '+234 803 555 0142'],
  ['002348035550142', '+234 803 555 0142'],
  ['0803555014', '0803555014'],
  ['call me', 'call me'],
])('formats the phone number %s as %s', (value, shown) => {
  expect(internationalPhone(value)).toBe(shown)
})

it.each(['0803 555 0142', '+234 803 555 0142', '+234 (0) 803-555-0142', '8035550142'])(
  'normalises the phone number %s',
  (text) => {
    expect(nigerianMobile(text)).toBe('+2348035550142')
  },
)

it.each(['', '0803555014', '+447911123456', '0603 555 0142'])('rejects %j as a Nigerian mobile number', (text) => {
  expect(nigerianMobile(text)).toBeNull()
})
