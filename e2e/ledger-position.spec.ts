import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'
import { kobo, payLink } from './money.ts'

/** Returns a field of the position in kobo. */
async function fieldKobo(page: Page, label: string): Promise<number> {
  const field = page
    .getByRole('region', { name: 'Position' })
    .locator('div', { has: page.getByText(label, { exact: true }) })
  return Number(kobo(await field.last().locator('dd').innerText()))
}

test('LEDGER-01 LEDGER-06 opens a merchant’s entries of a day from its position, and the transaction of an entry', async ({
  console: page,
}) => {
  const { merchant } = await payLink(page)
  await page.goto('/ledger-position')
  await listReady(page)
  const id = merchant.split('/').at(-1) ?? ''
  const name = await nameOf(page, merchant)
  await page.goto('/ledger-position')
  await page.getByRole('button', { name: 'Filter by' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by' })
  await dialog.getByLabel('Merchant').fill(name)
  await page.getByRole('option', { name, exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(rowsOf(page).first()).toContainText(name)
  expect(id).not.toBe('')
  await rowsOf(page).first().click()

  await expect(page).toHaveURL(/\/ledger-position\/[^/?]+\?startDate=/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(rowsOf(page).first()).toBeVisible()
  const [opening, credit, debit, closing] = await Promise.all(
    ['Opening balance', 'Credit', 'Debit', 'Closing balance'].map((label) => fieldKobo(page, label)),
  )
  expect((opening ?? 0) + (credit ?? 0) - (debit ?? 0)).toBe(closing)
  // The newest entry of today shows the account's balance.
  await expect.poll(async () => Number(kobo(await rowsOf(page).first().locator('td').last().innerText()))).toBe(closing)

  // The newest entry may be a fee without a transaction.
  await rowsOf(page).filter({ hasText: 'Bank funding' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Transaction Summary' })
  await expect(panel).toContainText('Entries')
  await panel.getByRole('link', { name: 'Open transaction page' }).click()
  await expect(page).toHaveURL(/transaction-payout/)
})

async function nameOf(page: Page, merchant: string): Promise<string> {
  await page.goto(merchant)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  return await heading.innerText()
}

test('LEDGER-03 FILTER-33 filters all accounts of a tab by day, and keeps the day in the URL', async ({
  console: page,
}) => {
  await page.goto('/ledger-position?status=provider')
  await listReady(page)
  await page.getByRole('button', { name: 'Filter by' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by' })
  await dialog.getByLabel('Date').fill('20/11/2026')
  await dialog.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL(/status=provider&page=1&.*date=2026-11-20/)
  await expect(rowsOf(page).first()).toContainText('20-11-2026')
})

test('LEDGER-08 runs a ledger check on request, which finds the ledger balanced', async ({ console: page }) => {
  test.setTimeout(300_000)
  await page.goto('/ledger-position')
  const check = page.getByRole('region', { name: 'Ledger check' })
  const button = check.getByRole('button', { name: 'Check now' })
  // A scheduled check may be running.
  await expect(button).toBeEnabled({ timeout: 200_000 })
  await button.click()
  await expect(check.getByRole('button', { name: 'Checking...' })).toBeDisabled()
  await expect(check).toContainText('Ledger balanced', { timeout: 200_000 })
})

const screens: Screen[] = [
  {
    name: 'an account',
    open: async (page) => {
      await page.goto('/ledger-position/00000000-0000-7000-8000-000000000013')
      await expect(rowsOf(page).first()).toBeVisible()
    },
  },
  {
    name: 'an entry',
    open: async (page) => {
      await page.goto('/ledger-position/00000000-0000-7000-8000-000000000011')
      await rowsOf(page).first().click()
      await expect(page.getByRole('dialog', { name: 'Transaction Summary' })).toContainText('Entries')
    },
  },
]

testScreens(screens)
