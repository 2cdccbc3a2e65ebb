// @ts-check
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ passed: number, failed: string[], unsteady: string[], skipped: number }} Results
 *   `failed` names each failure, `unsteady` each test that passed only on retry, which counts as passed
 * @typedef {{ status: string, fullName: string }} VitestCase
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestCase[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestReport
 * @typedef {{ message?: string, location?: { line: number } }} PlaywrightError
 * @typedef {{ status: string, results?: { errors: PlaywrightError[] }[] }} PlaywrightRun
 * @typedef {{ title: string, tests: PlaywrightRun[] }} PlaywrightCase
 * @typedef {{ title: string, suites?: PlaywrightSuite[], specs?: PlaywrightCase[] }} PlaywrightSuite
 */

const errorLines = 12

/** @type {Results} */
export const nothingRun = { passed: 0, failed: [], unsteady: [], skipped: 0 }

/** @param {VitestReport} report @returns {Results} */
export function fromVitest(report) {
  const cases = report.testResults.flatMap((file) => file.assertionResults.map((item) => ({ ...item, file })))
  const named = (/** @type {string[]} */ ...states) => cases.filter((item) => states.includes(item.status))
  // A file that failed to load, or whose set-up failed, has no failing test of its own.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((item) => item.status === 'failed'),
  )
  return {
    passed: named('passed').length,
    // Tests still pending in a finished run were never reached.
    failed: [
      ...named('failed', 'pending').map((item) => `${item.file.name}: ${item.fullName}`),
      ...broken.map((file) => `${file.name}: ${file.message.split('\n')[0]}`),
    ],
    unsteady: [],
    skipped: named('skipped', 'todo').length,
  }
}

/** Returns the files with failures. @param {VitestReport} report */
export function failedFiles(report) {
  return report.testResults.filter((file) => file.status === 'failed').map((file) => file.name)
}

/**
 * Merges a run with the second run of its failed files, whose results replace those of the first.
 * @param {VitestReport} first
 * @param {VitestReport} second
 * @returns {Results}
 */
export function withSecondTry(first, second) {
  const again = new Map(second.testResults.map((file) => [file.name, file]))
  const results = fromVitest({ testResults: first.testResults.map((file) => again.get(file.name) ?? file) })
  return { ...results, unsteady: fromVitest(first).failed.filter((title) => !results.failed.includes(title)) }
}

/** @param {{ suites: PlaywrightSuite[], errors: { message?: string }[] }} report @returns {Results} */
export function fromPlaywright(report) {
  const cases = report.suites.flatMap((suite) => playwrightCases(suite, ''))
  const titles = (/** @type {string} */ status) =>
    cases.filter((item) => item.status === status).map((item) => [item.title, ...item.errors].join('\n'))
  return {
    passed: titles('expected').length + titles('flaky').length,
    failed: [
      ...titles('unexpected'),
      ...report.errors.map((error) => (error.message ?? 'The run was interrupted').split('\n')[0] ?? ''),
    ],
    unsteady: titles('flaky'),
    skipped: titles('skipped').length,
  }
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} above
 * @returns {{ title: string, status: string, errors: string[] }[]}
 */
function playwrightCases(suite, above) {
  const path = above === '' ? `${suite.title}:` : `${above} ${suite.title}`
  const own = (suite.specs ?? []).flatMap((item) =>
    item.tests.map((run) => ({ title: `${path} ${item.title}`, status: run.status, errors: errorsOf(run) })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => playwrightCases(inner, path))]
}

/** Returns the start of each attempt's errors, since the full ones are far above the last line. @param {PlaywrightRun} run */
function errorsOf({ results = [] }) {
  return results.flatMap(({ errors }, attempt) =>
    errors.map(({ message = '', location }) => {
      const lines = stripVTControlCharacters(message).split('\n').slice(0, errorLines)
      return [`  attempt ${attempt + 1}, line ${location?.line ?? 'unknown'}:`, ...lines].join('\n    ')
    }),
  )
}

/**
 * Counts a failure if a runner exits with an error but reports no failing test.
 * @param {string} runner
 * @param {number | null} exitCode
 * @param {Results | undefined} results
 * @param {string[]} [unhandled] errors that no test caught
 * @returns {Results}
 */
export function judged(runner, exitCode, results, unhandled = []) {
  if (results === undefined) return { ...nothingRun, failed: [`${runner} ended without a report`] }
  if (exitCode === 0 || results.failed.length > 0) return results
  return { ...results, failed: [[`${runner} ended with code ${exitCode} outside any test`, ...unhandled].join('\n')] }
}

/** Returns the last line of `npm test`. @param {Results[]} results */
export function lastLine(results) {
  const passed = results.reduce((sum, item) => sum + item.passed, 0)
  const failed = results.reduce((sum, item) => sum + item.failed.length, 0)
  const skipped = results.reduce((sum, item) => sum + item.skipped, 0)
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
