import type { Browser, BrowserContext, Page } from '@playwright/test'

/** What must be on the screen for a visit to be over. */
export interface Shown {
  /** Rows of the table; without them, the first answer of a record. */
  rows?: number
}

export interface Visit {
  ms: number
  requests: number
}

type Context = Awaited<ReturnType<BrowserContext['storageState']>>

/** A browser that has seen nothing yet, signed in; nothing here may turn its cache off, as routing requests would. */
export async function newVisitor(browser: Browser, storageState?: Context): Promise<BrowserContext> {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, ...(storageState && { storageState }) })
  // The transpiler marks functions with a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (one) => one')
  await context.addInitScript(watch)
  return context
}

/** Opens an address in a new tab, which begins as `about:blank`, and waits until it shows what it should. */
export async function visit(context: BrowserContext, address: string, shown: Shown): Promise<Visit> {
  const page = await context.newPage()
  const { ms, requests } = await visitIn(page, address, shown)
  await page.close()
  return { ms, requests }
}

/** The same, in a tab that stays open. */
export async function visitIn(page: Page, address: string, shown: Shown): Promise<Visit> {
  let requests = 0
  const count = () => (requests += 1)
  page.on('request', count)
  await page.goto(address, { waitUntil: 'commit' })
  const ms = await page.evaluate((wanted) => globalThis.whenShown(wanted).then(() => performance.now()), shown)
  page.off('request', count)
  return { ms, requests }
}

/** From the press on the first row, where the pointer rests, until the first answer of its record is painted. */
export async function openRecord(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await visitIn(page, address, { rows: 100 })
  // Whoever clicks has looked at the rows before.
  await page.waitForTimeout(500)
  const row = await page.locator('tbody tr a').first().boundingBox()
  if (!row) throw new Error('There is no row')
  await page.mouse.move(row.x + 8, row.y + row.height / 2)
  // Nobody clicks in the moment that the pointer arrives.
  await page.waitForTimeout(150)
  await page.evaluate(() => {
    // The window's name outlives a change of page.
    const note = () => (window.name = String(performance.timeOrigin + performance.now()))
    addEventListener('mousedown', note, { capture: true })
  })
  await page.mouse.down()
  await page.mouse.up()
  await page.waitForURL((url) => url.href !== address, { waitUntil: 'commit' })
  const [begun, ended] = await page.evaluate(async () => {
    await globalThis.whenShown({})
    return [Number(window.name), performance.timeOrigin + performance.now()]
  })
  await page.close()
  return ended - begun
}

declare global {
  /** Settles once it is painted. */
  var whenShown: (shown: Shown) => Promise<void>
}

/** Runs in every page before its own scripts. */
function watch(): void {
  const isThere = ({ rows }: Shown) =>
    rows === undefined
      ? document.querySelector('main div[aria-busy="false"]') !== null
      : document.querySelector('table[aria-busy="false"]') !== null &&
        document.querySelectorAll('tbody tr').length >= rows
  globalThis.whenShown = async (shown) => {
    while (!isThere(shown)) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  }
}
