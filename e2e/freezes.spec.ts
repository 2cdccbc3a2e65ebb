import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'
import { uploadBatch } from './money.ts'

async function openBatch(page: Page, reference: string): Promise<void> {
  await page.goto(`/payout/${reference}/bulk`)
  await listReady(page)
}

/** Number of finished items of the open batch. */
async function finishedItems(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Progress' }).innerText()
  return Number(/([\d,]+) of [\d,]+ valid items finished/.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN)
}

/** Number of finished items once it no longer changes; the last responses are counted a moment after they arrive. */
async function settledItems(page: Page): Promise<number> {
  let last = Number.NaN
  const isSettled = async () => {
    const before = last
    await page.reload()
    await listReady(page)
    last = await finishedItems(page)
    return last > 0 && last === before
  }
  await expect.poll(isSettled, { intervals: [3000] }).toBe(true)
  return last
}

test('freezes a merchant while a batch runs, sees what still moves, and lifts the freeze', async ({
  console: page,
}) => {
  test.setTimeout(300_000)
  const { reference } = await uploadBatch(2000)
  await openBatch(page, reference)
  await expect.poll(() => finishedItems(page), { timeout: 60_000 }).toBeGreaterThan(0)

  await page.locator('main a[href^="/merchants/"]').first().click()
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Freeze / })
  const stops = dialog.getByRole('region', { name: 'Stops' })
  await expect(stops).toContainText(/Items of \d+ batch/)
  await dialog.getByText('Email to the merchant').click()
  await expect(dialog).toContainText('Until the freeze is lifted, these are stopped')
  await dialog.getByLabel('Reason').fill('The owner reports a theft')
  await dialog.getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(dialog).toBeHidden()
  const banner = page.getByRole('status').filter({ hasText: 'Frozen since' })
  await expect(banner).toContainText('The owner reports a theft')
  await expect(page.getByRole('button', { name: 'Freeze', exact: true })).toBeHidden()

  const merchant = page.url()
  await banner.getByRole('button', { name: 'What still moves' }).click()
  // What was sent runs to completion, and the list empties by itself.
  await expect(page.getByText('Nothing moves any more')).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await openBatch(page, reference)
  expect(await settledItems(page)).toBeLessThan(2000)

  await page.goto('/merchants?status=freezes&filterStatus=IN_FORCE')
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(merchant)
  await banner.getByRole('button', { name: 'Lift the freeze' }).click()
  const lift = page.getByRole('dialog', { name: 'Lift the freeze' })
  await lift.getByLabel('Reason').fill('The keys were replaced')
  await lift.getByRole('button', { name: 'Lift the freeze' }).click()
  await expect(banner).toBeHidden()
  await openBatch(page, reference)
  await expect(page.locator('main header').first()).toContainText('Completed', { timeout: 200_000 })
})

const screens: Screen[] = [
  {
    name: 'a frozen merchant',
    open: async (page) => {
      await openFrozen(page)
    },
  },
  {
    name: 'what still moves of a frozen merchant',
    open: async (page) => {
      await openFrozen(page)
      await page.getByRole('button', { name: 'What still moves' }).click()
      await expect(page.getByText('Nothing moves any more')).toBeVisible()
    },
  },
  {
    name: 'the dialog that freezes a merchant',
    open: async (page) => {
      await page.goto('/merchants?filterStatus=ACCEPTED')
      await listReady(page)
      await rowsOf(page).first().click()
      await page.getByRole('button', { name: 'Freeze', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Stops' })).toBeVisible()
    },
  },
]

/** Opens the demo's frozen merchant. */
async function openFrozen(page: Page): Promise<void> {
  await page.goto('/merchants?status=freezes&filterStatus=IN_FORCE&kind=MERCHANT')
  await listReady(page)
  await rowsOf(page).last().click()
  await expect(page.getByText(/^Frozen since/)).toBeVisible()
}

testScreens(screens)
