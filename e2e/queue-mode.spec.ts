import type { Page } from '@playwright/test'
import { expect, listReady, test } from './console.ts'
import { countKeys } from './key-counter.ts'

const queue = (page: Page) => page.getByRole('region', { name: 'Queue' })

/** Number of open rows that the queue shows. */
async function left(page: Page): Promise<number> {
  await expect(queue(page)).toContainText(/[\d,]+ left/)
  return Number((await queue(page).textContent())?.match(/([\d,]+) left/)?.[1]?.replaceAll(',', ''))
}

test('decides twenty tier requests with at most 65 key presses and no pointer', async ({ console: page }) => {
  await page.goto('/wallets?status=requests')
  await listReady(page)
  await expect(page.getByRole('button', { name: 'Review one by one' })).toBeVisible()
  const { press, type, counted } = countKeys(page)
  await press('q')
  const panel = page.getByRole('dialog', { name: 'Tier upgrade request' })
  const atFirst = await left(page)
  expect(atFirst).toBeGreaterThanOrEqual(20)
  const made = { approved: 0, rejected: 0 }
  while (made.approved + made.rejected < 20) {
    const open = atFirst - made.approved - made.rejected
    await expect(panel.getByText(`${open} left`, { exact: true })).toBeVisible()
    const request = new URL(page.url()).searchParams.get('review')
    await expect(panel.getByRole('button', { name: 'Reject' })).toBeEnabled()
    const mayApprove = await panel.getByRole('button', { name: 'Approve' }).isEnabled()
    if (mayApprove) {
      await press('a')
      const dialog = page.getByRole('dialog', { name: 'Approve tier upgrade' })
      await expect(dialog.getByRole('button', { name: 'Approve' })).toBeFocused()
      await press('Enter')
      made.approved += 1
    } else if (made.rejected < 2) {
      await press('r')
      await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
      await type('NIN')
      await press('Control+Enter')
      made.rejected += 1
    } else await press('n')
    await expect.poll(() => new URL(page.url()).searchParams.get('review')).not.toBe(request)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]')?.textContent ?? ''))
      .toContain('Tier upgrade request')
  }
  expect(made).toEqual({ approved: 18, rejected: 2 })
  expect(counted.presses, 'key presses').toBeLessThanOrEqual(65)
  await press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/wallets\?status=requests$/)
})

test('decides KYC requests on their pages, with the focus on each heading', async ({ console: page }) => {
  await page.goto('/merchants?status=approval')
  await listReady(page)
  await expect(page.getByRole('button', { name: 'Review one by one' })).toBeVisible()
  await page.keyboard.press('q')
  const atFirst = await left(page)
  const first = new URL(page.url()).pathname
  await page.reload()
  expect(await left(page)).toBe(atFirst)
  await expect(page.getByRole('button', { name: 'Decline' })).toBeEnabled()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Decline merchant' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Forged')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(first)
  await expect.poll(() => left(page)).toBe(atFirst - 1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(queue(page).getByRole('status')).toHaveText(/^Declined\. Next: .+ left$/)
  await queue(page).getByRole('button', { name: 'Leave queue' }).click()
  await expect(page).toHaveURL(/\/merchants\?status=approval$/)
})

test('decides disputes in the order of their due dates', async ({ console: page }) => {
  await page.goto('/disputes')
  await listReady(page)
  await expect(page.getByRole('button', { name: 'Review one by one' })).toBeVisible()
  await page.keyboard.press('q')
  const atFirst = await left(page)
  const first = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Reject' }).waitFor()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Reject dispute' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Not ours')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(first)
  await expect.poll(() => left(page)).toBe(atFirst - 1)
  await page.goBack()
  await expect(page).toHaveURL(/\/disputes$/)
})

for (const [name, address, panelName] of [
  ['upgrades', '/merchants?status=upgrade', 'Upgrade request'],
  ['card batches', '/cards?status=batches', 'Card Batch Details'],
] as const) {
  test(`decides ${name} in their panel`, async ({ console: page }) => {
    await page.goto(address)
    await listReady(page)
    await expect(page.getByRole('button', { name: 'Review one by one' })).toBeVisible()
    await page.keyboard.press('q')
    const panel = page.getByRole('dialog', { name: panelName })
    const atFirst = await left(page)
    await expect(panel.getByRole('button', { name: 'Decline' })).toBeEnabled()
    await page.keyboard.press('r')
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await page.keyboard.type('Not allowed')
    await page.keyboard.press('Control+Enter')
    await expect(panel.getByText(atFirst === 1 ? 'All done' : `${atFirst - 1} left`, { exact: true })).toBeVisible()
  })
}
