import type { Page } from '@playwright/test'
import { expect, filterBy, listReady, rowsOf, test } from './console.ts'

async function openShops(page: Page) {
  await page.goto('/shops')
  await listReady(page)
}

async function openShop(page: Page) {
  await openShops(page)
  await rowsOf(page).first().click()
  await page.getByRole('region', { name: 'Shop' }).getByText('Held by its stores and terminals').waitFor()
  await listReady(page)
}

test('SHOP-01 SHOP-02 FILTER-54 filters shops by status', async ({ console: page }) => {
  await openShops(page)
  await filterBy(page, 'Status', 'Inactive')
  await listReady(page)
  await expect(rowsOf(page).first()).toContainText('Inactive')
})

test('SHOP-03 opens a shop’s stores, terminals and transactions', async ({ console: page }) => {
  await openShop(page)
  await expect(rowsOf(page).first()).toContainText('₦')
  const sections = page.getByRole('navigation', { name: 'Shop sections' })
  await sections.getByRole('link', { name: 'Transactions', exact: true }).click()
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page.getByRole('dialog', { name: 'Transaction Summary' })).toContainText('Store')
})
