import type { Page } from '@playwright/test'
import { expect, filterBy, listReady, rowsOf, test } from './console.ts'

async function openStores(page: Page, tab = '') {
  await page.goto(`/stores${tab && `?status=${tab}`}`)
  await listReady(page)
}

const summary = (page: Page) => page.getByRole('dialog', { name: 'Transaction Summary' })

test('STORE-01 STORE-02 FILTER-37 filters store transactions by category, and keeps it in the URL', async ({
  console: page,
}) => {
  await openStores(page)
  await filterBy(page, 'Category', 'Terminal to store')
  await expect(page.getByText('Category: Terminal to store')).toBeVisible()
  await listReady(page)
  await expect(rowsOf(page).first()).toContainText('Terminal to store')
  await expect(page).toHaveURL(/category=TERMINAL_TO_STORE/)
})

test('PANEL-16 opens a row’s summary and its page, which name the store and the terminal', async ({
  console: page,
}) => {
  await openStores(page)
  await filterBy(page, 'Category', 'Credit store')
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(summary(page)).toContainText('Terminal')
  await summary(page).getByRole('link', { name: 'Open transaction page' }).click()
  await expect(page.getByText('Credit store, credit').first()).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: /^Store$/ })).toBeVisible()
})

test('STORE-03 FILTER-38 opens a terminal’s transactions, and a store’s terminals', async ({ console: page }) => {
  await openStores(page, 'stores')
  await rowsOf(page).first().click()
  await expect(page.getByText(/^Store: /)).toBeVisible()
  await openStores(page, 'terminals')
  const serial = (await rowsOf(page).first().getByRole('cell').nth(1).textContent()) ?? ''
  await rowsOf(page).first().click()
  await expect(page.getByText(`Terminal: ${serial}`)).toBeVisible()
  await openStores(page, 'terminals')
  await filterBy(page, 'Status', 'Inactive')
  await listReady(page)
  await expect(rowsOf(page).first()).toContainText('Inactive')
})
