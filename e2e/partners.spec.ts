import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

async function openPartners(page: Page) {
  await page.goto('/partners')
  await listReady(page)
}

async function openPartner(page: Page) {
  await openPartners(page)
  const withMerchants = rowsOf(page).filter({ has: page.getByRole('cell', { name: /^[1-9]\d*$/ }) })
  await withMerchants.first().click()
  await expect(page).toHaveURL(/\/partners\/[0-9a-f-]{36}$/)
  await listReady(page)
}

test('PARTNER-01 PARTNER-02 FILTER-39 finds a partner, and opens its merchants and returns', async ({
  console: page,
}) => {
  await openPartner(page)
  const partner = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/\/merchants\/[0-9a-f-]{36}/)
  await page.getByRole('link', { name: partner }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner)

  await page.goto('/partners?filterStatus=INACTIVE')
  await listReady(page)
  await expect(rowsOf(page).getByText('Inactive').first()).toBeVisible()
  await expect(rowsOf(page).getByText('Active', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: /^Filter by/ }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/\/partners\?status=wallets/)

  await openPartners(page)
  await page.getByLabel('Search by name, email or phone').fill(partner)
  await expect(rowsOf(page)).toHaveCount(1)
})

const screens: Screen[] = [{ name: 'a partner', open: openPartner }]

testScreens(screens)
