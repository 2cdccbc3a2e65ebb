import type { Page } from '@playwright/test'
import { expect } from './console.ts'
import { headOf } from './money.ts'

/** Image of one pixel. */
export const picture = {
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
    'base64',
  ),
}

export const sectionOf = (page: Page, name: string) => page.getByRole('region', { name })

/** Raises a dispute from a transaction page, which leads to the dispute's page. */
export async function raise(page: Page, payment: string, amount: string) {
  await page.goto(payment)
  await page.getByRole('button', { name: 'Raise dispute' }).click()
  const panel = page.getByRole('dialog', { name: 'Initiate Dispute' })
  await expect(panel.getByLabel('Transaction reference')).toHaveValue(/^COL-\d{30}$/)
  await expect(panel.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await panel.getByLabel('Amount').fill(amount)
  await panel.getByLabel('Dispute description').fill('The goods never arrived')
  await panel.getByRole('combobox', { name: 'Dispute type' }).click()
  await page.getByRole('option', { name: 'Chargeback' }).click()
  const files = ['receipt.png', 'chat.png'].map((name) => ({ name, ...picture }))
  await panel.locator('input[type="file"]').setInputFiles(files)
  await panel.getByRole('button', { name: 'Remove chat.png' }).waitFor()
  await panel.getByRole('button', { name: 'Submit' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Raise dispute' })).toBeDisabled()
  await sectionOf(page, 'Disputes').getByRole('link').click()
  await page.waitForURL(/\/disputes\/[^/]+\/merchant$/)
}

/** Changes the status of the open dispute. */
export async function takeStep(page: Page, step: string, reason: string) {
  await headOf(page).getByRole('button', { name: step, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill(reason)
  await dialog.getByRole('button', { name: step, exact: true }).click()
  await expect(dialog).toBeHidden()
}
