import type { Locator, Page, Response } from '@playwright/test'
import { operator } from '../tools/browser-sign-in.ts'
import { expect, listReady, rowsOf, signInLive, test, windowOf } from './console.ts'
import { sectionOf } from './dispute-actions.ts'
import { payLink } from './money.ts'

/** Timeout for updates without a reload. */
const soon = { timeout: 30_000 }

const olumide = { ...operator, name: 'Olumide Akinsanya', email: 'olumide.akinsanya@demo.test' }

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard unsaved changes?' })

async function keepEditing(page: Page) {
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toBeHidden()
}

async function discard(page: Page) {
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(question(page)).toBeHidden()
}

/** Attempts to leave the page, as by closing its tab, and stays. */
async function reloadAndStay(page: Page) {
  const dialogOpened = page.waitForEvent('dialog')
  const reload = page.evaluate(() => self.setTimeout(() => location.reload()))
  const dialog = await dialogOpened
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reload
}

/** Expects a confirmation on every way out of a window with input, which keeps the input. */
async function expectEveryExitConfirms(page: Page, opened: Locator, field: Locator) {
  const ways: Record<string, () => Promise<unknown>> = {
    Escape: () => page.keyboard.press('Escape'),
    X: () => opened.getByRole('button', { name: 'Close', exact: true }).click(),
    Cancel: () => opened.getByRole('button', { name: 'Cancel' }).click(),
    'beside it': () => page.mouse.click(8, 450),
    Back: () => page.evaluate(() => history.back()),
  }
  const typed = await field.inputValue()
  for (const [name, leave] of Object.entries(ways)) {
    await leave()
    await expect(question(page), name).toBeVisible()
    await keepEditing(page)
    await expect(field, name).toHaveValue(typed)
  }
  await reloadAndStay(page)
  await expect(field).toHaveValue(typed)
}

