import type { Page } from '@playwright/test'
import { expect, listReady, rowsOf, test } from './console.ts'

/** Maximum share of the window that may shift while a page loads. */
const most = 0.02

const lists = ['/merchants', '/wallets', '/payout?status=payouts', '/payout?status=bulk', '/ledger-position']
const records = [
  { what: 'a merchant', list: '/merchants?filterStatus=ACCEPTED' },
  { what: 'a merchant under review', list: '/merchants?filterStatus=SUBMITTED' },
  { what: 'a wallet', list: '/wallets' },
  { what: 'a batch of payouts', list: '/payout?status=bulk' },
]

for (const address of lists) {
  test(`loads ${address} without layout shifts`, async ({ console: page }) => {
    await measure(page)
    await delayReplies(page)
    await page.goto(address)
    await listReady(page)
    expect(await moved(page)).toEqual([])
  })
}

for (const address of ['/merchants', '/ledger-position', '/ledger-position?status=provider']) {
  test(`loads ${address} without layout shifts on a phone`, async ({ console: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await measure(page)
    await delayReplies(page)
    await page.goto(address)
    await listReady(page)
    expect(await moved(page)).toEqual([])
  })
}

for (const { what, list } of records) {
  test(`loads the page of ${what} without layout shifts`, async ({ console: page }) => {
    await page.goto(list)
    await listReady(page)
    const address = await rowsOf(page).first().locator('a').first().getAttribute('href')
    await measure(page)
    await page.goto(String(address))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.locator('table[aria-busy="true"], div[aria-busy="true"]:has(header)')).toHaveCount(0)
    expect(await moved(page)).toEqual([])
  })
}

declare global {
  interface Window {
    shifts: { value: number; what: string }[]
  }
}

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Delays every reply until the placeholders have been painted, as they are on a slow connection. */
async function delayReplies(page: Page): Promise<void> {
  await page.route(/\/api\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
}

/** Records layout shifts from the start of the next page. */
async function measure(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const what = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 30) ?? ''} ${previousRect.y} to ${currentRect.y}`,
        )
        if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, what: what.join(', ') })
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the layout shifts if their sum exceeds the limit. */
async function moved(page: Page): Promise<unknown[]> {
  // Waits until the last change is painted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const shifts = await page.evaluate(() => window.shifts)
  return shifts.reduce((sum, { value }) => sum + value, 0) > most ? shifts : []
}
