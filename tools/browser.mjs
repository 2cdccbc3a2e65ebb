// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './root.mjs'

/** The headless shell comes first: end-to-end tests take a quarter less time in it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Flags for every browser: it must run as root and make no background requests. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Returns the path of a browser that runs. @returns {string | undefined} */
export function findBrowser() {
  const chosen = process.env['PLAYWRIGHT_CHROMIUM']
  if (chosen) return chosen
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...installed, ...applications, chromium.executablePath()].find(responds)
}

/** Finds a browser, or installs one. @returns {string | undefined} */
export function haveBrowser() {
  return findBrowser() ?? (installPackage() || installPlaywrights() ? findBrowser() : undefined)
}

/** Some systems have a `chromium` that only prints how to install it. @param {string} path */
function responds(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

function installPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  console.log("No browser found: installing the system's Chromium")
  if (!run('apt-get', 'update')) return false
  // Not every release has the first one as a separate package.
  const installed = ['chromium-headless-shell', 'chromium'].some((name) =>
    run('apt-get', 'install', '-y', '--no-install-recommends', name),
  )
  return installed && findBrowser() !== undefined
}

function installPlaywrights() {
  console.log("No browser found: installing Playwright's own")
  const system = process.getuid?.() === 0 && existsSync('/etc/debian_version') ? ['--with-deps'] : []
  return run(process.execPath, join(root, 'node_modules/@playwright/test/cli.js'), 'install', ...system, 'chromium')
}

/** @param {string} command @param {...string} args */
function run(command, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}
