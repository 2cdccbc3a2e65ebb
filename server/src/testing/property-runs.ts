import fc from 'fast-check'

const deep = process.env['DEEP'] === '1'

/** Size of a long test: a sample, or in full with DEEP=1. */
export function byDepth<T>(sizes: { sample: T; full: T }): T {
  return deep ? sizes.full : sizes.sample
}

/** Timeout of a property test. */
export const propertyTimeoutMs = deep ? 1_200_000 : 120_000

/** Number of runs of a property, with the seed of the test run if it has one. */
export function propertyRuns<Ts>(name: string, sizes = { sample: 100, full: 1000 }): fc.Parameters<Ts> {
  const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31
  const numRuns = byDepth(sizes)
  process.stdout.write(`${name}: ${numRuns} runs, FC_SEED=${seed}\n`)
  // A slow failure is reported with the smallest case found so far, before the test runner's timeout.
  return { seed, numRuns, interruptAfterTimeLimit: propertyTimeoutMs * 0.8, markInterruptAsFailure: true }
}
