import { describe, expect, it } from 'vitest'
import { findMentions } from './mentions.ts'

const named = (text: string, ...names: string[]) => findMentions(text, names).map(({ name }) => name)

describe('findMentions', () => {
  it('finds each mention where it stands', () => {
    const text = 'Ask @Ada Obi, then (@Efe Ogbeide).'
    const found = findMentions(text, ['Efe Ogbeide', 'Ada Obi'])
    expect(found.map(({ from, until }) => text.slice(from, until))).toEqual(['@Ada Obi', '@Efe Ogbeide'])
  })

  it.each([
    ['within an address', 'ada@Ada Obi'],
    ['of which more of a word follows', '@Ada Obinna'],
    ['in other letters', '@ada obi'],
    ['without the sign', 'Ada Obi'],
  ])('ignores a name %s', (_what, text) => expect(named(text, 'Ada Obi')).toEqual([]))

  it('takes the longest of names that begin alike', () => {
    expect(named('@Ada Obi Eze', 'Ada Obi', 'Ada Obi Eze')).toEqual(['Ada Obi Eze'])
    expect(named('@Ada Obi, @Ada Obi Eze', 'Ada Obi', 'Ada Obi Eze')).toEqual(['Ada Obi', 'Ada Obi Eze'])
  })

  it('takes punctuation in names literally', () => {
    expect(named("@O'Neil (Jr.) St. Anne-Marie", "O'Neil (Jr.) St. Anne-Marie")).toHaveLength(1)
    expect(named('@Ax Obi', 'A. Obi', 'A? Obi')).toEqual([])
  })

  it('finds none of no names', () => expect(named('@Ada @ ')).toEqual([]))
})
