import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { amountsOf, enlargeAmounts } from './amounts.ts'
import { barriersAndStructureOf } from './axe.ts'
import { expect, listReady, rowsOf, settledSubAccount, test } from './console.ts'

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

/** Lists that must have rows, by page and tab; the first tab has the page's own URL. */
const filledLists = [
  '/wallets',
  '/wallets?status=requests',
  '/payout',
  '/payout?status=scheduled',
  '/payout?status=recurring',
  '/payout?status=payouts',
  '/child-account',
  '/child-account?status=customers',
  '/disputes',
  '/teams',
  '/teams?status=members',
]

/** Lists that must have rows, a filter and an export. */
const exportedLists = [
  '/checkout',
  '/payment-links',
  '/virtual-account',
  '/cards?status=batches',
  '/settlements',
  '/refunds',
  '/ledger-position',
  '/stores',
  '/merchants?status=upgrade',
]

/** Tabs that must be there besides those of the lists above. */
const otherTabs = [
  '/merchants?status=approval',
  '/merchants?status=freezes',
  '/merchants?status=liens',
  '/merchants/$merchantId?status=charges',
  '/cards?status=transactions',
  '/disputes?status=chargebacks',
  '/juju-services?status=bills',
  '/ledger-position?status=provider',
  '/my-work?status=team',
  '/my-work?status=clocks',
  '/profit?status=summary',
  '/settings?status=security',
  '/settings?status=notifications',
  '/stores?status=stores',
  '/stores?status=terminals',
  '/subscriptions?status=subscribers',
  '/teams?status=roles',
]

/** Lists whose first row must open on the same page. */
const panelLists = [
  '/cards?status=batches',
  '/juju-services?status=bills',
  '/merchants?status=upgrade',
  '/payment-links',
  '/payout?status=scheduled',
  '/payout?status=recurring',
  '/refunds',
  '/stores',
  '/virtual-account',
]

const phone = { width: 390, height: 844 }

/** From a wide window to a phone; 720 by 450 is the default window at 200% zoom. */
const windows = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 720, height: 450 },
  phone,
  { width: 320, height: 640 },
] as const

