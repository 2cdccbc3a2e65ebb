import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const page = {
  environment: 'jsdom',
  setupFiles: ['console/src/testing/setup.ts'],
  testTimeout: 40_000,
  expect: { poll: { timeout: 10_000 } },
  css: { include: [] },
}

// These replace modules or load them anew, or are configured otherwise, which would last for the files after them.
const alone = [
  'console/src/app/bare-replies.test.tsx',
  'console/src/app/containment.test.tsx',
  'console/src/api/send.test.ts',
]

const seeded = { setupFiles: ['tools/property-seed.ts'] }

const server = {
  ...seeded,
  globalSetup: ['server/src/testing/database-cluster.ts', 'tools/test-scripts.ts'],
  // Loading the server anew for each file takes longer than most files.
  isolate: false,
  // A busy machine takes its time: what never happens fails a little later.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 10_000 } },
}

/** Drills take more than ten seconds each and run one file at a time; `npm run test:drills` asks for them. */
const drills = {
  ...server,
  name: 'drills',
  include: ['server/src/**/*.drill.ts'],
  fileParallelism: false,
  testTimeout: 900_000,
  hookTimeout: 900_000,
}

export default defineConfig({
  test: {
    // Much of a test is waiting: even two cores are better used by two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects:
      process.env['DRILLS'] === '1'
        ? [{ test: drills }]
        : [
            { test: { ...seeded, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
            { test: { ...server, name: 'server', include: ['{server,demo}/src/**/*.test.ts'] } },
            {
              test: {
                ...page,
                name: 'console',
                include: ['console/src/**/*.test.{ts,tsx}'],
                exclude: alone,
                isolate: false,
              },
            },
            { test: { ...page, name: 'console alone', include: alone } },
            { test: { name: 'tools', include: ['tools/**/*.test.ts'] } },
          ],
  },
})
