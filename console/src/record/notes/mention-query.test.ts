import { describe, expect, it } from 'vitest'
import { hasWords, mentionBefore } from './mention-query.ts'

/** Returns what is typed after `@`, with the caret at `|`. */
function typedAt(marked: string): string | undefined {
  return mentionBefore(marked.replace('|', ''), marked.indexOf('|'))?.typed
}

describe('mentionBefore', () => {
  it.each([
    ['@|', ''],
    ['Ask @|', ''],
    ['Ask (@ef|', 'ef'],
    ['Ask @Efe Og|', 'Efe Og'],
    ['Ask @Ef|e, then wait', 'Ef'],
    ["@Ada and @O'Ne|", "O'Ne"],
    ['first line\n@Ẹfẹ|', 'Ẹfẹ'],
  ])('finds what is typed in %j', (marked, typed) => expect(typedAt(marked)).toBe(typed))

  it.each(['|@Efe', 'ada@de|mo.test', '@ |', '@Efe\n|', '@Efe: |', '@https://|', 'no sign|', `@${'x'.repeat(61)}|`])(
    'finds nothing in %j',
    (marked) => expect(typedAt(marked)).toBeUndefined(),
  )
})

describe('hasWords', () => {
  it('takes each word as a part of the name', () => {
    expect(hasWords('Efe Ogbeide', 'og ef')).toBe(true)
    expect(hasWords('Efe Ogbeide', '')).toBe(true)
    expect(hasWords('Efe Ogbeide', 'efe bello')).toBe(false)
  })
})
