import { expect, it } from 'vitest'
import { plainText } from './browser-guards.ts'

it('lets style sheets through as HTML, and nothing that could open an element', () => {
  expect(plainText(':root{--a:#fff} a > b{color:red}')).toBe(':root{--a:#fff} a > b{color:red}')
  expect(() => plainText('a{}</style><script>')).toThrow(TypeError)
})
