import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Content that must be visible for a visit to end. */
export interface Shown {
  /** Rows of the table; if absent, the first response for a record. */
  rows?: number
}

export interface Visit {
  ms: number
  requests: number
  /** Sum of the layout shifts until everything has loaded. */
  shift: number
}

type Context = Awaited<ReturnType<BrowserContext['storageState']>>

/** Opens a signed-in browser context with an empty cache, which nothing may disable, as intercepting requests would. */
export async function newVisitor(browser: Browser, storageState?: Context): Promise<BrowserContext> {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, ...(storageState && { storageState }) })
  // The transpiler marks functions with a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (one) => one')
  await context.addInitScript(watch)
  return context
}

/** Opens a URL in a new tab, starting from `about:blank`, and waits for its content. */
export async function visit(context: BrowserContext, address: string, shown: Shown): Promise<Visit> {
  const page = await context.newPage()
  const visited = await visitIn(page, address, shown)
  await page.close()
  return visited
}

/** Does the same in a tab that stays open. */
export async function visitIn(page: Page, address: string, shown: Shown): Promise<Visit> {
  let requests = 0
  const count = () => (requests += 1)
  page.on('request', count)
  await page.goto(address, { waitUntil: 'commit' })
  const ms = await page.evaluate((target) => globalThis.whenShown(target).then(() => performance.now()), shown)
  page.off('request', count)
  await page.waitForLoadState('networkidle')
  return { ms, requests, shift: await page.evaluate(() => globalThis.shift) }
}

/** From the click on the first row, with the pointer over it, until the first response for its record is painted. */
export async function openRecord(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await visitIn(page, address, { rows: 100 })
  // An operator reads the rows before clicking.
  await page.waitForTimeout(500)
  const links = page.locator('tbody tr a')
  const row = await ((await links.count()) > 0 ? links : page.locator('tbody tr td')).first().boundingBox()
  if (!row) throw new Error('There is no row')
  const before = page.url()
  await page.mouse.move(row.x + 8, row.y + row.height / 2)
  // An operator does not click in the moment the pointer arrives.
  await page.waitForTimeout(150)
  await page.evaluate(() => {
    // The window's name survives a navigation.
    const note = () => (window.name = String(performance.timeOrigin + performance.now()))
    addEventListener('mousedown', note, { capture: true })
  })
  await page.mouse.down()
  await page.mouse.up()
  await page.waitForURL((url) => url.href !== before, { waitUntil: 'commit' })
  const [begun, ended] = await page.evaluate(async () => {
    await globalThis.whenShown({})
    return [Number(window.name), performance.timeOrigin + performance.now()]
  })
  await page.close()
  return ended - begun
}

/** From Back on a record until the rows are painted again. */
export async function goBack(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await visitIn(page, address, { rows: 100 })
  const links = page.locator('tbody tr a')
  await ((await links.count()) > 0 ? links : page.locator('tbody tr td')).first().click()
  await page.evaluate(() => globalThis.whenShown({}))
  const ms = await page.evaluate(async () => {
    const begun = performance.now()
    history.back()
    await globalThis.whenShown({ rows: 100 })
    return performance.now() - begun
  })
  await page.close()
  return ms
}

/** From Ctrl+K until the search box accepts input. */
export async function openPalette(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await visitIn(page, address, { rows: 100 })
  await page.evaluate(() => {
    globalThis.opened = new Promise((resolve) => {
      addEventListener(
        'keydown',
        () => {
          const begun = performance.now()
          const checkShown = () => {
            if (document.activeElement?.getAttribute('role') === 'combobox') resolve(performance.now() - begun)
            else requestAnimationFrame(checkShown)
          }
          checkShown()
        },
        { capture: true, once: true },
      )
    })
  })
  await page.keyboard.press('Control+k')
  const ms = await page.evaluate(() => globalThis.opened)
  await page.close()
  return ms
}

declare global {
  /** Sum of all layout shifts of the page. */
  var shift: number
  /** Milliseconds until the palette has the focus. */
  var opened: Promise<number>
  /** Resolves once the content is painted. */
  var whenShown: (shown: Shown) => Promise<void>
}

/** Runs in every page before its own scripts. */
function watch(): void {
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) globalThis.shift += (one as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const isThere = ({ rows }: Shown) =>
    rows === undefined
      ? document.querySelector('main div[aria-busy="false"], [class*="RaSimpleShowLayout"]') !== null
      : document.querySelector('table[aria-busy="true"]') === null &&
        document.querySelectorAll('tbody tr').length >= rows
  globalThis.whenShown = async (shown) => {
    while (!isThere(shown)) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  }
}
