import { describe, expect, it } from 'vitest'
import { drift, refreshed } from './requirements.mjs'
import { testTitles } from './test-titles.mjs'

describe('testTitles', () => {
  it('finds titles of it, test and describe, in any quotes and with any modifier', () => {
    const source = `
      describe('ONE-01 a list', () => { it("TWO-02 pages", () => {}) })
      test.only(\`THREE-03 and FOUR-04\`, async ({ page }) => { await page.getByText('FIVE-05').click() })
    `
    expect(testTitles(source, false)).toEqual(['ONE-01 a list', 'TWO-02 pages', 'THREE-03 and FOUR-04'])
  })

  it('ignores comments and disabled tests with everything inside them', () => {
    const source = `
      // it('ONE-01 gone', () => {})
      it.skip('TWO-02 off', () => {})
      it.todo('THREE-03 later')
      describe.skip('FOUR-04 off', () => { it('FIVE-05 inside', () => {}) })
    `
    expect(testTitles(source, false)).toEqual([])
  })

  it('includes the strings of a table that composes its titles', () => {
    const source = `
      it.each([['ONE-01 red', 1], ['other', 2]])('%s', (a, b) => { expect(<p>{a}{b}</p>).toBeTruthy() })
      for (const id of ['TWO-02', 'no']) it(\`\${id} holds\`, () => {})
    `
    const titles = testTitles(source, true)
    expect(titles).toContain('ONE-01 red')
    expect(titles).toContain('TWO-02')
    expect(titles).not.toContain('other')
  })
})

describe('requirements table', () => {
  const proofs = new Map([['ONE-01', ['a.test.ts', 'b.test.ts']]])
  const table = ['| ID | Requirement | Test |', '|---|---|---|', '| ONE-01 | It works. | a.test.ts, b.test.ts |']

  it('passes when each line names the tests that name its requirement', () => {
    expect(drift([...table, '| TWO-02 | Not proved. | |'].join('\n'), proofs)).toEqual([])
  })

  it('reports a requirement that only a test names', () => {
    expect(drift(table.slice(0, 2).join('\n'), proofs)).toEqual([
      'ONE-01 has no line in docs/requirements.md, but a.test.ts names it',
    ])
  })

  it('reports and repairs a line that names a test without the requirement', () => {
    const claimed = [...table, '| TWO-02 | Claimed. | c.test.ts |'].join('\n')
    expect(drift(claimed, proofs)).toHaveLength(1)
    const mended = refreshed(claimed, proofs)
    expect(mended).toContain('| TWO-02 | Claimed. | |')
    expect(drift(mended, proofs)).toEqual([])
  })

  it('reports a duplicate line', () => {
    expect(drift([...table, table[2]].join('\n'), proofs)).toEqual(['ONE-01 has two lines in docs/requirements.md'])
  })
})
