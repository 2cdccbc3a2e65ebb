import { raise, sectionOf, takeStep } from './dispute-actions.ts'
import { expect, listReady, rowsOf, test } from './console.ts'
import { accounts, headOf, submitPayout, payLink } from './money.ts'

// Follows the README's "First five minutes", so that they stay accurate.
test('SHELL-03 SHELL-05 pays a link, approves a merchant, finds a missing payment, resolves a dispute and freezes a merchant', async ({
  console: page,
}) => {
  test.setTimeout(180_000)
  await payLink(page)

  await page.goto('/merchants?status=approval')
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(sectionOf(page, 'Evidence').getByRole('row')).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve merchant' })
  await dialog.getByLabel(/^Reason/).fill('The papers are in order')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Available balance')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Next request/ })).toBeVisible()

  const { reference, merchantId } = await submitPayout({ amount: 60_000, to: '0100000802' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('60000 0100000802')
  const found = page.getByRole('option', { name: new RegExp(reference) })
  await expect(found).toBeVisible({ timeout: 15_000 })
  await found.click()
  await page.waitForURL(/\/payout\/[^/]+\/transaction-payout/)
  await expect(headOf(page)).toContainText('₦60,000.00')
  await expect(page.getByRole('button', { name: 'Copy a reply for the merchant' })).toBeVisible()

  // Pays again, since the merchant may have paid out its balance, and only available money can be held.
  const { payment } = await payLink(page)
  await raise(page, payment, '100.50')
  await takeStep(page, 'Start review', 'The bank asks for it')
  await expect(sectionOf(page, 'Money')).toContainText('All of ₦100.50 is held')
  await takeStep(page, 'Resolve', 'Nobody signed for it')
  await expect(sectionOf(page, 'Money')).toContainText('₦100.50 was refunded to the payer', { timeout: 30_000 })

  await page.goto(`/merchants/${merchantId}`)
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  const freeze = page.getByRole('dialog', { name: /^Freeze / })
  await freeze.getByLabel('Reason').fill('The owner reports a theft')
  await freeze.getByRole('button', { name: 'Freeze', exact: true }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Frozen since' })
  await banner.getByRole('button', { name: 'What still moves' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: reference })).toBeVisible()
  await page.keyboard.press('Escape')
  const pay = () => submitPayout({ amount: 100, to: accounts.approved, merchant: merchantId })
  await expect(pay()).rejects.toThrow(/The calls of this merchant are frozen/)
  await banner.getByRole('button', { name: 'Lift the freeze' }).click()
  const lift = page.getByRole('dialog', { name: 'Lift the freeze' })
  await lift.getByLabel('Reason').fill('The keys were replaced')
  await lift.getByRole('button', { name: 'Lift the freeze' }).click()
  await expect(banner).toBeHidden()
  expect((await pay()).merchantId).toBe(merchantId)
})
