import { expect, it } from 'vitest'
import { afterSignIn } from './redirect-after-sign-in.ts'

it.each(['/payout', '/merchants?page=2&search=Ade+%26+Co', '/merchants/m1#top'])('redirects to %s', (address) => {
  expect(afterSignIn(address)).toBe(address)
})

it.each([
  undefined,
  '',
  'payout',
  'https://elsewhere.test/',
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
])('redirects to the merchants instead of %j', (address) => {
  expect(afterSignIn(address)).toBe('/merchants')
})