for (const address of Object.keys(JSON.parse(readFileSync('console/dist/pages.json', 'utf8')))) {
  test(`SHELL-05 SHELL-06 lays out ${address} consistently and accessibly, fills its lists, fits it into any window, and shows each amount in full`, async ({
    console: page,
  }) => {
    // Each window is laid out anew, and each tab checked in both colours.
    test.setTimeout(240_000)
    // The sign-in page leads a signed-in person to the merchants.
    if (address === '/') await page.context().setStorageState({ cookies: [], origins: [] })
    const first = await addressOf(page, address)
    const amounts = await enlargeAmounts(page)
    await page.goto(first)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const tabs = page.getByRole('tab')
    const seen: string[] = []
    const opened: string[] = []
    // The page itself, then each of its tabs, and what the first row of each opens on the same page.
    for (let index = 0; index === 0 || index < (await tabs.count()); index += 1) {
      if (index > 0) {
        await tabs.nth(index).click()
        await expect(tabs.nth(index)).toHaveAttribute('aria-selected', 'true')
      }
      const tab = index === 0 ? address : `${address}?status=${new URL(page.url()).searchParams.get('status')}`
      const shown = await expectFit(page, windows)
      if (index === 0 && amounts.replaced > 0) expect(shown, 'amounts that are shown').toBeGreaterThan(0)
      await expectConsistent(page)
      await expectList(page, tab)
      seen.push(tab)
      await expectDialogsFit(page)
      if (!(await opensHere(page))) continue
      await expectFit(page, [windows[0], windows[5]])
      await expectConsistent(page)
      opened.push(tab)
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    const ofPage = (tab: string) => tab.split('?')[0] === address
    expect(seen).toEqual(expect.arrayContaining([...filledLists, ...exportedLists, ...otherTabs].filter(ofPage)))
    expect(opened).toEqual(expect.arrayContaining(panelLists.filter(ofPage)))
  })
}

/** Expects rows in a list that must have some, and a filter and an export on one that must have them. */
async function expectList(page: Page, tab: string): Promise<void> {
  const isExported = exportedLists.includes(tab)
  if (!isExported && !filledLists.includes(tab)) return
  await listReady(page)
  await expect(rowsOf(page).first()).toBeVisible()
  if (!isExported) return
  await expect(page.getByRole('button', { name: 'Filter by' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
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

/**
 * Expects no serious accessibility violations in light and dark colours, landmarks, headings, names and wording as everywhere, and
 * a title on each truncated cell.
 */
async function expectConsistent(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Content further down loads shortly before it becomes visible.
  await page.getByRole('main').evaluate((main) => main.scrollTo({ top: main.scrollHeight }))
  await page.waitForLoadState('networkidle')
  await page.getByRole('main').evaluate((main) => main.scrollTo({ top: 0 }))
  const problems = [...(await barriersAndStructureOf(page)), ...(await slipsIn(page)), ...(await untitledCells(page))]
  expect(problems, page.url()).toEqual([])
}

/** Expects the list's dialogs to fit into a phone, with all of them reachable by scrolling. */
async function expectDialogsFit(page: Page): Promise<void> {
  await page.setViewportSize(phone)
  for (const opener of ['Filter by', 'Export']) {
    const button = page.getByRole('button', { name: opener, exact: true })
    // Not every list has filters.
    if (!(await button.isVisible())) continue
    await button.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button').last()).toBeVisible()
    expect(await tooWideIn(dialog), `${page.url()} ${opener}`).toEqual([])
    await dialog.getByRole('button').last().scrollIntoViewIfNeeded()
    await expect(dialog.getByRole('button').last()).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.setViewportSize(windows[0])
}

/** Returns truncated cells whose full text no title shows. */
function untitledCells(page: Page): Promise<string[]> {
  return page
    .locator('main td')
    .evaluateAll((cells) =>
      cells
        .filter(
          (cell) =>
            cell.scrollWidth > cell.clientWidth && !cell.hasAttribute('title') && !cell.querySelector('[title]'),
        )
        .map((cell) => `${cell.textContent} is truncated`),
    )
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
  // One that exists leads to its record.
  if (address === '/notifications/$notificationId') return '/notifications/none'
  if (address === '/cards/$cardId') return usedCardAddress(page)
  const list = listOf[address]
  if (list === undefined) {
    expect(address, 'a page about a record has its list above').not.toContain('$')
    return address
  }
  return firstOf(page, list)
}

/** Returns the settlements of a sub-account, or one of them. */
async function subAccountAddress(page: Page, address: string): Promise<string> {
  const settlements = await settledSubAccount(page)
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

/** Returns text that should not be shown: raw values, ungrouped amounts, ISO timestamps, enum codes. */
async function slipsIn(page: Page): Promise<string[]> {
  // Messages of other systems are shown as they are, and a button says "Checking..." while the ledger is checked, which may end
  // at any moment.
  const { shown, raw } = await page.evaluate(() => ({
    shown: document.body.innerText,
    raw: [...document.querySelectorAll<HTMLElement>('pre, button:disabled')].map((element) => element.innerText),
  }))
  const text = raw.reduce((rest, message) => rest.replace(message, ''), shown)
  const slips = [
    /\b(?:undefined|null|NaN|Infinity|Invalid Date|\[object \w+\])/g,
    /₦-?\d{4,}/g,
    // The axis of a chart shows ₦1.5m.
    /₦-|₦[\d,]+(?:\.\d(?![\da-z])|\.\d{3,})/g,
    /\d{4}-\d\d-\d\dT\d\d/g,
    // KYC stages are shown by the names of their fields.
    /\b(?!\w+_DETAILS|BUSINESS_)[A-Z]{3,}_[A-Z_]+\b/g,
    / {2,}\S|\( | \)| ,|\.\.\./g,
  ]
  return [...new Set(slips.flatMap((slip) => text.match(slip) ?? []))].map((slip) => `"${slip}"`)
}