async function openInvite(page: Page) {
  await page.goto('/merchants')
  await listReady(page)
  await page.getByRole('link', { name: 'Teams' }).click()
  await listReady(page)
  await page.getByRole('button', { name: 'Invite Teams' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Team' })
  await dialog.getByLabel('First name').fill('Ngozi')
  return dialog
}

/** Opens the newest dispute with a conversation. */
async function openDispute(page: Page): Promise<string> {
  await page.goto('/disputes?filterStatus=IN_PROGRESS')
  await listReady(page)
  await rowsOf(page).first().getByRole('link').first().click()
  await page.waitForURL(/\/disputes\/[^/]+\//)
  const off = page.getByRole('switch', { name: 'Conversation DISABLED' })
  await page.getByRole('switch', { name: /^Conversation / }).waitFor()
  if (await off.isVisible()) await off.click({ force: true })
  await messageForm(page).waitFor()
  return new URL(page.url()).pathname
}

const messageForm = (page: Page) => page.getByRole('form', { name: 'New message' })
const message = (page: Page) => messageForm(page).getByLabel('Message')
const mode = (page: Page, name: 'Live' | 'Test') =>
  page.getByRole('group', { name: 'Mode' }).getByRole('button', { name })

test('PANEL-25 confirms before leaving a dialog with input', async ({ console: page }) => {
  const dialog = await openInvite(page)
  await expectEveryExitConfirms(page, dialog, dialog.getByLabel('First name'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(dialog.getByLabel('First name')).toHaveValue('Ngozi')
  await page.keyboard.press('Escape')
  await discard(page)
  await expect(dialog).toBeHidden()
  // No confirmation for input already discarded.
  await page.goBack()
  await expect(page).toHaveURL(/\/merchants/)
})

test('PANEL-25 confirms before leaving a panel with input', async ({ console: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  await page.getByRole('link', { name: 'Disputes' }).click()
  await listReady(page)
  await page.getByRole('button', { name: 'Initiate Dispute' }).click()
  const panel = page.getByRole('dialog', { name: 'Initiate Dispute' })
  await panel.getByLabel('Dispute description').fill('The goods never arrived')
  await expectEveryExitConfirms(page, panel, panel.getByLabel('Dispute description'))
  await page.evaluate(() => history.back())
  await discard(page)
  await expect(page).toHaveURL(/\/merchants/)
  await expect(panel).toBeHidden()
})

test('PANEL-25 confirms before leaving an unsent message', async ({ ownConsole: page }) => {
  await openDispute(page)
  await message(page).fill('Kindly send the proof')
  const ways: Record<string, () => Promise<unknown>> = {
    Back: () => page.evaluate(() => history.back()),
    'a link': () => page.getByRole('link', { name: 'Merchants', exact: true }).click(),
    'the mode': () => mode(page, 'Test').click(),
  }
  for (const [name, leave] of Object.entries(ways)) {
    await leave()
    await expect(question(page), name).toBeVisible()
    await keepEditing(page)
    await expect(message(page), name).toHaveValue('Kindly send the proof')
  }
  await expect(mode(page, 'Live')).toHaveAttribute('aria-pressed', 'true')
  await reloadAndStay(page)
  await page.getByRole('link', { name: 'Merchants', exact: true }).click()
  await discard(page)
  await listReady(page)
  await expect(page).toHaveURL(/\/merchants/)
})

test('PANEL-26 keeps a dialog with input when the mode changes in another window', async ({ ownConsole: page }) => {
  const dialog = await openInvite(page)
  const other = await page.context().newPage()
  await other.goto('/merchants')
  await listReady(other)
  await other.bringToFront()
  await mode(other, 'Test').click()
  await expect(mode(other, 'Test')).toHaveAttribute('aria-pressed', 'true')

  await page.bringToFront()
  await expect(dialog.getByRole('alert')).toContainText('The mode was changed to Test in another window')
  await expect(dialog.getByLabel('First name')).toHaveValue('Ngozi')
  await expect(dialog.getByRole('button', { name: 'Invite Team' })).toBeDisabled()
  await expect(page.locator('[data-mode="PRODUCTION"]').first()).toBeAttached()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy your input' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('First name: Ngozi\nRole: Administrator')

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await discard(page)
  await expect(dialog).toBeHidden()
  await expect(mode(page, 'Test')).toHaveAttribute('aria-pressed', 'true')
  await other.close()
})

test('PANEL-26 allows sending a form again when the mode returns', async ({ ownConsole: page }) => {
  await openDispute(page)
  await message(page).fill('Kindly send the proof')
  const other = await page.context().newPage()
  await other.goto('/merchants')
  await listReady(other)
  for (const turned of ['Test', 'Live'] as const) {
    await other.bringToFront()
    await mode(other, turned).click()
    await expect(mode(other, turned)).toHaveAttribute('aria-pressed', 'true')
    await page.bringToFront()
    const send = messageForm(page).getByRole('button', { name: 'Send' })
    if (turned === 'Test') await expect(send).toBeDisabled()
    else await expect(send).toBeEnabled()
    await expect(message(page)).toHaveValue('Kindly send the proof')
  }
  await messageForm(page).getByLabel('Message').fill('')
  await other.close()
})

test('PANEL-27 keeps an unsent message when a colleague replies or disables the conversation', async ({
  page,
  browser,
}) => {
  await page.clock.install()
  await signInLive(page.context())
  const path = await openDispute(page)
  await messageForm(page).getByLabel('Subject').fill('Proof')
  await message(page).fill('Kindly send the proof of delivery')

  const colleague = await windowOf(browser, olumide)
  // What the colleague has done is on the page when it is next read.
  const colleagueDoes = async (act: Promise<void>) => {
    const written = (received: Response) =>
      received.request().method() !== 'GET' && received.url().includes('/dispute/conversation') && received.ok()
    await Promise.all([colleague.waitForResponse(written), act])
    await page.clock.fastForward(31_000)
  }
  await colleague.goto(path)
  await messageForm(colleague).getByLabel('Subject').fill('From a colleague')
  await message(colleague).fill('We have asked already')
  await colleagueDoes(messageForm(colleague).getByRole('button', { name: 'Send' }).click())
  const reply = page.getByRole('article').filter({ hasText: 'We have asked already' }).first()
  await expect(reply).toBeVisible()
  await expect(message(page)).toHaveValue('Kindly send the proof of delivery')

  await colleagueDoes(colleague.getByRole('switch', { name: 'Conversation ENABLED' }).click({ force: true }))
  await expect(messageForm(page).getByRole('alert')).toContainText(
    'Olumide Akinsanya disabled the conversation: neither side can send a message.',
  )
  await expect(message(page)).toHaveValue('Kindly send the proof of delivery')
  await expect(messageForm(page).getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await messageForm(page).getByRole('button', { name: 'Copy your input' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Subject: Proof\nMessage: Kindly send the proof of delivery',
  )

  await colleagueDoes(colleague.getByRole('switch', { name: 'Conversation DISABLED' }).click({ force: true }))
  await expect(messageForm(page).getByRole('button', { name: 'Send' })).toBeEnabled()
  await messageForm(page).getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Kindly send the proof of delivery' }).first()).toBeVisible()
  await expect(message(page)).toHaveValue('')
  await colleague.context().close()
})

test('PANEL-28 sends a refund once when its response is lost', async ({ ownConsole: page }) => {
  test.setTimeout(120_000)
  const { payment } = await payLink(page)
  await page.goto(payment)
  const refund = async (reason: string) => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await dialog.getByLabel('Amount').fill('50.00')
    await dialog.getByLabel('Reason').fill(reason)
    return dialog
  }
  const requested = (url: URL) => url.pathname.endsWith('/refund') || url.pathname.endsWith('/refunds')
  // The server receives the request, but its response is lost.
  const lost: string[] = []
  await page.route(requested, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    lost.push(`${response.status()} ${await response.text()}`)
    return route.abort()
  })
  const dialog = await refund('The goods came back')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('The server cannot be reached. Check your connection and try again')).toBeVisible()
  await page.unroute(requested)
  expect(lost).toEqual([expect.stringMatching(/^200 .*The refund has been submitted/)])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await discard(page)

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText(
    'Your earlier request was carried out: The refund has been submitted',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(sectionOf(page, 'Refunds').getByText('₦50.00', { exact: true })).toHaveCount(1, soon)
})
