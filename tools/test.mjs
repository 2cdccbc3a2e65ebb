// @ts-check
// Runs every test: vitest (contract, server, console, tools), and the end-to-end tests in a real browser.
// In a full run failed tests are retried once and always reported: a test that passes only then is a defect.
// `--drills` (npm run test:drills) runs the long tests instead: minutes of load, kills and large tables.
// `npm test -- wallets` runs the files with "wallets" in their path, `npm test -- -t "MERCH-07"` the tests with that title.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { haveBrowser } from './browser.mjs'
import { isBuilt } from './freshness.mjs'
import { root } from './root.mjs'
import { temporaryFolder } from './temporary-folder.mjs'
import {
  failedFiles,
  fromPlaywright,
  fromVitest,
  judged,
  lastLine,
  nothingRun,
  withSecondTry,
} from './test-results.mjs'

const { values, positionals: paths } = parseArgs({
  options: { title: { type: 'string', short: 't' }, drills: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const everything = paths.length === 0 && values.title === undefined && !values.drills
const temporary = temporaryFolder()

// One seed for the random cases of a run and its retry, so that a case that failed is tried again.
const seed = process.env['FC_SEED'] ?? String(randomInt(2 ** 31))
console.log(`Random cases: FC_SEED=${seed}`)

// The output of the end-to-end tests is printed below that of vitest. Run together on few cores, both would time out.
/** @type {Buffer[]} */
const journeyOutput = []
const vitestRun = runVitest()
if (availableParallelism() < 4) await vitestRun
const runs = await Promise.all(values.drills ? [vitestRun] : [vitestRun, runJourneys()])
process.stdout.write(Buffer.concat(journeyOutput))

const failed = runs.flatMap((results) => results.failed)
const ran = runs.reduce((sum, results) => sum + results.passed, failed.length)
if (failed.length > 0)
  console.log(`\nFailed:\n${failed.map((title) => `  ${title.replace(`${root}/`, '')}`).join('\n')}`)
const unsteady = runs.flatMap((results) => results.unsteady)
if (unsteady.length > 0)
  console.log(
    `\nPassed only on the second try:\n${unsteady.map((title) => `  ${title.replace(`${root}/`, '')}`).join('\n')}`,
  )
if (ran === 0) console.log('\nNo test ran.')
// Tests excluded by title do not count as skipped.
console.log(lastLine(values.title === undefined ? runs : runs.map((results) => ({ ...results, skipped: 0 }))))
process.exitCode = failed.length > 0 || ran === 0 ? 1 : 0

async function runVitest() {
  const first = await vitest(paths)
  const again = everything && first.report !== undefined ? failedFiles(first.report) : []
  // If many files fail, the cause is not flakiness.
  if (again.length === 0 || again.length > 5) {
    return judged('vitest', first.code, first.report && fromVitest(first.report), first.unhandled)
  }
  console.log(`\nRetrying: ${again.map((file) => file.replace(`${root}/`, '')).join(', ')}`)
  const second = await vitest(again)
  return judged('vitest', second.code, second.report && withSecondTry(first.report, second.report), second.unhandled)
}

/** @param {string[]} files */
async function vitest(files) {
  const file = join(temporary, 'vitest.json')
  const unhandled = join(temporary, 'unhandled-errors.json')
  for (const old of [file, unhandled]) rmSync(old, { force: true })
  const title = values.title === undefined ? [] : ['-t', values.title]
  const code = await run(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tools/unhandled-errors.mjs',
      `--outputFile.json=${file}`,
      ...title,
      ...files,
    ],
    { UNHANDLED_ERRORS_FILE: unhandled, FC_SEED: seed, ...(values.drills ? { DRILLS: '1' } : {}) },
  )
  const read = (/** @type {string} */ path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)
  return { code, report: read(file), unhandled: read(unhandled) }
}

async function runJourneys() {
  const files = readdirSync(join(root, 'e2e'))
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => `e2e/${file}`)
    .filter((file) => paths.length === 0 || paths.some((path) => file.includes(path)))
  if (files.length === 0) return nothingRun

  const browser = haveBrowser()
  if (browser === undefined) {
    const reason =
      'The end-to-end tests need a browser: none was found or could be installed (set PLAYWRIGHT_CHROMIUM to one)'
    return { ...nothingRun, failed: [reason] }
  }
  if (!isBuilt(root) && (await run('tools/build.mjs', [], {}, journeyOutput)) !== 0) {
    return { ...nothingRun, failed: ['The end-to-end tests need a build, and the build failed'] }
  }
  const report = join(temporary, 'playwright.json')
  const title = values.title === undefined ? [] : ['-g', values.title]
  const code = await run(
    'node_modules/@playwright/test/cli.js',
    ['test', '--pass-with-no-tests', '--reporter=list,json', `--retries=${everything ? 1 : 0}`, ...title, ...files],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_CHROMIUM: browser },
    journeyOutput,
  )
  const results = existsSync(report) ? fromPlaywright(JSON.parse(readFileSync(report, 'utf8'))) : undefined
  return judged('playwright', code, results)
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {Buffer[]} [output] collects the output, which is otherwise printed immediately
 * @returns {Promise<number | null>}
 */
async function run(script, args, env, output) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, TMPDIR: temporary, ...env },
  })
  child.stdout?.on('data', (chunk) => output?.push(chunk))
  child.stderr?.on('data', (chunk) => output?.push(chunk))
  const [code] = await once(child, 'close')
  return code
}
