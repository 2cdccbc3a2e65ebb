import { expect, it } from 'vitest'
import { brokenLinks, missingSources } from './links.mjs'
import { findPrivateWords } from './private-words.mjs'

it('reports broken links to files and to headings', () => {
  const text = '[a](tools/root.mjs) [b](missing.md) [c](#no-such) [d](https://example.com) `[e](code.md)`'
  expect(brokenLinks('README.md', text)).toEqual([
    'README.md: broken link missing.md',
    'README.md: broken link #no-such',
  ])
})

it('reports source files that are named but do not exist', () => {
  const text = 'See `engine/legs.ts`, `console/paths.ts`, `missing.ts`, `engine/paths.ts`, `x.test.ts` and `npm start`'
  const sources = ['server/src/engine/legs.ts', 'console/src/paths.ts']
  expect(missingSources('A.md', text, sources)).toEqual([
    'A.md: missing source file missing.ts',
    'A.md: missing source file engine/paths.ts',
  ])
})

it('reports paths of a machine and its registry, and ignores our own URLs', () => {
  const home = ['', 'home', 'ada', 'x'].join('/')
  const text = `see ${home}\nimport './work/x.ts' from console/src/work/x.ts\nfrom packages.example.internal`
  expect(findPrivateWords('a.md', text, ['packages.example.internal'])).toEqual([
    `a.md:1: ${home.slice(0, -1)}`,
    'a.md:3: packages.example.internal',
  ])
})
