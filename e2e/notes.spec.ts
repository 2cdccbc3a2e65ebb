import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

/** Timeout for the count, which is read once the page is idle. */
const soon = { timeout: 30_000 }

async function openMerchant(page: Page): Promise<void> {
  await page.goto('/merchants?filterKYCStatus=DECLINED')
  await listReady(page)
  await rowsOf(page).first().getByRole('link').first().click()
  await page.waitForURL(/\/merchants\/[^/?]+/)
}

const notesButton = (page: Page) => page.getByRole('button', { name: /^Notes( \d+)?$/ })
const notesOn = (page: Page, kind = 'merchant') => page.getByRole('dialog', { name: `Notes on this ${kind}` })

async function openNotes(page: Page) {
  await notesButton(page).click()
  const dialog = notesOn(page)
  await expect(dialog.getByText('Staff only')).toBeVisible()
  return dialog
}

test('notes on a merchant are counted, and can be struck through', async ({ console: page }) => {
  await openMerchant(page)
  const dialog = await openNotes(page)
  const text = `The owner called at ${Date.now() % 1_000_000}\nand sends the bill`
  await dialog.getByLabel('New note').fill(text)
  await dialog.getByRole('button', { name: 'Add note' }).click()
  const note = dialog.getByRole('listitem').filter({ hasText: text.split('\n')[0] ?? '' })
  await expect(note).toContainText('Adaeze Okonkwo')
  await expect(dialog.getByLabel('New note')).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Notes \d+$/ })).toBeVisible(soon)

  await openNotes(page)
  await note.getByRole('button', { name: /^Strike through/ }).click()
  const confirmation = page.getByRole('dialog', { name: 'Strike note through' })
  await confirmation.getByRole('button', { name: 'Strike through' }).click()
  await expect(note.locator('del')).toContainText('and sends the bill')
  await expect(note).toContainText(/Struck through \d\d-\d\d-\d{4} \d\d:\d\d by Adaeze Okonkwo/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog', { name: 'History of this merchant' })).toContainText('Note struck through')
})

test('a note with a card number is refused, and what was typed is kept', async ({ console: page }) => {
  await openMerchant(page)
  const dialog = await openNotes(page)
  const text = 'Paid with 4111 1111 1111 1111'
  const field = dialog.getByLabel('New note')
  await field.fill(text)
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog.getByText(/^Contains what may be a card number/)).toBeVisible()
  await expect(field).toHaveValue(text)
  await expect(field).toBeFocused()

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field).toHaveValue(text)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test('a number of eleven digits is masked, and the author is told', async ({ console: page }) => {
  await openMerchant(page)
  const dialog = await openNotes(page)
  await dialog.getByLabel('New note').fill('BVN 22123456789, phone 08035550142')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText(/A number of eleven digits was masked/)).toBeVisible()
  await expect(dialog.getByText('BVN 2212*******, phone 08035550142').first()).toBeVisible()
})

const screens: Screen[] = [
  {
    name: 'the notes on a dispute',
    open: async (page) => {
      await page.goto('/disputes?filterStatus=IN_PROGRESS')
      await listReady(page)
      await rowsOf(page).first().getByRole('link').first().click()
      await page.waitForURL(/\/disputes\/[^/?]+/)
      await notesButton(page).click()
      await expect(notesOn(page, 'dispute').getByText('Staff only')).toBeVisible()
      await expect(
        notesOn(page, 'dispute')
          .getByText(/courier|written a note yet/)
          .first(),
      ).toBeVisible()
    },
  },
]

testScreens(screens)
