// @ts-check
// Runs every static check: npm run check
// `npm run check -- lint size` runs the checks whose names begin with these words.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileSize } from './checks/file-size.mjs'
import { importRule } from './checks/import-rule.mjs'
import { links } from './checks/links.mjs'
import { lockFile, privateWords } from './checks/private-words.mjs'
import { requirements } from './checks/requirements.mjs'
import { trackedFiles } from './checks/tracked-files.mjs'
import { root } from './root.mjs'

/**
 * @typedef {{ ok: boolean, output: string, notes?: string[] }} Verdict
 * @typedef {{ name: string, run: () => Verdict | Promise<Verdict> }} Check
 */

// Longest first, so that the short ones fill the remaining time.
/** @type {Check[]} */
const checks = [
  program('table types', 'tsx', 'server/src/db/tables-command.ts', '--check'),
  program('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  program('types of console', 'tsc', '-p', 'console'),
  program('types of server', 'tsc', '-p', 'server'),
  program('types of demo', 'tsc', '-p', 'demo'),
  program('types of contract', 'tsc', '-p', 'contract'),
  program('types of the rest', 'tsc', '-p', '.'),
  program('dead code', 'knip', '--treat-config-hints-as-errors'),
  program('openapi', 'tsx', 'server/src/openapi-command.ts', '--check'),
  // Markdown is formatted by hand.
  program('format', 'biome', 'format', ...trackedFiles('*.ts', '*.tsx', '*.mjs', '*.cjs', '*.json', '*.css', '*.html')),
  runCheck('imports', importRule),
  runCheck('requirements', requirements),
  {
    name: 'size',
    run() {
      const { faults, notes } = fileSize()
      return { ok: faults.length === 0, output: faults.join('\n'), notes }
    },
  },
  runCheck('links', links),
  runCheck('private words', privateWords),
  runCheck('lock file', lockFile),
]

const requestedNames = process.argv.slice(2)
const chosen = checks.filter(
  ({ name }) => requestedNames.length === 0 || requestedNames.some((prefix) => name.startsWith(prefix)),
)
const waiting = [...chosen]
/** @type {string[]} */
const failed = []
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))

if (chosen.length === 0) console.log(`Unknown check. Available: ${checks.map(({ name }) => name).join(', ')}`)
console.log(failed.length === 0 ? `${chosen.length} checks passed` : `Failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0

async function work() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const started = performance.now()
    const { ok, output, notes } = await verdictOf(check)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`)
    for (const note of notes ?? []) console.log(`         ${note}`)
    if (ok) continue
    failed.push(check.name)
    console.log(output.trimEnd().replace(/^/gm, '         '))
  }
}

/** @param {Check} check @returns {Promise<Verdict>} */
async function verdictOf(check) {
  try {
    return await check.run()
  } catch (error) {
    return { ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/**
 * @param {string} name
 * @param {() => string[] | Promise<string[]>} findFaults
 * @returns {Check}
 */
function runCheck(name, findFaults) {
  return {
    name,
    async run() {
      const faults = await findFaults()
      return { ok: faults.length === 0, output: faults.join('\n') }
    },
  }
}

/**
 * @param {string} name
 * @param {string} command
 * @param {...string} args
 * @returns {Check}
 */
function program(name, command, ...args) {
  return {
    name,
    run: () =>
      new Promise((settle, fail) => {
        // Ends a check that hangs; on a slow machine the lint takes over four minutes.
        const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, timeout: 900_000 })
        let output = ''
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
        child.on('error', fail)
        child.on('close', (code) => settle({ ok: code === 0, output: output || `${command} ended with code ${code}` }))
      }),
  }
}
