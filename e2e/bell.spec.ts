import type { Page } from '@playwright/test'
import { colleague, operator } from '../tools/browser-sign-in.ts'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test, windowOf } from './console.ts'

/** Timeout for what a background worker makes. */
const soon = { timeout: 60_000 }

const bellOf = (page: Page, unread?: RegExp) =>
  page.getByRole('button', { name: unread ?? /^(Notifications|\d+\+? unread)/ })
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('tells a colleague of work that is assigned, and leads to its record', async ({ ownConsole: page, browser }) => {
  const other = await windowOf(browser, colleague)
  await other.clock.install()
  await other.goto('/merchants')
  await bellOf(other).click()
  const readAll = panelOf(other).getByRole('button', { name: 'Mark all as read' })
  await expect(panelOf(other).getByRole('listitem').or(panelOf(other).getByRole('status')).first()).toBeVisible()
  if ((await readAll.getAttribute('aria-disabled')) === 'false') await readAll.click()
  await expect(readAll).toHaveAttribute('aria-disabled', 'true')
  await other.keyboard.press('Escape')
  await expect(bellOf(other, /^Notifications$/)).toBeFocused()

  await page.goto('/my-work?state=FREE&kind=CONTACT')
  await listReady(page)
  await rowsOf(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign' })
  await dialog.getByLabel('Colleague').click()
  await page.getByRole('option', { name: new RegExp(`^${colleague.name} `) }).click()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText(`${colleague.name} now has 1 item more`)).toBeVisible()

  // A background worker makes it, and the bell counts at intervals.
  await expect(async () => {
    await other.clock.fastForward(16_000)
    await expect(bellOf(other, /^1 unread notification$/)).toBeVisible({ timeout: 1_000 })
  }).toPass(soon)
  await bellOf(other, /^1 unread notification$/).click()
  const told = panelOf(other).getByRole('link', {
    name: new RegExp(`^${operator.name} assigned work to you: Contact message of .*Unread$`),
  })
  await told.click()
  await expect(other).toHaveURL(/\/contact-us\?messageId=/)
  await expect(panelOf(other)).toHaveCount(0)
  await expect(bellOf(other, /^Notifications$/)).toBeVisible()
  await other.context().close()
})

test('keeps how each kind is heard of', async ({ ownConsole: page }) => {
  await page.goto('/merchants')
  await bellOf(page).click()
  await panelOf(page).getByRole('link', { name: 'Notification settings' }).click()
  const choice = page.getByRole('combobox', { name: 'A colleague changes a record that you watch' })
  await expect(choice).toHaveValue('Bell only')
  await choice.click()
  await page.getByRole('option', { name: 'Bell and email at 07:00' }).click()
  await expect(page.getByText('Your notification settings have been saved')).toBeVisible()
  await page.reload()
  await expect(choice).toHaveValue('Bell and email at 07:00')
  await choice.click()
  await page.getByRole('option', { name: 'Bell only' }).click()
  await expect(choice).toHaveValue('Bell only')
})

const screens: Screen[] = [
  {
    name: 'the notifications',
    open: async (page) => {
      await page.goto('/merchants')
      await listReady(page)
      await bellOf(page).click()
      await expect(panelOf(page).getByRole('listitem').or(panelOf(page).getByRole('status')).first()).toBeVisible()
    },
  },
]

testScreens(screens)
