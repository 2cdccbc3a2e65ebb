import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Much of a test is waiting: even two cores are better used by two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/database-cluster.ts'],
          // A busy machine takes its time: what never happens fails a little later.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['console/src/testing/setup.ts'],
          testTimeout: 40_000,
          css: { include: [] },
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'] } },
    ],
  },
})
