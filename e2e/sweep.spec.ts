import type { Page } from '@playwright/test'
import { structureOf } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'
import { everyList } from './every-list.ts'

test('lays out and words every list and its first record consistently', async ({ console: page }) => {
  test.setTimeout(300_000)
  const problems: string[] = []
  const check = async (location: string) => {
    for (const problem of [...(await structureOf(page)), ...(await slipsIn(page))])
      problems.push(`${location}: ${problem}`)
  }
  for (const address of everyList) {
    await page.goto(address)
    await listReady(page)
    await check(address)
    const first = rowsOf(page).getByRole('link').first()
    if ((await first.count()) === 0) continue
    const before = page.url()
    await first.click()
    await page.waitForURL((url) => url.href !== before)
    await page.waitForLoadState('networkidle')
    // Content further down loads shortly before it becomes visible.
    await page.getByRole('main').evaluate((main) => main.scrollTo({ top: main.scrollHeight }))
    await page.waitForLoadState('networkidle')
    await check(`${address} › ${page.url().replace(/^.*:\d+/, '')}`)
  }
  expect(problems).toEqual([])
})

/** Returns text that should not be shown: raw values, ungrouped amounts, ISO timestamps, enum codes. */
async function slipsIn(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  const slips = [
    /\b(?:undefined|null|NaN|Infinity|Invalid Date|\[object \w+\])/g,
    /₦-?\d{4,}/g,
    /₦-|₦[\d,]+(?:\.\d(?!\d)|\.\d{3,})/g,
    /\d{4}-\d\d-\d\dT\d\d/g,
    // KYC stages are shown by the names of their fields.
    /\b(?!\w+_DETAILS|BUSINESS_)[A-Z]{3,}_[A-Z_]+\b/g,
    / {2,}\S|\( | \)| ,|\.\.\./g,
  ]
  return [...new Set(slips.flatMap((slip) => text.match(slip) ?? []))].map((slip) => `"${slip}"`)
}
