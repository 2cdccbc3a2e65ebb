// @ts-check
import { parseSync } from '@swc/core'

/** @typedef {{ type: string, [key: string]: unknown }} Node */

const switchedOff = ['skip', 'todo', 'fixme', 'fails']
const startsWithId = /^[A-Z]{2,}(-[A-Z]+)*-\d{2}\b/

/**
 * Returns the titles in a test file, except those of disabled tests. If a title is composed at run time (a table, a loop),
 * every string of the file that begins with a requirement id counts as a title.
 * @param {string} source
 * @param {boolean} tsx
 * @returns {string[]}
 */
export function testTitles(source, tsx) {
  const file = parseSync(source, { syntax: 'typescript', tsx, target: 'es2022' })
  /** @type {string[]} */
  const titles = []
  let isComputed = false
  walk(file, (node) => {
    const test = node.type === 'CallExpression' ? testCall(node) : undefined
    if (test === undefined) return true
    if (test.words.some((modifier) => switchedOff.includes(modifier))) return false
    titles.push(...texts(test.title))
    isComputed ||= texts(test.title).length !== 1 || test.words.includes('each')
    return true
  })
  return isComputed ? [...titles, ...texts(file).filter((text) => startsWithId.test(text))] : titles
}

/**
 * `it('…')`, `describe.each([…])('…')`, `test.only('…')`.
 * @param {Node} call
 */
function testCall(call) {
  /** @type {string[]} */
  const names = []
  let callee = asNode(call['callee'])
  while (callee !== undefined && callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression') names.push(String(asNode(callee['property'])?.['value']))
    callee = asNode(callee['object'] ?? callee['callee'] ?? callee['tag'])
  }
  const name = String(callee?.['value'])
  const title = Array.isArray(call['arguments']) ? asNode(call['arguments'][0]?.expression) : undefined
  if (!['it', 'test', 'describe'].includes(name) || title === undefined) return undefined
  // The table of `it.each(…)` is such a call too, but has no title.
  return names.at(0) === 'each' && asNode(call['callee'])?.type === 'MemberExpression'
    ? undefined
    : { words: names, title }
}

/** Returns every string below a node. @param {unknown} below @returns {string[]} */
function texts(below) {
  /** @type {string[]} */
  const found = []
  walk(below, (node) => {
    if (node.type === 'StringLiteral') found.push(String(node['value']))
    if (node.type === 'TemplateElement') found.push(String(node['raw']))
    return true
  })
  return found
}

/**
 * @param {unknown} at
 * @param {(node: Node) => boolean} visit returns whether to descend
 */
function walk(at, visit) {
  if (Array.isArray(at)) return at.forEach((child) => walk(child, visit))
  if (typeof at !== 'object' || at === null) return
  const node = asNode(at)
  if (node !== undefined && !visit(node)) return
  for (const value of Object.values(at)) walk(value, visit)
}

/** @param {unknown} value @returns {Node | undefined} */
function asNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
    ? { ...value, type: value.type }
    : undefined
}
