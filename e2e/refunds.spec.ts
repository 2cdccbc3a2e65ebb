import type { Page } from '@playwright/test'
import { barriersIn } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'
import { kobo, payLink } from './money.ts'

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Refunds' })

async function leftKobo(page: Page): Promise<number> {
  const text = await sectionOf(page)
    .getByText(/ can be refunded now$/)
    .innerText()
  return Number(kobo(text.replace(' can be refunded now', '')))
}

async function openRefund(page: Page) {
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await expect(dialog.getByText(/can be refunded now$/)).toBeVisible()
  return dialog
}

test('REFUND-01 REFUND-02 refunds part of a payment to its payer, and never more than the refundable amount', async ({
  console: page,
}) => {
  const { payment } = await payLink(page)
  await page.goto(payment)
  await expect(sectionOf(page)).toContainText('No refunds yet')
  const refundable = await leftKobo(page)
  const dialog = await openRefund(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    expect(await barriersIn(page, colorScheme), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await dialog.getByLabel('Amount').fill('100.50')
  await dialog.getByLabel('Reason').fill('One crate came back')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('The refund has been submitted')).toBeVisible()
  await expect(dialog).toBeHidden()
  // The page updates without a reload.
  await expect(sectionOf(page)).toContainText('Processed', { timeout: 30_000 })
  await expect.poll(() => leftKobo(page)).toBe(refundable - 10_050)

  const again = await openRefund(page)
  const tooMuch = ((refundable - 10_050 + 1) / 100).toFixed(2)
  await again.getByLabel('Amount').fill(tooMuch)
  await again.getByLabel('Reason').fill('All of it, and a kobo')
  await again.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText(/^Amount exceeds the refundable /)).toBeVisible()
  await expect(again.getByLabel('Reason')).toHaveValue('All of it, and a kobo')
  await page.reload()
  expect(await leftKobo(page)).toBe(refundable - 10_050)

  await sectionOf(page).getByRole('link', { name: '₦100.50' }).click()
  const details = page.getByRole('dialog', { name: 'Refund Details' })
  await expect(details).toContainText('One crate came back')
  await expect(details).toContainText('Processed')
  const reference = (await details.getByRole('link', { name: /^COL-\d{30}$/ }).textContent()) ?? ''
  await page.goto('/refunds')
  await listReady(page)
  await page.getByLabel('Search by reference or customer').fill(reference)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page).first()).toContainText('₦100.50')
  await rowsOf(page).first().click()
  await details.getByRole('link', { name: `${reference}/R1` }).click()
  await expect(page.getByRole('region', { name: 'Activity log' })).toContainText('refunded to')
})
