import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/browser.mjs'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  // One at a time: every journey works on the same server, and a code is mailed to one sign-in at a time.
  workers: 1,
  // A busy machine takes its time: what never happens fails a little later.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Not Lagos: a screen that shows the browser's time instead of Lagos time fails.
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: browserFlags },
  },
})
