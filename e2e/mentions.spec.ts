import type { Page } from '@playwright/test'
import { colleague } from '../tools/browser-sign-in.ts'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test, windowOf } from './console.ts'

/** Timeout for the eye, whose state is read once the page is idle. */
const soon = { timeout: 30_000 }

/** Opens one of the merchants on whom the demo has no notes. */
async function openMerchant(page: Page, place: number): Promise<void> {
  await page.goto('/merchants')
  await listReady(page)
  await rowsOf(page).nth(place).getByRole('link').first().click()
  await page.waitForURL(/\/merchants\/[^/?]+/)
}

const eye = (page: Page, pressed?: boolean) =>
  page.getByRole('button', { name: /^Watch( \d+)?$/, ...(pressed !== undefined && { pressed }) })

/** Opens a merchant whom nobody watches: notes that other tests or an earlier try wrote make people watch theirs. */
async function openUnwatchedMerchant(page: Page): Promise<void> {
  for (let place = 11; ; place++) {
    await openMerchant(page, place)
    await expect(eye(page)).toHaveAttribute('title', /Nobody|Watched|alone/, soon)
    if ((await eye(page).getAttribute('title'))?.startsWith('Nobody')) return
  }
}

async function openNotes(page: Page) {
  await page.getByRole('button', { name: /^Notes( \d+)?$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Notes on this merchant' })
  await expect(dialog.getByText('Staff only')).toBeVisible()
  await expect(dialog.getByLabel('New note')).toBeFocused()
  return dialog
}

/** Writes a note on the merchant of the open page, which mentions the colleague by the keyboard alone. */
async function mention(page: Page, text: string): Promise<void> {
  const dialog = await openNotes(page)
  const field = dialog.getByLabel('New note')
  await page.keyboard.type(`${text} @efe`)
  const list = page.getByRole('listbox', { name: 'Colleagues' })
  await expect(list.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toContainText('Efe Omoruyi')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(field).toHaveValue(`${text} @${colleague.name} `)
  await expect(dialog.getByText(`Mentions ${colleague.name}`)).toBeVisible()
  await page.keyboard.type('today')
  await page.keyboard.press('Control+Enter')
  const note = dialog.getByRole('listitem').filter({ hasText: text })
  await expect(note.getByText(`@${colleague.name}`, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('a mention by the keyboard makes both watch the record, until one stops for good', async ({
  console: page,
  browser,
}) => {
  await openUnwatchedMerchant(page)
  const run = Date.now() % 1_000_000
  await mention(page, `First ${run}`)
  await expect(eye(page, true)).toHaveAttribute('title', /^Watched by you and/, soon)
  await page.reload()
  await expect(eye(page, true)).toHaveAttribute('title', 'Watched by you and one colleague', soon)

  const other = await windowOf(browser, colleague)
  await other.goto(page.url())
  await eye(other, true).click(soon)
  await expect(eye(other, false)).toHaveAttribute('title', 'Watched by one colleague')
  await expect(other.getByText('You no longer watch this merchant')).toBeVisible()

  await mention(page, `Second ${run}`)
  await other.reload()
  await expect(eye(other, false)).toHaveAttribute('title', 'Watched by one colleague', soon)
  await eye(other, false).click()
  await other.reload()
  await expect(eye(other, true)).toHaveAttribute('title', 'Watched by you and one colleague', soon)
  await other.context().close()
})

test('Escape closes the list of colleagues, then the notes', async ({ console: page }) => {
  await openMerchant(page, 12)
  const dialog = await openNotes(page)
  await page.keyboard.type('@')
  await expect(page.getByRole('option', { name: 'Bola Adeyemi' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('an address of a page in a note leads there, and any other stays text', async ({ console: page, baseURL }) => {
  await openMerchant(page, 13)
  const dialog = await openNotes(page)
  const own = `${baseURL}/disputes?filterStatus=NEW`
  await dialog.getByLabel('New note').fill(`Compare ${own}, not https://evil.test/disputes`)
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog.getByRole('link')).toHaveCount(1)
  await dialog.getByRole('link', { name: own }).click()
  await page.waitForURL(own)
  await expect(dialog).toBeHidden()
})

const screens: Screen[] = [
  {
    name: 'the colleagues whom a note may mention',
    open: async (page) => {
      await openMerchant(page, 14)
      await openNotes(page)
      await page.keyboard.type('@')
      await expect(page.getByRole('listbox').getByRole('option').nth(1)).toBeVisible()
    },
  },
]

testScreens(screens)
