import type { Page } from '@playwright/test'
import { expectNoBarriers, type Screen } from './axe.ts'
import { expect, filterBy, listReady, rowsOf, test } from './console.ts'

async function openStores(page: Page, tab = '') {
  await page.goto(`/stores${tab && `?status=${tab}`}`)
  await listReady(page)
}

const summary = (page: Page) => page.getByRole('dialog', { name: 'Transaction Summary' })

async function openSummary(page: Page) {
  await openStores(page)
  await rowsOf(page).first().click()
  await summary(page).getByRole('link', { name: 'Open transaction page' }).waitFor()
}

test('STORE-01 STORE-02 FILTER-37 the transactions of stores are filtered by category, which the address keeps by exception', async ({
  console: page,
}) => {
  await openStores(page)
  await filterBy(page, 'Category', 'Terminal to store')
  await expect(page.getByText('Category: Terminal to store')).toBeVisible()
  await listReady(page)
  await expect(rowsOf(page).first()).toContainText('Terminal to store')
  await expect(page).toHaveURL(/category=TERMINAL_TO_STORE/)
})

test('PANEL-16 a row opens its summary and leads to its page, which tells the store and the terminal', async ({
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

test('STORE-03 FILTER-38 a terminal leads to what moved at it, and a store to its terminals', async ({
  console: page,
}) => {
  await openStores(page, 'stores')
  await rowsOf(page).first().click()
  await expect(page.getByText(/^Store: /)).toBeVisible()
  await openStores(page, 'terminals')
  const serial =
    (await rowsOf(page)
      .first()
      .getByText(/^[A-Z]{3}-\d{8}$/)
      .textContent()) ?? ''
  await rowsOf(page).first().click()
  await expect(page.getByText(`Terminal: ${serial}`)).toBeVisible()
  await openStores(page, 'terminals')
  await filterBy(page, 'Status', 'Inactive')
  await listReady(page)
  await expect(rowsOf(page).first()).toContainText('Inactive')
})

const screens: Screen[] = [
  { name: 'the transactions of stores', open: (page) => openStores(page) },
  { name: 'the stores', open: (page) => openStores(page, 'stores') },
  { name: 'the terminals', open: (page) => openStores(page, 'terminals') },
  { name: 'the summary of a transaction of a store', open: openSummary },
]

for (const screen of screens) {
  test(`${screen.name} has no serious barrier, light or dark`, async ({ console: page }) => {
    await expectNoBarriers(page, screen)
  })
}
