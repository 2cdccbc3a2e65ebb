import type { Page } from '@playwright/test'
import { testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

async function openMerchant(page: Page): Promise<void> {
  await page.goto('/merchants?filterStatus=ACCEPTED')
  await listReady(page)
  await rowsOf(page).first().getByRole('link').first().click()
  await page.waitForURL(/\/merchants\/[^/?]+/)
}

const messagesOn = (page: Page, kind = 'merchant') => page.getByRole('dialog', { name: `Messages about this ${kind}` })

async function openMessages(page: Page) {
  await page.getByRole('button', { name: 'Messages' }).click()
  const dialog = messagesOn(page)
  await expect(dialog.getByText('Sent outside the team')).toBeVisible()
  return dialog
}

test('a message to a merchant is previewed, sent and listed', async ({ console: page }) => {
  await openMerchant(page)
  const dialog = await openMessages(page)
  const subject = `Your settlement ${Date.now() % 1_000_000}`
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByRole('textbox', { name: 'Message' }).fill('It went out this morning')
  await dialog.getByText('Preview of the email').click()
  await expect(dialog.getByText(/^Hello /)).toContainText('Adaeze, Kobo')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  const entry = dialog.getByRole('listitem').filter({ hasText: subject })
  await expect(entry).toContainText('Adaeze Okonkwo to the merchant')
  await expect(dialog.getByLabel('Subject')).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog', { name: 'History of this merchant' })).toContainText('Message sent')
})

test('a statement is emailed to the merchant by a link that is withdrawn', async ({ console: page, baseURL }) => {
  await openMerchant(page)
  const record = page.url().split('?')[0] ?? ''
  await page.goto(`${record}?status=transactions`)
  await page.getByRole('button', { name: 'Generate Statement' }).click()
  await page.getByRole('combobox', { name: 'Duration' }).click()
  await page.getByRole('option', { name: 'Last month' }).click()
  await page.getByRole('button', { name: 'Email to the merchant' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Email Statement' })
  const address = await confirmation.getByText(/@/).textContent()
  await confirmation.getByRole('button', { name: 'Email statement' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const link = await linkTo(page, baseURL ?? '', address ?? '')
  const anyone = await page.context().browser()?.newPage()
  if (!anyone) throw new Error('There is no browser')
  await anyone.goto(link)
  await expect(anyone.getByRole('heading', { level: 1 })).toContainText('Statement of')
  const download = anyone.waitForEvent('download')
  await anyone.getByRole('link', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^statement-.*\.pdf$/)

  const dialog = await openMessages(page)
  const entry = dialog.getByRole('listitem').filter({ hasText: 'downloaded once' }).first()
  await expect(entry).toContainText('link until')
  await entry.getByRole('button', { name: /^Withdraw link/ }).click()
  await page.getByRole('dialog', { name: 'Withdraw link' }).getByRole('button', { name: 'Withdraw link' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'link withdrawn by Adaeze Okonkwo' })).not.toHaveCount(0)
  expect((await anyone.goto(link))?.status()).toBe(410)
  await expect(anyone.getByRole('heading', { name: 'Statement no longer available' })).toBeVisible()
  await anyone.close()
})

/** Waits for the newest email to an address with a link to a statement. */
async function linkTo(page: Page, baseUrl: string, address: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const text = await (await page.request.get(`${baseUrl}/outbox.json?to=${encodeURIComponent(address)}`)).text()
    link = /http[^\s"<\\]+\/statement-link\/[\w-]{43}/.exec(text)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 60_000 })
  return link
}

testScreens([
  {
    name: 'the messages about a merchant',
    open: async (page) => {
      await openMerchant(page)
      const dialog = await openMessages(page)
      await expect(dialog.getByLabel('Subject')).toBeVisible()
    },
  },
])
