import { expect, it } from 'vitest'
import { plainText } from './browser-guards.ts'

it('accepts style sheets as HTML, and rejects text that could open an element', () => {
  expect(plainText(':root{--a:#fff} a > b{color:red}')).toBe(':root{--a:#fff} a > b{color:red}')
  expect(() => plainText('a{}</style><script>')).toThrow(TypeError)
})
