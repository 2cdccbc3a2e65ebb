// How fast a list is on the screen, in a real browser: npm run bench:screen
// A static page that draws the same rows stands beside each list, visited in turn with it, so that the figures are ratios of one run.
import { chromium } from '@playwright/test'
import { signIn } from '../tools/browser-sign-in.ts'
import { browserFlags, haveBrowser } from '../tools/browser.mjs'
import { median, startBenchServer } from './bench-server.ts'
import { type ListFigures, report } from './screen-report.ts'
import { newVisitor, openRecord, type Shown, visit, visitIn } from './screen-visits.ts'
import { startStaticPage } from './static-page.ts'
import { changePage, scrollToLast } from './thousand-rows.ts'

const rounds = 9
const warmUps = 3
const server = await startBenchServer()
const browser = await chromium.launch({ executablePath: haveBrowser(), args: browserFlags })
try {
  const signedIn = await openSession()
  const merchants = await measure('merchants', `${server.baseUrl}/merchants`, /\/merchant\?/, /\/merchant\/info\?/)
  const payouts = await measure(
    'payouts',
    `${server.baseUrl}/payout?status=payouts`,
    /\/transaction[^?]*\?.*page=1/,
    /\/transaction\/info\?/,
  )
  report({ rounds, lists: [merchants, payouts], ...(await thousandRows()) })

  async function measure(name: string, address: string, listCall: RegExp, recordCall: RegExp): Promise<ListFigures> {
    const captured = await capture(address, listCall, recordCall)
    const statics = await startStaticPage(captured)
    const addresses = { floor: statics.address, console: address }
    const shown: Shown = { rows: 100 }
    const warm = await newVisitor(browser, signedIn)
    const warmTimes = await inTurn(addresses, async (at) => (await visit(warm, at, shown)).ms)
    const records = await inTurn(addresses, async (at) => openRecord(warm, at))
    const page = await warm.newPage()
    await visitIn(page, address, shown)
    const nodes = await page.locator('*').count()
    await warm.close()
    let requests = 0
    const coldTimes = await inTurn(addresses, async (at) => {
      const cold = await newVisitor(browser, signedIn)
      const seen = await visit(cold, at, shown)
      await cold.close()
      if (at === address) requests = Math.max(requests, seen.requests)
      return seen.ms
    })
    statics.close()
    return { name, warm: warmTimes, cold: coldTimes, record: records, requests, nodes }
  }

  /** A thousand rows beside a hundred, and what can be done with them. */
  async function thousandRows() {
    const context = await newVisitor(browser, signedIn)
    const at = { floor: `${server.baseUrl}/merchants?perPage=100`, console: `${server.baseUrl}/merchants?perPage=1000` }
    const times = await inTurn(at, async (one) => {
      return (await visit(context, one, { rows: one === at.floor ? 100 : 20 })).ms
    })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    const changes = []
    for (let round = 0; round < rounds; round++) {
      await visitIn(page, at.console, { rows: 20 })
      changes.push(await changePage(page, devtools))
    }
    const nodes = await page.locator('*').count()
    const lasts = []
    for (let round = 0; round < rounds; round++) lasts.push(await scrollToLast(page))
    await context.close()
    const change = { ms: median(changes.map(({ ms }) => ms)), workMs: median(changes.map(({ workMs }) => workMs)) }
    return { hundred: times.floor, thousand: times.console, change, nodes, last: median(lasts) }
  }
} finally {
  await browser.close()
  await server.stop()
}

async function openSession() {
  const context = await newVisitor(browser)
  await signIn(await context.newPage(), server.baseUrl)
  const state = await context.storageState()
  await context.close()
  return state
}

/** The answers that the console gets for a list and for the record of its first row. */
async function capture(address: string, listCall: RegExp, recordCall: RegExp) {
  const context = await newVisitor(browser, await openSession())
  const page = await context.newPage()
  const listAnswer = page.waitForResponse((response) => listCall.test(response.url()))
  await visitIn(page, address, { rows: 100 })
  const recordAnswer = page.waitForResponse((response) => recordCall.test(response.url()))
  await page.locator('tbody tr a').first().click()
  const [list, record] = [await (await listAnswer).text(), await (await recordAnswer).text()]
  await context.close()
  return { list, record }
}

/** Medians of both, one after the other in every round, so that what else the machine does meets both. */
async function inTurn(at: { floor: string; console: string }, one: (address: string) => Promise<number>) {
  const times: { floor: number[]; console: number[] } = { floor: [], console: [] }
  for (let round = -warmUps; round < rounds; round++) {
    for (const side of ['floor', 'console'] as const) {
      const ms = await one(at[side])
      if (round >= 0) times[side].push(ms)
    }
  }
  return { floor: median(times.floor), console: median(times.console) }
}
