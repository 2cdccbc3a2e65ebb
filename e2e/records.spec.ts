import type { Page } from '@playwright/test'
import { expectNoBarriers } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

test('MDETAIL-31 keeps a record’s tabs, name, status and actions in view at every scroll position', async ({
  console: page,
}) => {
  const address = await addressOfFirst(page, '/merchants?status=approval')
  await page.goto(`${address}?status=charges`)
  await page.getByRole('button', { name: 'Edit KYC', disabled: false }).waitFor()
  // The page opens at the tab and stays there when the content above it has loaded.
  await expect(page.getByRole('tabpanel', { name: 'Charges' })).toBeInViewport({ ratio: 0.8 })
  await expectBar(page)

  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, -3_000)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeInViewport()
  await page.mouse.wheel(0, 200)
  await expectBar(page)
  await expect(page.getByRole('tabpanel')).not.toBeInViewport({ ratio: 0.5 })

  const scrollTop = await scrolledTo(page)
  const links = page.getByRole('navigation', { name: 'Merchant sections' })
  await links.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByRole('tabpanel', { name: 'Transactions', exact: true })).toBeFocused()
  await expect(page.getByText('Total transaction volume')).toBeInViewport()
  await expectBar(page)
  await page.goBack()
  await expect(page.getByRole('tabpanel', { name: 'Charges' })).toBeAttached()
  await expect.poll(() => scrolledTo(page)).toBe(scrollTop)

  const header = page.locator('main header').first()
  await header.getByRole('button', { name: 'Approve' }).click()
  // The owner may be on the watch list.
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('The papers are in order')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(header.getByText('Approved', { exact: true })).toBeInViewport()
})

test('scrolls to the tab that the URL names, with the focus on it, and stays there while the record is loading', async ({
  console: page,
}) => {
  const address = await addressOfFirst(page, '/merchants?filterStatus=ACCEPTED')
  let sendRecord = () => {}
  const isWanted = new Promise<void>((resolve) => (sendRecord = resolve))
  await page.route('**/api/merchant/info**', async (route) => {
    await isWanted
    await route.continue()
  })
  await page.goto(`${address}?status=transactions`)
  const panel = page.getByRole('tabpanel', { name: 'Transactions' })
  await page.getByText(/^Showing \d/).waitFor()
  await expect(panel).toBeInViewport({ ratio: 0.5 })
  // Without the browser's own scroll anchoring, which some browsers lack.
  await page.locator('main').evaluate((main) => (main.style.overflowAnchor = 'none'))
  sendRecord()
  await page.getByText('Available balance').waitFor({ state: 'attached' })
  await expect(page.getByRole('region', { name: 'Business details' })).toBeAttached()
  await expect(panel).toBeInViewport({ ratio: 0.5 })
  await expect(panel).toBeFocused()
  // The bar hides nothing of the tab.
  const [bar, tab] = [await page.locator('main header > div').first().boundingBox(), await panel.boundingBox()]
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(tab?.y ?? 0)
})

test('keeps a collapsed section collapsed for every record of its kind after a reload', async ({
  ownConsole: page,
}) => {
  await page.goto(await addressOfFirst(page, '/merchants?filterStatus=ACCEPTED'))
  const section = page.getByRole('region', { name: 'Business details' })
  await section.getByText('Registration number').waitFor()
  await section.getByRole('button', { name: 'Business details' }).click()
  await expect(section.getByText('Registration number')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Documentation' })).toBeVisible()
  await expect(section.getByRole('button', { name: 'Business details', expanded: false })).toBeVisible()
  await expect(section.getByText('Registration number')).toBeHidden()
})

for (const [what, list] of [
  ['a merchant', '/merchants?status=approval'],
  ['a wallet', '/wallets?tier=2'],
] as const) {
  test(`shows ${what} under its header bar without serious accessibility violations in light and dark`, async ({
    console: page,
  }) => {
    const open = async () => {
      await page.goto(`${await addressOfFirst(page, list)}?status=transactions`)
      await page.getByText(/^Showing \d/).waitFor()
      await expectBar(page)
    }
    await expectNoBarriers(page, { open })
  })
}

/** Returns the path of the first record of a list. */
async function addressOfFirst(page: Page, list: string): Promise<string> {
  await page.goto(list)
  await listReady(page)
  await rowsOf(page).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page).toHaveURL(/\/(merchants|wallets)\/[\w-]+/)
  return new URL(page.url()).pathname
}

/** Expects the part of the header that stays visible while scrolling, which excludes the breadcrumb. */
async function expectBar(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(page.locator('main header').first().getByRole('button').first()).toBeInViewport()
  await expect(page.getByRole('navigation', { name: /^(Merchant|Wallet) sections$/ })).toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeHidden()
}

function scrolledTo(page: Page): Promise<number> {
  return page.locator('main').evaluate((main) => main.scrollTop)
}
