import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

/** Opens the demo's first active merchant. */
async function openMerchant(page: Page): Promise<void> {
  await page.goto('/merchants?filterStatus=ACTIVE')
  await listReady(page)
  await rowsOf(page).nth(1).click()
  await page.waitForURL('**/merchants/*')
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
}

async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'History' }).click()
  const dialog = page.getByRole('dialog', { name: /^History of this / })
  await expect(dialog).toBeVisible()
  return dialog
}

test('answers who changed a fee: from the record, and from the audit', async ({ console: page }) => {
  await openMerchant(page)
  await page.getByRole('tab', { name: 'Charges' }).click()
  await page.getByRole('button', { name: 'Edit Transfers (Payout)' }).click()
  const form = page.getByRole('dialog', { name: 'Transfers (Payout) charges' })
  await form.getByRole('textbox').first().fill('13.25')
  await form.getByRole('button', { name: /Save|Update/ }).click()
  await expect(form).toBeHidden()

  const name = await page.getByRole('heading', { level: 1 }).innerText()
  const dialog = await openHistory(page)
  const newest = dialog.getByRole('listitem').first()
  await expect(newest).toContainText('Charges changed')
  await expect(newest).toContainText('by Adaeze Okonkwo')
  await expect(newest.getByRole('row', { name: /Transfers below ₦5,001/ })).toContainText('₦13.25')
  await expect(newest).toContainText(/From 127\.0\.0\.1|From ::1/)

  await dialog.getByRole('link', { name: 'Open in the audit' }).click()
  await page.waitForURL('**/audit?recordType=merchant&recordId=*')
  await listReady(page)
  await expect(rowsOf(page).first()).toContainText(`Merchant: ${name}`)
  await rowsOf(page).first().getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: 'Audit entry' })
  await expect(panel.getByRole('row', { name: /Transfers below ₦5,001/ })).toContainText('₦13.25')
})

test('opens the audit by G and A, and filters it by a colleague', async ({ console: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.waitForURL('**/audit')
  await listReady(page)
  await page.getByRole('button', { name: 'Filter by' }).click()
  const filter = page.getByRole('dialog')
  await filter.getByRole('combobox', { name: 'Team member' }).fill('Efe')
  await page.getByRole('option', { name: 'Efe Ogbeide' }).click()
  await filter.getByRole('button', { name: 'Apply' }).click()
  await listReady(page)
  await expect(rowsOf(page).first()).toContainText('Efe Ogbeide')
  await expect(page).toHaveURL(/member=/)
})

const screens: Screen[] = [
  {
    name: 'an entry of the audit',
    open: async (page) => {
      await page.goto('/audit?action=merchant.approve')
      await listReady(page)
      await rowsOf(page).first().getByRole('link').first().click()
      await expect(page.getByRole('dialog', { name: 'Audit entry' }).getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'the history of a merchant',
    open: async (page) => {
      await openMerchant(page)
      await openHistory(page)
    },
  },
]

testScreens(screens)
