import type { Page } from '@playwright/test'
import { expect, listReady, rowsOf, test } from './console.ts'
import { kobo, submitPayout } from './money.ts'

test('WALLET-05 FILTER-15 filters wallets, and keeps the filter on reload, in a shared URL and on Back', async ({
  console: page,
}) => {
  await page.goto('/wallets')
  await listReady(page)
  await page.getByRole('button', { name: 'Filter by' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Tier' }).click()
  await page.getByRole('option', { name: '3' }).click()
  await dialog.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Active', exact: true }).click()
  await dialog.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL(/filterStatus=ACTIVE/)
  await expect(page).toHaveURL(/tier=3/)
  await listReady(page)
  const showing = await page.getByText(/^Showing 1 to/).innerText()
  await page.reload()
  await expect(page.getByText(showing)).toBeVisible()

  const shared = await page.context().newPage()
  await shared.goto(page.url())
  await expect(shared.getByText(showing)).toBeVisible()
  await shared.close()

  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/\/wallets\/[\w-]+$/)
  await page.goBack()
  await expect(page.getByText(showing)).toBeVisible()
})

test('WREQ-05 WALLET-17 approves a tier upgrade, which raises the daily limit', async ({ console: page }) => {
  await page.goto('/wallets?status=requests&filterStatus=PENDING&category=UPGRADE')
  await listReady(page)
  // Not every pending request has its documents: the first complete one is decided.
  const requests = await rowsOf(page).count()
  for (let row = 0; row < Math.min(requests, 12); row++) {
    await page.goto('/wallets?status=requests&filterStatus=PENDING&category=UPGRADE')
    await listReady(page)
    await rowsOf(page).nth(row).click()
    await expect(page).toHaveURL(/request=UPGRADE&requestId=/)
    const section = page.getByRole('region', { name: 'Tier upgrade request' })
    await expect(section.getByRole('button', { name: 'Approve' })).toBeVisible()
    if (!(await section.getByText('Missing').count())) break
  }
  const before = await dailyLimit(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Tier upgrade request' })).toContainText('COMPLETED')
  await expect.poll(() => dailyLimit(page)).toBeGreaterThan(before)
})

test('WALLET-16 disables a wallet, which rejects its next payout', async ({ console: page }) => {
  await page.goto('/wallets?filterStatus=ACTIVE&tier=3')
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/\/wallets\/[\w-]+$/)
  const wallet = page.url().split('/').at(-1) ?? ''
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()

  const payout = await submitPayout({ amount: 100, to: '0100000900', wallet })
  await page.goto(`/payout/${payout.transactionId}/transaction-payout`)
  const head = page.locator('main header').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(head).toContainText('Failed', { timeout: 20_000 })
  await expect(page.getByRole('region', { name: 'Activity log' })).toContainText('Fund Failed')

  await page.goto(`/wallets/${wallet}`)
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
})

/** Returns the daily debit limit of the wallet in kobo. */
async function dailyLimit(page: Page): Promise<bigint> {
  const meter = page.getByRole('meter', { name: 'Debited today' })
  return kobo(/of (₦[\d,]+\.\d\d)/.exec((await meter.getAttribute('aria-valuetext')) ?? '')?.[1] ?? '0')
}
