import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

async function openMessages(page: Page) {
  await page.goto('/contact-us')
  await listReady(page)
}

const openOne = async (page: Page, status: string) => {
  await openMessages(page)
  await rowsOf(page)
    .filter({ has: page.getByText(status, { exact: true }) })
    .first()
    .click()
  const panel = page.getByRole('dialog', { name: 'Message' })
  // The subject of a message may be "Change of phone number".
  await panel
    .getByRole('term')
    .filter({ hasText: /^Phone number$/ })
    .waitFor()
  return panel
}

test('CONTACT-01 CONTACT-02 answers a message once, and keeps the answer', async ({ console: page }) => {
  const panel = await openOne(page, 'New')
  const mailed = /It will be emailed to (\S+), with/.exec((await panel.textContent()) ?? '')?.[1] ?? ''
  await panel.getByLabel('Answer').fill('We are looking into it.\nYou will hear from us.')
  await panel.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText(/^We have emailed the answer to /)).toBeVisible()
  await expect(panel).toBeHidden()
  // The list updates without a reload.
  const row = rowsOf(page).filter({ hasText: mailed }).filter({ hasText: 'Answered' }).first()
  await row.click()
  await expect(panel).toContainText('You will hear from us.')
  await expect(panel).toContainText('Answered by')
  await expect(panel.getByLabel('Answer')).toHaveCount(0)
})

const screens: Screen[] = [
  {
    name: 'an unanswered message',
    open: async (page) => {
      await openOne(page, 'New')
    },
  },
  {
    name: 'an answered message',
    open: async (page) => {
      await openOne(page, 'Answered')
    },
  },
]

testScreens(screens)
