import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { colleague, operator } from '../tools/browser-sign-in.ts'
import { expect, listReady, rowsOf, signInLive, test, windowOf } from './console.ts'

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

test('names who works on a record to a colleague who decides it, and offers the next item afterwards', async ({
  page,
  browser,
}) => {
  await page.clock.install()
  await signInLive(page.context())
  await openWork(page, '?state=FREE&kind=KYC')
  await rowsOf(page).first().click()
  const work = page.getByRole('region', { name: 'Work', exact: true })
  await work.getByRole('button', { name: 'Claim' }).click()
  await expect(work).toContainText('You have it since')

  const other = await windowOf(browser, colleague)
  await other.goto(page.url())
  const theirs = other.getByRole('region', { name: 'Work', exact: true })
  await expect(theirs).toContainText(`${operator.name} has it since`)
  await other.keyboard.press('a')
  const dialog = other.getByRole('dialog', { name: 'Approve merchant' })
  await expect(dialog).toContainText(`KYC: ${operator.name} has it since`)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(theirs).toContainText('Done. Next: ')
  await other.keyboard.press('n')
  await expect(other).not.toHaveURL(page.url())
  await expect(theirs).toContainText('You have it since')
  await other.context().close()
  // The operator's own page follows when it next reads the work.
  await page.clock.fastForward(16_000)
  await expect(work).toContainText('Done. Next: ')
})

const screens: Screen[] = [
  {
    name: 'the work on a record',
    open: async (page) => {
      await openWork(page, '?state=FREE&kind=KYC')
      await rowsOf(page).first().click()
      await expect(page.getByRole('region', { name: 'Work', exact: true })).toBeVisible()
    },
  },
  {
    name: 'the dialog that reassigns what a colleague has',
    open: async (page) => {
      await page.goto('/my-work?status=team')
      await page
        .getByRole('button', { name: /^Reassign what / })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: 'Reassign' })).toBeVisible()
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
