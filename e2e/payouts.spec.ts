import { expect, listReady, rowsOf, test } from './console.ts'
import { uploadBatch } from './money.ts'

test('PAYOUT-BULK-02 PAYOUT-BULK-06 PAYOUT-BULK-09 finds a batch and follows it to its final state', async ({
  console: page,
}) => {
  test.setTimeout(120_000)
  const { reference: batchReference } = await uploadBatch(40)
  await page.goto('/payout?status=bulk')
  await listReady(page)
  await page.getByRole('searchbox').fill(batchReference.toLowerCase())
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page).first()).toContainText(batchReference)
  await page
    .getByRole('link', { name: 'View All' })
    .or(page.getByRole('button', { name: 'View All' }))
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/payout/${batchReference}/bulk`))
  // The page updates without a reload.
  await expect(page.locator('main header').first()).toContainText('Completed', { timeout: 90_000 })
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText(/(?<!\d)([\d,]+) of \1 valid items finished/)
  await listReady(page)
  await expect(rowsOf(page)).toHaveCount(40)
})

test('PAYOUT-SCHED-02 PAYOUT-REC-02 PAYOUT-TX-02 opens a scheduled, a recurring and a single payout', async ({
  console: page,
}) => {
  for (const [status, key] of [
    ['scheduled', 'scheduleId'],
    ['recurring', 'recurrentId'],
  ] as const) {
    await page.goto(`/payout?status=${status}`)
    await listReady(page)
    await rowsOf(page).first().click()
    await expect(page).toHaveURL(new RegExp(`${key}=`))
    await expect(page.getByRole('dialog')).toContainText('Narration')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.goto('/payout?status=payouts')
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/\/payout\/[\w-]+\/transaction-payout/)
})

test('keeps scroll position, focus and rows when a panel opens over row 80 of 100', async ({ console: page }) => {
  await page.goto('/payout?status=payouts')
  await listReady(page)
  const row = rowsOf(page).nth(79)
  await row.scrollIntoViewIfNeeded()
  const region = page.getByRole('region', { name: 'Payouts' })
  const before = await region.evaluate((element) => element.scrollTop)
  expect(before).toBeGreaterThan(1_000)
  const name = await row.getByRole('link').first().getAttribute('aria-label')

  await row.getByRole('link', { name: 'Summary' }).click()
  await expect(page.getByRole('dialog')).toContainText('Narration')
  expect(await region.evaluate((element) => element.scrollTop)).toBe(before)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).not.toHaveURL(/transactionId=/)
  expect(await region.evaluate((element) => element.scrollTop)).toBe(before)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name)

  // Back from the row's page also restores the focus.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/transaction-payout/)
  await page.goBack()
  await listReady(page)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name)
})
