// Measures how fast a list renders in a real browser: npm run bench:screen [-- --minutes 10 --rounds 9 --transactions 2000000]
// A static page and react-admin with the same rows are visited in turn with each list, so that the figures are ratios of one run.
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { signIn } from '../tools/browser-sign-in.ts'
import { browserFlags, haveBrowser } from '../tools/browser.mjs'
import { median, startBenchServer } from './bench-server.ts'
import { longWork } from './memory-soak.ts'
import { startReactAdmin } from './react-admin.ts'
import { type ListFigures, report } from './screen-report.ts'
import { goBack, newVisitor, openPalette, openRecord, type Shown, visit, visitIn } from './screen-visits.ts'
import { startStaticPage } from './static-page.ts'
import { changePage, scrollToLast } from './thousand-rows.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '9' },
    transactions: { type: 'string', default: '200000' },
  },
})
const rounds = Number(options.rounds)
const warmUps = 3
const server = await startBenchServer({ DEMO_TRANSACTIONS: options.transactions })
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
  const thousand = await thousandRows()
  const palette = await palettes()
  const worker = await newVisitor(browser, signedIn)
  const held = await longWork(worker, server.baseUrl, Number(options.minutes))
  await worker.close()
  report({
    transactions: Number(options.transactions),
    rounds,
    lists: [merchants, payouts],
    ...thousand,
    palette,
    held,
  })

  async function measure(name: string, address: string, listCall: RegExp, recordCall: RegExp): Promise<ListFigures> {
    const captured = await capture(address, listCall, recordCall)
    const [statics, admin] = [await startStaticPage(captured), await startReactAdmin(captured)]
    const addresses = { floor: statics.address, console: address, admin: admin.address }
    const shown: Shown = { rows: 100 }
    const warm = await newVisitor(browser, signedIn)
    let shift = 0
    const warmTimes = await alternate(addresses, async (at) => {
      const visited = await visit(warm, at, shown)
      if (at === address) shift = Math.max(shift, visited.shift)
      return visited.ms
    })
    const records = await alternate(addresses, async (at) => openRecord(warm, at))
    const backs = await alternate({ console: address, admin: admin.address }, async (at) => goBack(warm, at))
    const page = await warm.newPage()
    await visitIn(page, address, shown)
    const nodes = await page.locator('*').count()
    await warm.close()
    let requests = 0
    const coldTimes = await alternate(addresses, async (at) => {
      const cold = await newVisitor(browser, signedIn)
      const visited = await visit(cold, at, shown)
      await cold.close()
      if (at === address) requests = Math.max(requests, visited.requests)
      return visited.ms
    })
    statics.close()
    admin.close()
    const figures = { warm: warmTimes, cold: coldTimes, record: records, back: backs }
    return { name, ...figures, requests, nodes, shift, adminBytes: admin.scriptBytes }
  }

  /** Compares a thousand rows with a hundred, and measures operations on them. */
  async function thousandRows() {
    const context = await newVisitor(browser, signedIn)
    const at = {
      hundred: `${server.baseUrl}/merchants?perPage=100`,
      console: `${server.baseUrl}/merchants?perPage=1000`,
    }
    const times = await alternate(at, async (one) => {
      return (await visit(context, one, { rows: one === at.hundred ? 100 : 20 })).ms
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
    return { hundred: times.hundred, thousand: times.console, change, nodes, last: median(lasts) }
  }

  /** Measures the first opening in a browser, and a later one. */
  async function palettes() {
    const address = `${server.baseUrl}/merchants`
    const colds = []
    const warms = []
    for (let round = 0; round < rounds; round++) {
      const context = await newVisitor(browser, signedIn)
      colds.push(await openPalette(context, address))
      warms.push(await openPalette(context, address))
      await context.close()
    }
    return { cold: median(colds), warm: median(warms) }
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

/** Captures the responses to the console for a list and for the record of its first row. */
async function capture(address: string, listCall: RegExp, recordCall: RegExp) {
  const context = await newVisitor(browser, await openSession())
  const page = await context.newPage()
  const listResponse = page.waitForResponse((response) => listCall.test(response.url()))
  await visitIn(page, address, { rows: 100 })
  const recordResponse = page.waitForResponse((response) => recordCall.test(response.url()))
  await page.locator('tbody tr a').first().click()
  const [list, record] = [await (await listResponse).text(), await (await recordResponse).text()]
  await context.close()
  return { list, record }
}

/** Returns the median of each, alternating in every round, so that other load on the machine affects all of them. */
async function alternate<Side extends string>(
  at: Readonly<Record<Side, string>>,
  one: (address: string) => Promise<number>,
): Promise<Record<Side, number>> {
  const sides = Object.entries<string>(at).map(([side, address]) => ({ side, address, times: [] as number[] }))
  for (let round = -warmUps; round < rounds; round++) {
    for (const { address, times } of sides) {
      const ms = await one(address)
      if (round >= 0) times.push(ms)
    }
  }
  return Object.fromEntries(sides.map(({ side, times }) => [side, median(times)])) as Record<Side, number>
}
