// How fast a list is on the screen, in a real browser: npm run bench:screen
// The same rows drawn by a static page with innerHTML stand beside it, so that the figures are ratios of one run.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { signIn } from '../tools/browser-sign-in.ts'
import { browserFlags, haveBrowser } from '../tools/browser.mjs'
import { freePort, median, startBenchServer } from './bench-server.ts'

const rounds = 9
const server = await startBenchServer()
const browser = await chromium.launch({ executablePath: haveBrowser(), args: browserFlags })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // The transpiler marks functions with a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (one) => one')
  await signIn(page, server.baseUrl)
  const rows = await capturedRows(page)
  const statics = await startStaticPage(rows)
  const floor = await repeat(() => untilShown(page, `${statics.url}/?rows=100`, 100))
  const hundred = await repeat(() => untilShown(page, `${server.baseUrl}/merchants?perPage=100`, 100))
  const thousand = await repeat(() => untilShown(page, `${server.baseUrl}/merchants?perPage=1000`, 20))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const changes: Change[] = []
  for (let round = 0; round < rounds; round++) changes.push(await changePage(page, devtools))
  const nodes = await page.locator('*').count()
  const last = await repeat(() => scrollToLast(page))
  statics.close()
  report({ floor, hundred, thousand, changes, nodes, last })
} finally {
  await browser.close()
  await server.stop()
}

/** Milliseconds from navigation until that many rows are painted, the caches warm. */
async function untilShown(page: Page, address: string, count: number): Promise<number> {
  await page.goto(address)
  return page.evaluate(async (wanted) => {
    const isThere = () =>
      document.querySelector('table[aria-busy="false"]') !== null &&
      document.querySelectorAll('tbody tr').length >= wanted
    while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now()
  }, count)
}

interface Change {
  ms: number
  workMs: number
}

/** From the click on Next until the second thousand rows, not asked for before, are painted; and the main thread's work for it. */
async function changePage(page: Page, devtools: CDPSession): Promise<Change> {
  await untilShown(page, `${server.baseUrl}/merchants?perPage=1000`, 20)
  const before = await work(devtools)
  const ms = await page.evaluate(async () => {
    const label = () => document.querySelector('tbody tr a')?.getAttribute('aria-label')
    const was = label()
    const button = [...document.querySelectorAll('button, a')].find((one) => one.textContent === 'Next')
    const begun = performance.now()
    if (button instanceof HTMLElement) button.click()
    const isThere = () => document.querySelector('table[aria-busy="false"]') !== null && label() !== was
    while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - begun
  })
  return { ms, workMs: ((await work(devtools)) - before) * 1000 }
}

async function work(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** From one jump of the scroll bar until the last of the rows is painted. */
async function scrollToLast(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const region = document.querySelector('table')?.parentElement
    const rowsOf = () =>
      [...document.querySelectorAll('tbody tr[data-index]')].map((row) => Number(row.getAttribute('data-index')))
    region?.scrollTo({ top: 0 })
    while (!rowsOf().includes(0)) await new Promise((resolve) => setTimeout(resolve, 1))
    const count = Number(document.querySelector('table')?.getAttribute('aria-rowcount')) - 1
    const begun = performance.now()
    region?.scrollTo({ top: region.scrollHeight })
    while (!rowsOf().includes(count - 1)) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - begun
  })
}

/** The first hundred rows as the console itself is answered. */
async function capturedRows(page: Page): Promise<string> {
  await page.goto('about:blank')
  const answer = page.waitForResponse((response) => response.url().includes('/api/merchant?'))
  await page.goto(`${server.baseUrl}/merchants?perPage=100`)
  return (await answer).text()
}

async function startStaticPage(rows: string) {
  const html = `<!doctype html><title>rows</title><table aria-busy="true"><tbody></tbody></table><script>
fetch('/rows').then((answer) => answer.json()).then(({ data }) => {
  document.querySelector('tbody').innerHTML = data.merchants.map((row) => '<tr><td>' + [row.createdAt, row.businessName,
    row.email, row.totalWallets, row.verified, row.status].join('</td><td>') + '</td></tr>').join('')
  document.querySelector('table').setAttribute('aria-busy', 'false')
})</script>`
  const port = await freePort()
  const statics = createServer((request, response) => {
    const isRows = request.url === '/rows'
    response.setHeader('content-type', isRows ? 'application/json' : 'text/html')
    response.end(isRows ? rows : html)
  })
  await new Promise<void>((resolve) => statics.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, close: () => statics.close() }
}

async function repeat(one: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let round = -2; round < rounds; round++) {
    const ms = await one()
    if (round >= 0) times.push(ms)
  }
  return median(times)
}

function report(seen: {
  floor: number
  hundred: number
  thousand: number
  changes: Change[]
  nodes: number
  last: number
}) {
  const ms = (value: number) => value.toFixed(0)
  const ratio = (value: number, to: number) => (value / to).toFixed(2)
  const change = median(seen.changes.map((one) => one.ms))
  const changeWork = median(seen.changes.map((one) => one.workMs))
  const text = `# A list on the screen

Chromium, 1440 × 900, the merchants of the demo world, caches warm, medians of ${rounds} rounds in one run. The floor is a static page that
fetches the same hundred rows and draws them with innerHTML.

| what | ms | ratio | goal |
|---|---|---|---|
| floor: navigation to 100 rows, static page | ${ms(seen.floor)} | 1 | |
| navigation to 100 rows | ${ms(seen.hundred)} | ${ratio(seen.hundred, seen.floor)} of the floor | 3 |
| navigation to 1,000 rows | ${ms(seen.thousand)} | ${ratio(seen.thousand, seen.hundred)} of its own 100 | 1.2 |
| page change at 1,000 rows | ${ms(change)} | ${ratio(change, seen.floor)} of the floor | 100 ms |
| main-thread work of that change | ${ms(changeWork)} | ${ratio(changeWork, seen.floor)} of the floor | 50 ms |
| jump to the last of 1,000 rows | ${ms(seen.last)} | ${ratio(seen.last, seen.floor)} of the floor | |

Nodes in the page at 1,000 rows: ${seen.nodes} (goal: under 2,000).
`
  writeFileSync(join(import.meta.dirname, 'results/list-rendering.md'), text)
  process.stdout.write(text)
}
