import { expect, it } from 'vitest'
import { internationalPhone } from './phone.tsx'

it.each([
  ['08035550142', '+234 803 555 0142'],
  ['0803 555 0142', '+234 803 555 0142'],
  ['2348035550142', '+234 803 555 0142'],
  ['+2348035550142', '+234 803 555 0142'],
  ['+234 (0) 803-555-0142', '+234 803 555 0142'],
  ['002348035550142', '+234 803 555 0142'],
  ['0803555014', '0803555014'],
  ['call me', 'call me'],
])('writes the phone number %s as %s', (value, shown) => {
  expect(internationalPhone(value)).toBe(shown)
})
