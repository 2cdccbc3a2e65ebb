import type { Page } from '@playwright/test'
import { expect, listReady, rowsOf, test } from './console.ts'
import { kobo } from './money.ts'

async function cardKobo(page: Page, label: string): Promise<number> {
  const card = page.locator('dl > div', { has: page.getByText(label, { exact: true }) })
  const figure = card.locator('dd')
  await expect(figure).toContainText('₦')
  return Number(kobo(await figure.innerText()))
}

/** Returns the balance of one of our own accounts in kobo. */
async function ownKobo(page: Page, name: string): Promise<number> {
  await page.goto('/ledger-position?status=provider')
  await listReady(page)
  const row = rowsOf(page).filter({ hasText: name })
  return Number(kobo(await row.locator('td').nth(5).innerText()))
}

test('PROFIT-01 shows an all-time profit that matches our income and cost accounts', async ({ console: page }) => {
  const readBoth = async () => {
    await page.goto('/profit')
    await listReady(page)
    const shown = [await cardKobo(page, 'Total charges'), -(await cardKobo(page, 'Total provider cost'))]
    expect(await cardKobo(page, 'Total profit')).toBe((shown[0] ?? 0) + (shown[1] ?? 0))
    return [shown, [await ownKobo(page, 'Fee income'), await ownKobo(page, 'Provider cost')]]
  }
  // A charge may be posted between the two screens.
  await expect(async () => {
    const [shown, booked] = await readBoth()
    expect(shown).toEqual(booked)
  }).toPass({ timeout: 60_000 })
})

test('PROFIT-03 FILTER-46 keeps the days of a filter in the URL, and opens the transaction of a row', async ({
  console: page,
}) => {
  await page.goto('/profit')
  await listReady(page)
  await page.getByRole('button', { name: 'Filter by' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter by' })
  await dialog.getByLabel('Start date').fill('01/10/2026')
  await dialog.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL(/startDate=2026-10-01/)
  await page.goto('/profit?startDate=2026-10-02&endDate=2026-10-20')
  await listReady(page)
  await expect(rowsOf(page).first()).toContainText('-10-2026')
  await rowsOf(page).locator('a').first().click()
  await expect(page).toHaveURL(/transaction-payout/)
})

for (const label of ['This week', 'This month']) {
  test(`lists behind the profit of a merchant, ${label.toLowerCase()}, exactly what it sums`, async ({
    console: page,
  }) => {
    await page.goto('/profit')
    await listReady(page)
    const name = await rowsOf(page).first().locator('td').nth(1).innerText()
    await page.goto(`/merchants?search=${encodeURIComponent(name)}`)
    await listReady(page)
    const merchant = await rowsOf(page).filter({ hasText: name }).first().locator('a').first().getAttribute('href')
    // A payment may arrive between the two screens.
    await expect(async () => {
      await page.goto(String(merchant))
      const field = page.getByRole('region', { name: 'Profit' }).locator('dl > div', { hasText: label })
      const figure = field.getByRole('link')
      const earned = Number(kobo(await figure.innerText()))
      await figure.click()
      await expect(page).toHaveURL(/\/profit\?.*merchant=/)
      await listReady(page)
      expect(await cardKobo(page, 'Total profit')).toBe(earned)
    }).toPass({ timeout: 60_000 })
  })
}
