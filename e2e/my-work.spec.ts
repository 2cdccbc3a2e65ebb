import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

async function openWork(page: Page, search = ''): Promise<void> {
  await page.goto(`/my-work${search}`)
  await listReady(page)
}

test('gives the next item by a key, and takes it back at the end of a shift', async ({ ownConsole: page }) => {
  await openWork(page, '?state=FREE')
  await expect(page.getByRole('list', { name: 'Kinds of work' })).toContainText(/KYC\s*\d+/)
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(/\/my-work/)
  await expect(page.getByText(/^Claimed: /)).toBeVisible()

  await openWork(page, '?state=MINE')
  await expect(rowsOf(page).first()).toContainText('You')
  await page.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over' })
  await dialog.getByLabel('Note (optional)').fill('End of the shift')
  await dialog.getByRole('button', { name: 'Release all' }).click()
  await expect(page.getByText(/^You released \d+ items?$/)).toBeVisible()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
})

test('claims and snoozes the item of a row by keys, with a reason', async ({ ownConsole: page }) => {
  await openWork(page, '?state=FREE&kind=KYC')
  await rowsOf(page).first().getByRole('link').first().focus()
  await page.keyboard.press('c')
  await expect(page.getByText(/^Claimed: KYC of /)).toBeVisible()

  await openWork(page, '?state=MINE&kind=KYC')
  await rowsOf(page).first().getByRole('link').first().focus()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Snooze' })
  await dialog.getByLabel('Reason').fill('Waits for the bank')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(page.getByText(/ is snoozed until /)).toBeVisible()
  await openWork(page, '?state=SNOOZED&kind=KYC')
  await expect(rowsOf(page).first()).toContainText('Snoozed until')
})

const screens: Screen[] = [
  { name: 'My work', open: (page) => openWork(page) },
  {
    name: "the team's work",
    open: async (page) => {
      await page.goto('/my-work?status=team')
      await expect(page.getByRole('table', { name: 'Kinds' })).toBeVisible()
    },
  },
  {
    name: 'the clocks of work',
    open: async (page) => {
      await page.goto('/my-work?status=clocks')
      await expect(page.getByRole('table', { name: 'Clocks' })).toBeVisible()
    },
  },
  {
    name: 'the dialog that snoozes an item',
    open: async (page) => {
      await openWork(page, '?state=FREE')
      await rowsOf(page).first().getByRole('button', { name: 'Snooze' }).click()
      await expect(page.getByRole('dialog', { name: 'Snooze' })).toBeVisible()
    },
  },
]

testScreens(screens)
