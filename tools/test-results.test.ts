import { describe, expect, it } from 'vitest'
import {
  failedFiles,
  fromPlaywright,
  fromVitest,
  judged,
  lastLine,
  nothingRun,
  withSecondTry,
} from './test-results.mjs'

const passing = { name: 'a.test.ts', status: 'passed', message: '' }

describe('test results', () => {
  it('counts passed, failed and skipped tests, and names the failed ones', () => {
    const results = fromVitest({
      testResults: [
        {
          ...passing,
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'adds' },
            { status: 'failed', fullName: 'subtracts' },
            { status: 'skipped', fullName: 'divides' },
            { status: 'todo', fullName: 'multiplies' },
          ],
        },
      ],
    })
    expect(results).toEqual({ passed: 1, failed: ['a.test.ts: subtracts'], unsteady: [], skipped: 2 })
  })

  it('counts a file that could not be loaded as one failure', () => {
    const results = fromVitest({
      testResults: [{ ...passing, status: 'failed', message: 'Cannot find x\n  at …', assertionResults: [] }],
    })
    expect(results.failed).toEqual(['a.test.ts: Cannot find x'])
  })

  it('counts a test that did not run as a failure', () => {
    const results = fromVitest({
      testResults: [{ ...passing, assertionResults: [{ status: 'pending', fullName: 'waits' }] }],
    })
    expect(results.failed).toEqual(['a.test.ts: waits'])
  })

  it('counts end-to-end tests of nested suites with their errors, and an error outside them', () => {
    const timedOut = {
      errors: [{ message: '\u001b[31mTimeout\u001b[39m\nwaiting for the row', location: { line: 7 } }],
    }
    const results = fromPlaywright({
      suites: [
        {
          title: 'merchants.spec.ts',
          specs: [{ title: 'opens', tests: [{ status: 'expected' }] }],
          suites: [
            {
              title: 'a list',
              specs: [
                { title: 'pages', tests: [{ status: 'unexpected', results: [timedOut] }] },
                { title: 'sorts', tests: [{ status: 'skipped' }] },
                { title: 'wobbles', tests: [{ status: 'flaky' }] },
              ],
            },
          ],
        },
      ],
      errors: [{ message: 'The server ended\nat …' }],
    })
    expect(results).toEqual({
      passed: 2,
      failed: [
        'merchants.spec.ts: a list pages\n  attempt 1, line 7:\n    Timeout\n    waiting for the row',
        'The server ended',
      ],
      unsteady: ['merchants.spec.ts: a list wobbles'],
      skipped: 1,
    })
  })

  it('counts the retry of failed files and names the tests that needed it', () => {
    const file = (name: string, ...cases: [string, 'passed' | 'failed'][]) => ({
      name,
      status: cases.some(([, status]) => status === 'failed') ? 'failed' : 'passed',
      message: '',
      assertionResults: cases.map(([fullName, status]) => ({ fullName, status })),
    })
    const first = {
      testResults: [
        file('a.test.ts', ['adds', 'passed']),
        file('b.test.ts', ['pays', 'failed'], ['refunds', 'failed'], ['asks', 'passed']),
      ],
    }
    expect(failedFiles(first)).toEqual(['b.test.ts'])
    const second = { testResults: [file('b.test.ts', ['pays', 'passed'], ['refunds', 'failed'], ['asks', 'passed'])] }
    expect(withSecondTry(first, second)).toEqual({
      passed: 3,
      failed: ['b.test.ts: refunds'],
      unsteady: ['b.test.ts: pays'],
      skipped: 0,
    })
  })

  it('fails a runner that exited with an error although every test passed', () => {
    const green = { ...nothingRun, passed: 3 }
    expect(judged('vitest', 0, green)).toEqual(green)
    expect(judged('vitest', 1, green).failed).toEqual(['vitest ended with code 1 outside any test'])
    expect(judged('vitest', 1, green, ['Error: nobody caught it']).failed).toEqual([
      'vitest ended with code 1 outside any test\nError: nobody caught it',
    ])
    expect(judged('vitest', null, undefined).failed).toEqual(['vitest ended without a report'])
  })

  it('prints the totals, with skipped tests only when there are any', () => {
    expect(lastLine([{ ...nothingRun, passed: 2 }, nothingRun])).toBe('2 passed, 0 failed')
    expect(lastLine([{ ...nothingRun, passed: 2, failed: ['x'], skipped: 1 }, nothingRun])).toBe(
      '2 passed, 1 failed, 1 skipped',
    )
  })
})
