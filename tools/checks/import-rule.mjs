// @ts-check
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from '../root.mjs'

const require = createRequire(import.meta.url)
const folders = ['contract', 'server', 'demo', 'console', 'e2e', 'bench', 'tools']

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
    return ['The import check found no module']
  }
  const violations = output.summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle === undefined ? to : cycle.map((step) => step.name).join(' -> ')
    return `${from} -> ${path} (${rule.name})`
  })
  return [...violations, ...folderCycles(output.modules)]
}

const layered = /^(?:server\/src\/(?:engine|areas)|console\/src\/features(?:\/[^/]+)?)(?=\/)/
const tests = /\.(?:test|drill)\.tsx?$/

/**
 * Reports imports that close a cycle among sibling folders. Files directly in the parent folder are exempt: they compose
 * its folders, as `engine/legs.ts` does, or hold what these share.
 * @param {import('dependency-cruiser').IModule[]} modules
 * @returns {string[]}
 */
function folderCycles(modules) {
  /** @type {Map<string, Map<string, string>>} Imported sibling folders of each folder, with one import as an example. */
  const imports = new Map()
  for (const { source, dependencies } of modules) {
    if (tests.test(source)) continue
    for (const { resolved } of dependencies) {
      for (const parent of parentsOf(source)) {
        const [from, to] = [childOf(parent, source), childOf(parent, resolved)]
        if (from === null || to === null || from === to) continue
        const sources = imports.get(from) ?? new Map()
        imports.set(from, sources.set(to, `${source} -> ${resolved}`))
      }
    }
  }
  return [...imports].flatMap(([from, targets]) =>
    [...targets].filter(([to]) => reaches(imports, to, from)).map(([, example]) => `${example} (no-folder-cycle)`),
  )
}

/** @param {string} file */
function parentsOf(file) {
  const parent = layered.exec(file)?.[0]
  return parent?.startsWith('console/') ? ['console/src/features', parent] : parent === undefined ? [] : [parent]
}

/**
 * Returns the direct subfolder of `parent` that contains the file; null if the file is outside or directly in `parent`.
 * @param {string} parent
 * @param {string} file
 */
function childOf(parent, file) {
  if (!file.startsWith(`${parent}/`)) return null
  const [child, rest] = file.slice(parent.length + 1).split('/')
  return rest === undefined ? null : `${parent}/${child}`
}

/**
 * @param {Map<string, Map<string, string>>} imports
 * @param {string} from
 * @param {string} to
 */
function reaches(imports, from, to, visited = new Set()) {
  if (from === to) return true
  visited.add(from)
  for (const next of imports.get(from)?.keys() ?? []) {
    if (!visited.has(next) && reaches(imports, next, to, visited)) return true
  }
  return false
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
