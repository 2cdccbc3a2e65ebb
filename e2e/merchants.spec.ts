import type { Locator, Page } from '@playwright/test'
import { expect, filterBy, listReady, rowsOf, test } from './console.ts'
import { switchFlag } from './money.ts'

test('MERCH-06 MERCH-13 finds a merchant by name, opens it, and returns on Back to the same search', async ({
  console: page,
}) => {
  await page.goto('/merchants')
  await listReady(page)
  // A row's label is its date and name; some names begin with a symbol or an initial, which is no realistic search.
  const links = await rowsOf(page).getByRole('link').all()
  const labels = await Promise.all(links.map((link) => link.getAttribute('aria-label')))
  const word = labels.flatMap((label) => /, ([A-Za-z]{4,}) /.exec(label ?? '')?.[1] ?? [])[3] ?? ''

  await page.getByRole('searchbox', { name: 'Search by business name' }).fill(word.toLowerCase())
  await expect(page).toHaveURL(new RegExp(`search=${word}`, 'i'))
  await expectEvery(page.locator('tbody td:nth-child(2)'), new RegExp(word, 'i'))
  const address = page.url()

  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/\/merchants\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(new RegExp(word, 'i'))

  await page.goBack()
  await listReady(page)
  expect(page.url()).toBe(address)
  await expect(page.getByRole('searchbox', { name: 'Search by business name' })).toHaveValue(word.toLowerCase())
})

test('MERCH-08 filters by KYC status, pages, and returns page by page on Back', async ({ console: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  await filterBy(page, 'KYC status', 'Approved')
  await expect(page).toHaveURL(/filterStatus=ACCEPTED/)
  await expectEvery(page.locator('tbody td:nth-child(5)'), /^Approved$/)
  const total = await totalRecords(page)
  await expect(page.getByText(`Showing 1 to 100 of ${total}`)).toBeVisible()

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(`Showing 101 to 200 of ${total}`)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(`Showing 201 to 300 of ${total}`)).toBeVisible()

  await page.goBack()
  await expect(page.getByText(`Showing 101 to 200 of ${total}`)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(`Showing 1 to 100 of ${total}`)).toBeVisible()
  await expect(page).toHaveURL(/filterStatus=ACCEPTED/)

  // A shared link shows the same to another user.
  const shared = await page.context().newPage()
  await shared.goto(`${new URL(page.url()).origin}/merchants?filterStatus=ACCEPTED&page=2`)
  await expect(shared.getByText(`Showing 101 to 200 of ${total}`)).toBeVisible()
})

test('LIST-20 shows a thousand rows on one page, down to the last', async ({ console: page }) => {
  await page.goto('/merchants?page=3')
  await listReady(page)
  await page.getByLabel('Rows per page').selectOption('1000')
  await expect(page.getByText(/Showing 1 to 1,?000 of/)).toBeVisible()
  await listReady(page)
  await page
    .locator('table')
    .locator('..')
    .evaluate((region) => region.scrollTo({ top: region.scrollHeight }))
  await expect(page.locator('tbody tr[data-index="999"]')).toBeVisible()
  expect(await page.locator('*').count(), 'nodes in the page').toBeLessThan(2_000)
})

test('moves through a thousand rows by keyboard, and returns to the row on Back', async ({ console: page }) => {
  await page.goto('/merchants?perPage=1000')
  await listReady(page)
  await rowsOf(page).first().getByRole('link').focus()
  await page.keyboard.press('End')
  const last = page.locator('tbody tr[data-index="999"]')
  await expect(last.getByRole('link')).toBeFocused()
  const label = await last.getByRole('link').getAttribute('aria-label')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/merchants\/[\w-]+$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await listReady(page)
  await expect(page.locator('tbody tr[data-index="999"]').getByRole('link')).toBeFocused()
  expect(await last.getByRole('link').getAttribute('aria-label')).toBe(label)
})

test('MDETAIL-34 PANEL-19 approves a merchant whose KYC was submitted', async ({ console: page }) => {
  const name = await openSubmitted(page)
  await expect(page.getByText('Available balance')).toBeHidden()
  await page.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure you want to approve this merchant?')
  await expect(dialog).toContainText(name)
  await dialog.getByLabel(/^Reason/).fill('The papers are in order')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('header').getByText('Approved', { exact: true })).toBeVisible()
  // Approval opened its account.
  await expect(page.getByText('Available balance')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()

  // A reload proves that the change was stored.
  await page.reload()
  await expect(page.locator('header').getByText('Approved', { exact: true })).toBeVisible()
})

test('VALID-25 declines a merchant only with a reason', async ({ console: page }) => {
  await openSubmitted(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The certificate cannot be read')
  await dialog.getByText('Email to the merchant').click()
  await expect(dialog.getByText(/^Hello .*The certificate cannot be read/s)).toBeVisible()
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('header').getByText('Rejected', { exact: true })).toBeVisible()
  await expect(page.getByText('The certificate cannot be read')).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByText('Notified by').first()).toBeVisible()
})

test('MDETAIL-07 changes a merchant’s setting with a toggle, and keeps it', async ({ console: page }) => {
  await page.goto('/merchants?filterStatus=ACCEPTED')
  await listReady(page)
  await rowsOf(page).first().click()
  const refunds = page.getByRole('switch', { name: 'Refunds' })
  await refunds.waitFor()
  const was = await refunds.isChecked()
  await switchFlag(page, 'Refunds')
  await page.reload()
  await expect(refunds).toBeChecked({ checked: !was })
})

test('UPGRADE-02 approves an upgrade request, and marks the business as registered', async ({ console: page }) => {
  await page.goto('/merchants?status=upgrade&filterStatus=PENDING')
  await listReady(page)
  await rowsOf(page).first().click()
  const panel = page.getByRole('dialog', { name: 'Upgrade request' })
  await panel.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Reason') })
  await dialog.getByLabel('Reason').fill('The papers are in order')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/^The upgrade of .* was approved$/)).toBeVisible()
  await expect(panel.getByText('APPROVED')).toBeVisible()
  await panel.getByRole('link').first().click()
  // The list behind the panel contains the same word in many rows.
  await expect(page.getByRole('tab', { name: 'Charges' })).toBeVisible()
  await expect(page.getByText('Registered', { exact: true })).toBeVisible()
})

/** Waits until every cell matches; cells of the previous list may remain for a moment. */
async function expectEvery(cells: Locator, pattern: RegExp): Promise<void> {
  await expect(async () => {
    const texts = await cells.allInnerTexts()
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) expect(text).toMatch(pattern)
  }).toPass({ timeout: 10_000 })
}

/** Opens the first approval request and returns the merchant's name. */
async function openSubmitted(page: Page): Promise<string> {
  await page.goto('/merchants?status=approval')
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/\/merchants\/[\w-]+$/)
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  return page.getByRole('heading', { level: 1 }).innerText()
}

async function totalRecords(page: Page): Promise<string> {
  const label = await page.getByText(/Showing \d+ to \d+ of/).innerText()
  return label.split(' of ')[1] ?? ''
}
