import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/browser.mjs'
import { anotherColleague, colleague, type Person } from './tools/browser-sign-in.ts'

const executablePath = findBrowser()

/** Tests that change nothing on the server, or have their own, run beside the others. */
const readOnly =
  /\/(accessibility|areas|child-accounts|fresh|layout-shift|pages|partners|payout-accessibility|product|profit|responsive|shops|smtp|speed|stores|virtual-accounts)\.spec\.ts$/

/** Tests that open a screen and leave it as it is. */
const screens = /without serious accessibility violations/

export default defineConfig<object, { person: Person }>({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  workers: 2,
  projects: [
    // One at a time: each of these changes what others on the same server see.
    { name: 'journeys', testIgnore: readOnly, grepInvert: screens, workers: 1 },
    { name: 'read-only', testMatch: readOnly, workers: 1, use: { person: colleague } },
    { name: 'screens', testIgnore: readOnly, grep: screens, workers: 1, use: { person: anotherColleague } },
  ],
  // A busy machine takes its time: what never happens fails a little later.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    // A click or navigation that never ends is named, instead of the whole test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Not Lagos: a screen that shows the browser's time instead of Lagos time fails.
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: browserFlags },
  },
})
