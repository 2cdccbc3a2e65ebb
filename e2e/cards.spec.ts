import type { Page } from '@playwright/test'
import { expect, filterBy, listReady, openList, rowsOf, test } from './console.ts'

/** Presses the button and confirms the dialog. */
async function decide(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name }).click()
  await expect(page.getByRole('dialog', { name })).toBeHidden()
}

test('CARD-02 CARD-04 approves a batch, and blocks, unblocks and deletes one of its cards', async ({
  console: page,
}) => {
  await openList(page, '/cards?status=batches')
  await filterBy(page, 'Status', 'Pending')
  const panel = page.getByRole('dialog', { name: 'Card Batch Details' })
  const approve = panel.getByRole('button', { name: 'Approve' })
  // Merchants can request cards before cards are enabled for them.
  for (let nth = 0; ; nth += 1) {
    await rowsOf(page).nth(nth).click()
    await expect(panel.getByText('Quantity')).toBeVisible()
    if (await approve.isEnabled()) break
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  }
  await approve.click()
  await page.getByRole('dialog', { name: 'Approve batch' }).getByRole('button', { name: 'Approve' }).click()
  await expect(approve).toBeHidden()
  await expect(panel.getByText('Accepted')).toBeVisible()

  await panel.locator('a[href^="/cards/"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/, \d{6}\*{6}\d{4}$/)
  await decide(page, 'Block card')
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible()
  await decide(page, 'Unblock card')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await decide(page, 'Block card')
  await decide(page, 'Delete card')
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible()
  // Each event of the card has a line.
  await expect
    .poll(() => page.locator('main header').innerText())
    .toMatch(/\nBlocked [\d-]+ [\d:]+\nDeleted [\d-]+ [\d:]+/)
  await expect(page.getByRole('button', { name: /card$/ })).toHaveCount(0)
})

/** Finds a card with payments by its last four digits and opens it; returns its number. */
async function openCardThatPaid(page: Page): Promise<string> {
  await openList(page, '/cards?status=transactions')
  await filterBy(page, 'Status', 'Success')
  const number = (await rowsOf(page).first().locator('td').nth(1).innerText()).trim()
  await openList(page, '/cards')
  await page.getByRole('searchbox', { name: 'Search by holder or last four digits' }).fill(number.slice(-4))
  await rowsOf(page).filter({ hasText: number }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await listReady(page)
  return number
}

test('CARD-01 CARD-03 finds a card by its last four digits, and opens the transaction of its payment', async ({
  console: page,
}) => {
  const number = await openCardThatPaid(page)
  await rowsOf(page).filter({ hasText: 'Success' }).first().click()
  const section = page.getByRole('region', { name: 'Card', exact: true })
  await expect(section.getByText('Cleared')).toBeVisible()
  await expect(section.getByRole('link', { name: new RegExp(number.slice(-4)) })).toBeVisible()
})
