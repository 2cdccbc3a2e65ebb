// @ts-check
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from '../root.mjs'

const require = createRequire(import.meta.url)
const folders = ['contract', 'server', 'console', 'e2e', 'bench', 'tools']

/**
 * Returns the violations of the import rule in `.dependency-cruiser.cjs` below `folder`, one line each.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function importFaults(folder) {
  parseMarkup()
  const { forbidden, options } = require('../../.dependency-cruiser.cjs')
  const sources = folders.filter((name) => existsSync(join(folder, name)))
  const { output } = await cruise(sources, {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
  })
  if (typeof output === 'string') throw new Error(output)
  // Without its parser the tool scans nothing and reports nothing.
  if (output.summary.totalCruised === 0 || output.summary.totalDependenciesCruised === 0) {
    return ['The import check looked at no module at all']
  }
  return output.summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle === undefined ? to : cycle.map((step) => step.name).join(' -> ')
    return `${from} -> ${path} (${rule.name})`
  })
}

let markupIsParsed = false

/** dependency-cruiser passes every file to swc as plain TypeScript; `.tsx` files must be marked as such. */
function parseMarkup() {
  if (markupIsParsed) return
  markupIsParsed = true
  /** @type {{ parseFileSync: (file: string, options: object) => unknown }} */
  const swc = require('@swc/core')
  const parse = swc.parseFileSync
  swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') })
}

export const importRule = () => importFaults(root)
