import type { Page } from '@playwright/test'
import { expect, listReady, rowsOf, test } from './console.ts'

/** Modifies the server's replies to a route. */
async function patchReply(page: Page, path: string, change: (data: Record<string, unknown>) => void): Promise<void> {
  await page.route(`**/api${path}**`, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    change(reply.data)
    await route.fulfill({ response, json: reply })
  })
}

/** Waits until the code that is loaded in idle time has arrived. */
async function loadedWhenIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return performance.now() - Math.max(0, ...scripts.map((script) => script.startTime + script.duration)) > 2_500
  })
}

const notice = (page: Page) => page.getByText(/^Not up to date since \d\d:\d\d$/)

test('updates an open panel and the list behind it when the record changes', async ({ console: page }) => {
  const world = { status: 'processing' }
  await patchReply(page, '/admin/refund/info', (data) => Object.assign(data, { status: world.status }))
  await patchReply(page, '/admin/refunds', (data) => {
    for (const row of data['refunds'] as { status: string }[]) row.status = world.status
  })
  await page.goto('/refunds')
  await listReady(page)
  await rowsOf(page).first().locator('a').first().click()
  const panel = page.getByRole('dialog', { name: 'Refund Details' })
  await expect(panel).toContainText('Processing')
  world.status = 'processed'
  await expect(panel).toContainText('Processed')
  await expect(rowsOf(page).first()).toContainText('Processed')
})

test('shows since when a list is out of date while offline, without moving its rows', async ({ console: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  await loadedWhenIdle(page)
  const place = () => rowsOf(page).first().boundingBox()
  const before = await place()
  await page.context().setOffline(true)
  await expect(notice(page)).toBeVisible()
  const isShifted = (await page.getByText(/^You are offline/).boundingBox())?.height ?? 0
  expect((await place())?.y).toBeCloseTo((before?.y ?? 0) + isShifted, 0)
  await page.context().setOffline(false)
  await expect(notice(page)).toHaveCount(0)
})

test('shows page links and range of the rows on screen while the next page loads', async ({ console: page }) => {
  await page.goto('/merchants?perPage=10')
  await listReady(page)
  const count = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  const first = await count.textContent()
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/merchant?page=2**', async (route) => {
    await late
    await route.continue()
  })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.locator('table[aria-busy="true"]')).toBeVisible()
  expect(await count.textContent()).toBe(first)
  release()
  await expect(count).toHaveText(/^Showing 11 to 20 of/)
})

// In a context of its own: a clock stays installed in all later pages of a context.
test('counts down a dispute by the server’s clock when the computer’s clock is wrong', async ({ page, signedIn }) => {
  await page.context().setStorageState(signedIn)
  await page.clock.install({ time: Date.now() + 40 * 86_400_000 })
  await page.goto('/disputes?filterStatus=IN_PROGRESS')
  await listReady(page)
  await patchReply(page, '/dispute/details', (data) => {
    const dueDate = new Date(Date.now() + 3 * 86_400_000).toISOString()
    Object.assign(data['dispute'] as object, { dueDate, isOverdue: undefined, status: 'IN_PROGRESS' })
  })
  await rowsOf(page).first().locator('a').first().click()
  await expect(page.getByRole('timer')).toHaveText(/^Due in 2 d 23:/)
})

test('moves through the controls of a row with arrows, and makes a row one tab stop', async ({ console: page }) => {
  await page.goto('/payment-links')
  await listReady(page)
  const stops = page.locator('tbody :is(a, button)[tabindex="0"], tbody :is(a, button):not([tabindex])')
  await expect(stops).toHaveCount(1)
  await rowsOf(page).first().locator('a').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(rowsOf(page).first().getByRole('button', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rowsOf(page).nth(1).getByRole('button', { name: 'Copy link' })).toBeFocused()
})

test('keeps the scroll position when new messages arrive in a conversation of 20,000', async ({ console: page }) => {
  const world = { messages: 20_000 }
  await patchReply(page, '/dispute/conversation', (data) => {
    data['conversation'] = Array.from({ length: world.messages }, (_, index) => ({
      id: `message-${world.messages - index}`,
      createdAt: '2026-11-21T09:00:00.000Z',
      message: `Message ${world.messages - index}`,
      user: { role: 'MERCHANT', name: 'Danfo Express' },
    }))
  })
  await page.goto('/disputes')
  await listReady(page)
  await rowsOf(page).first().locator('a').first().click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('log')).toBeVisible()
  await expect(messages.getByText('Message 20000', { exact: true })).toBeInViewport()
  await expect(messages.getByRole('article')).toHaveCount(100)
  await messages.evaluate((list) => list.scrollTo({ top: 400 }))
  const before = await messages.evaluate((list) => list.scrollTop)
  world.messages += 1
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  const newMessages = page.getByRole('button', { name: '1 new message' })
  await expect(newMessages).toBeVisible()
  expect(await messages.evaluate((list) => list.scrollTop)).toBe(before)
  await newMessages.click()
  await expect(messages.getByText('Message 20001', { exact: true })).toBeInViewport()
  await expect(newMessages).toHaveCount(0)
})

test('prints all rows of a page with its filters, and no controls', async ({ console: page }) => {
  await page.goto('/payout?status=payouts&perPage=200&type=DEBIT')
  await listReady(page)
  await loadedWhenIdle(page)
  await page.emulateMedia({ media: 'print' })
  await expect(rowsOf(page)).toHaveCount(200)
  await expect(page.getByText(/^Kobo Console, Live mode, printed \d\d-\d\d-\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(/^Type: Debit\. Showing 1 to 200 of/)).toBeVisible()
  await expect(page.locator('nav:visible, button:visible')).toHaveCount(0)
  const heights = await page.evaluate(() => {
    const table = document.querySelector('table')?.getBoundingClientRect().height ?? 0
    return { table, page: document.documentElement.scrollHeight, screen: window.innerHeight }
  })
  expect(heights.table).toBeGreaterThan(heights.screen)
  expect(heights.page).toBeGreaterThanOrEqual(heights.table)
  await page.emulateMedia({ media: 'screen' })
  await expect(rowsOf(page)).not.toHaveCount(200)
})

test('prints a record in full, and a panel in place of its page', async ({ console: page }) => {
  await page.goto('/merchants?filterStatus=ACCEPTED')
  await listReady(page)
  await rowsOf(page).first().locator('a').first().click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const isCut = await page.evaluate(
    () => document.documentElement.scrollHeight < (document.querySelector('main')?.getBoundingClientRect().height ?? 0),
  )
  expect(isCut).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/refunds')
  await listReady(page)
  await rowsOf(page).first().locator('a').first().click()
  const panel = page.getByRole('dialog', { name: 'Refund Details' })
  await expect(panel.getByText('Requested by')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(panel.getByText('Requested by')).toBeVisible()
  await expect(page.locator('main')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
})
