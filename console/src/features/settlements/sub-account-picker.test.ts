import { expect, it } from 'vitest'
import { appliedSearch } from './sub-account-picker.tsx'

it('SETTLE-07 applies a sub-account search at every fifth character and clears it with the text', () => {
  let applied = ''
  const type = (text: string) => (applied = appliedSearch(text, applied))
  expect(['kern', 'kerne', 'kernel', 'kernel s', 'kernel sup', ''].map(type).join(' | ')).toBe(
    ' | kerne | kerne | kerne | kernel sup | ',
  )
})
