import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { visitIn } from './screen-visits.ts'

/** Memory of a tab after garbage collection. */
export interface Held {
  minutes: number
  heapMb: number
  nodes: number
  listeners: number
}

const minuteMs = 60_000

/** Works in one tab for this many minutes as an operator would, and returns its memory at several points. */
export async function longWork(context: BrowserContext, baseUrl: string, minutes: number): Promise<Held[]> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  await visitIn(page, `${baseUrl}/payout?status=payouts`, { rows: 100 })
  const held: Held[] = []
  const begun = Date.now()
  // The first minute loads what is loaded only once.
  const sampleMinutes = [1, minutes / 2, minutes]
  for (const sampleMinute of sampleMinutes) {
    while (Date.now() - begun < sampleMinute * minuteMs) await oneRound(page)
    held.push({ minutes: sampleMinute, ...(await holding(devtools)) })
  }
  await page.close()
  return held
}

/** Opens a payout and a merchant, each time going back, turns to the next page, and searches. */
async function oneRound(page: Page): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Payout', exact: true }).click()
  await openFirst(page)
  await page.goBack()
  await main.getByRole('link', { name: 'Merchants', exact: true }).click()
  await openFirst(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.waitForURL(/page=2/)
  await page.goBack()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('60000')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
}

async function openFirst(page: Page): Promise<void> {
  const row = page.locator('table[aria-busy="false"] tbody tr a').first()
  await row.waitFor()
  await row.click()
  await page.locator('main div[aria-busy="false"]').first().waitFor()
}

async function holding(devtools: CDPSession): Promise<Omit<Held, 'minutes'>> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const value = (metricName: string) => metrics.find(({ name }) => name === metricName)?.value ?? Number.NaN
  return {
    heapMb: value('JSHeapUsedSize') / 1024 / 1024,
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  }
}
