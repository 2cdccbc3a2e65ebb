import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { amountsOf, enlargeAmounts } from './amounts.ts'
import { expect, listReady, rowsOf, test } from './console.ts'
import { everyList } from './every-list.ts'

/** List whose first row opens the page, for pages of a single record. */
const listOf: Partial<Record<string, string>> = {
  // A merchant awaiting approval has no collections.
  '/merchants/$merchantId': '/merchants?filterStatus=ACCEPTED',
  '/partners/$partnerId': '/partners',
  '/wallets/$walletId': '/wallets',
  '/child-account/$merchantId/merchant': '/child-account',
  '/child-account/$walletId/customer': '/child-account?status=customers',
  '/disputes/$disputeId/merchant': '/disputes',
  '/sub-accounts/$merchantId': '/sub-accounts',
  '/settlements/$settlementId': '/settlements',
  '/shops/$shopId': '/shops',
  '/payout/$batchReference/bulk': '/payout?status=bulk',
  '/payout/$transactionId/transaction-payout': '/payout?status=payouts',
  '/ledger-position/$accountId': '/ledger-position',
}

/** From a wide window to a phone; 720 by 450 is the default window at 200% zoom. */
const windows = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const

for (const address of Object.keys(JSON.parse(readFileSync('console/dist/pages.json', 'utf8')))) {
  test(`fits ${address} into narrow windows, and shows each amount in full`, async ({ console: page }) => {
    const first = await addressOf(page, address)
    const amounts = await enlargeAmounts(page)
    await page.goto(first)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const tabs = page.getByRole('tab')
    // The page itself, then each of its tabs, and what the first row of each opens on the same page.
    for (let index = 0; index === 0 || index < (await tabs.count()); index += 1) {
      if (index > 0) await tabs.nth(index).click()
      const shown = await expectFit(page, windows)
      if (index === 0 && amounts.replaced > 0) expect(shown, 'amounts that are shown').toBeGreaterThan(0)
      if (!(await opensHere(page))) continue
      await expectFit(page, [windows[0], windows[5]])
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
}

/** Expects no overflow and no truncated or broken amount in these windows; returns the number of amounts. */
async function expectFit(page: Page, sizes: readonly { width: number; height: number }[]): Promise<number> {
  await settled(page)
  let shown = 0
  for (const size of sizes) {
    await page.setViewportSize(size)
    const check = async () => {
      const amounts = await amountsOf(page)
      shown = Math.max(shown, amounts.shown)
      return { tooWide: await tooWide(page), cut: amounts.cut }
    }
    await expect.poll(check, { message: `${page.url()} ${size.width} wide` }).toEqual({ tooWide: [], cut: [] })
  }
  await page.setViewportSize(windows[0])
  return shown
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator('table[aria-busy="true"], div[aria-busy="true"]:has(header, dl)')).toHaveCount(0)
}

/** Opens what the first row opens on the same page, such as a panel; rows of other lists lead to another page. */
async function opensHere(page: Page): Promise<boolean> {
  const before = new URL(page.url())
  const link = rowsOf(page).first().locator('a').first()
  const href = (await link.count()) > 0 ? await link.getAttribute('href') : null
  if (href === null || new URL(href, before).pathname !== before.pathname) return false
  await link.click()
  await page.waitForURL((url) => url.href !== before.href)
  return true
}

/** Returns the URL of a page; for a single record, that of the first in its list. */
async function addressOf(page: Page, address: string): Promise<string> {
  if (address.startsWith('/sub-accounts/$merchantId/')) return subAccountAddress(page, address)
  if (address === '/cards/$cardId') return usedCardAddress(page)
  const list = listOf[address]
  if (list === undefined) {
    expect(address, 'a page about a record has its list above').not.toContain('$')
    return address
  }
  return firstOf(page, list)
}

/** Returns the settlements of a subaccount, or one of them; not every subaccount has any. */
async function subAccountAddress(page: Page, address: string): Promise<string> {
  const settlements = await firstOf(page, await firstOf(page, '/sub-accounts'))
  return address.endsWith('$settlementId') ? firstOf(page, settlements) : settlements
}

/** Returns a card with payments, since the newest has none yet. */
async function usedCardAddress(page: Page): Promise<string> {
  await page.goto(await firstOf(page, '/cards?status=transactions'))
  return String(await page.getByRole('main').locator('a[href^="/cards/"]').first().getAttribute('href'))
}

async function firstOf(page: Page, list: string): Promise<string> {
  await page.goto(list)
  await listReady(page)
  return String(await rowsOf(page).first().locator('a').first().getAttribute('href'))
}

/** Returns elements that scroll horizontally or exceed the window's edge. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (element: Element) =>
      [element.tagName, element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)].join(' ')
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const scrolls = [document.documentElement, ...document.querySelectorAll('main, main *')].filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)),
    )
    // Cells truncate their text, but controls must not be cut off.
    const controls = document.querySelectorAll('a:not(td a), button, input, select, textarea, [role="status"]')
    const overflowing = [...controls].filter(
      (element) => isShown(element) && element.getBoundingClientRect().right > window.innerWidth + 1,
    )
    return [...scrolls, ...overflowing].map(name)
  })
}

/** Returns elements of a dialog that exceed the window's edges or scroll horizontally. */
function tooWideIn(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((root) => {
    const name = (element: Element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`
    return [root, ...root.querySelectorAll('*')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const scrolls =
          /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1
        return element.checkVisibility({ visibilityProperty: true }) && (scrolls || left < -1 || right > innerWidth + 1)
      })
      .map(name)
  })
}

test.describe('phone viewport', () => {
  test.beforeEach(({ console: page }) => page.setViewportSize({ width: 390, height: 844 }))

  test('shows each row as a card with every column, and reaches Next and the last of a thousand rows', async ({
    console: page,
  }) => {
    await page.goto('/payout?status=payouts&perPage=1000')
    await listReady(page)
    const card = rowsOf(page).first()
    await expect(card.getByRole('cell')).toHaveCount(9)
    await expect(page.getByRole('columnheader', { name: 'Beneficiary name' })).toBeAttached()
    const heights = await rowsOf(page).evaluateAll((rows) =>
      rows.filter((row) => row.hasAttribute('data-index')).map((row) => row.getBoundingClientRect().height),
    )
    // Rows must have their estimated height, or the rows below would shift.
    expect(new Set(heights)).toEqual(new Set([9 * 26 + 25]))
    await card.getByRole('link').first().focus()
    await page.keyboard.press('End')
    await expect(page.locator('tr[data-index="999"]')).toBeInViewport()
    const next = page.getByRole('button', { name: 'Next' })
    await next.click()
    await expect(page).toHaveURL(/page=2/)
  })

  test('fits every dialog of a list, with all of it reachable by scrolling', async ({ console: page }) => {
    test.setTimeout(180_000)
    const problems: string[] = []
    for (const address of everyList) {
      await page.goto(address)
      await listReady(page)
      for (const opener of ['Filter by', 'Export']) {
        const button = page.getByRole('button', { name: opener, exact: true })
        // Not every list has filters.
        if (!(await button.isVisible())) continue
        await button.click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByRole('button').last()).toBeVisible()
        for (const problem of await tooWideIn(dialog)) problems.push(`${address} ${opener}: ${problem}`)
        await dialog.getByRole('button').last().scrollIntoViewIfNeeded()
        await expect(dialog.getByRole('button').last()).toBeInViewport({ ratio: 1 })
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
    }
    expect(problems).toEqual([])
  })

  test('shows profit by source below its chart', async ({ console: page }) => {
    await page.goto('/profit?status=summary')
    const sources = page.getByRole('table', { name: 'Profit by source' })
    await sources.scrollIntoViewIfNeeded()
    await expect(sources).toBeInViewport({ ratio: 0.5 })
    const asTable = page.getByRole('button', { name: 'Table' })
    await asTable.scrollIntoViewIfNeeded()
    await expect(asTable).toBeInViewport({ ratio: 1 })
  })

  test('does not overlap cell titles or cut off notes beside figures', async ({ console: page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/merchants?status=approval')
    await listReady(page)
    await rowsOf(page).first().click()
    const evidence = page.getByRole('region', { name: 'Evidence' }).locator('td')
    await expect(evidence.first()).toBeVisible()
    const covered = await evidence.evaluateAll((cells) => cells.filter((cell) => cell.scrollHeight > cell.clientHeight))
    expect(covered).toEqual([])
    await page.goto('/settlements')
    await listReady(page)
    await rowsOf(page).first().click()
    const notes = page.locator('dl dd span')
    await expect(notes.first()).toBeVisible()
    const cut = await notes.evaluateAll((elements) =>
      elements
        .filter(
          (element) =>
            element.getBoundingClientRect().right > (element.closest('dl')?.getBoundingClientRect().right ?? 0),
        )
        .map((element) => element.textContent),
    )
    expect(cut).toEqual([])
  })

  test('shows the user menu inside the window', async ({ console: page, person }) => {
    await page.goto('/merchants')
    await page.getByRole('button', { name: person.name }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  })
})

test('counts hidden columns, and shows a selected column before the others', async ({ ownConsole: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/payout?status=payouts')
  await listReady(page)
  const columns = () => page.getByRole('columnheader').allTextContents()
  await expect.poll(columns).not.toContain('Charges')
  for (const title of ['Beneficiary name', 'Amount', 'Status', 'Action']) expect(await columns()).toContain(title)
  await page.getByRole('button', { name: 'Columns: 1 hidden' }).click()
  await page.getByRole('checkbox', { name: 'Charges', checked: false }).check()
  await expect.poll(columns).toContain('Charges')
  expect(await columns()).not.toContain('Bank code')
  await page.reload()
  await expect.poll(columns).toContain('Charges')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(columns).toHaveLength(9)
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeVisible()
})

test('keeps rows visible at 200% zoom, and scrolls the page to them', async ({ console: page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto(await firstOf(page, '/payout?status=bulk'))
  await listReady(page)
  const region = page.locator('main section:has(> table)')
  await region.scrollIntoViewIfNeeded()
  const height = await region.evaluate((rows) => rows.clientHeight)
  expect(height).toBeGreaterThan(200)
})
