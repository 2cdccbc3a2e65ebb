// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { testTitles } from './test-titles.mjs'
import { trackedFiles } from './tracked-files.mjs'

const file = join(root, 'docs/requirements.md')
const id = /\b[A-Z]{2,}(?:-[A-Z]+)*-\d{2}\b/g
const row = /^\| ([A-Z]{2,}(?:-[A-Z]+)*-\d{2}) +\| (.*?) +\| *(.*?) *\|$/

/** Returns the test files that name each requirement. @returns {Map<string, string[]>} */
export function provedBy() {
  /** @type {Map<string, string[]>} */
  const proofs = new Map()
  for (const test of trackedFiles('*.test.ts', '*.suite.ts', '*.drill.ts', '*.test.tsx', '*.spec.ts').filter(
    (name) => !name.startsWith('tools/'),
  )) {
    const titles = testTitles(readFileSync(join(root, test), 'utf8'), test.endsWith('.tsx'))
    for (const requirement of new Set(titles.flatMap((title) => title.match(id) ?? []))) {
      proofs.set(requirement, [...(proofs.get(requirement) ?? []), test].sort())
    }
  }
  return proofs
}

/**
 * Returns the table with its last column updated from the tests.
 * @param {string} text
 * @param {Map<string, string[]>} proofs
 */
export function refreshed(text, proofs) {
  return text.replace(/^\| .*$/gm, (line) => {
    const [, name, sentence, named] = row.exec(line) ?? []
    if (name === undefined) return line
    const tests = proofs.get(name)?.join(', ') ?? ''
    // An unchanged line keeps the formatter's layout.
    return named === tests ? line : `| ${name} | ${sentence} | ${tests}${tests && ' '}|`
  })
}

/**
 * Returns the differences between the table and the tests.
 * @param {string} text
 * @param {Map<string, string[]>} proofs
 * @returns {string[]}
 */
export function drift(text, proofs) {
  const lines = text.split('\n').map((line) => row.exec(line)?.[1])
  const names = lines.filter((name) => name !== undefined)
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  const unknown = [...proofs].filter(([name]) => !names.includes(name))
  return [
    ...twice.map((name) => `${name} has two lines in docs/requirements.md`),
    ...unknown.map(([name, tests]) => `${name} has no line in docs/requirements.md, but ${tests[0]} names it`),
    ...(refreshed(text, proofs) === text
      ? []
      : ['The tests named in docs/requirements.md are out of date: run npm run requirements']),
  ]
}

export function requirements() {
  if (!existsSync(file)) return ['docs/requirements.md is missing']
  return drift(readFileSync(file, 'utf8'), provedBy())
}

export { file as requirementsFile }
