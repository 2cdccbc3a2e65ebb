import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { expectNoBarriers } from './axe.ts'
import { expect, filterBy, listReady, rowsOf, test } from './console.ts'

test('FILE-01 FILE-02 FILE-05 exports filtered payouts to Excel while the operator leaves and returns', async ({
  console: page,
}) => {
  test.setTimeout(90_000)
  await page.goto('/payout?status=payouts')
  await listReady(page)
  await filterBy(page, 'Type', 'Debit')
  const account = await rowsOf(page).first().locator('td').nth(2).innerText()
  await page.getByRole('button', { name: 'More export options' }).click()
  await page.getByRole('menuitem', { name: 'Download all matching…' }).click()
  const dialog = page.getByRole('dialog')
  const [, matching = ''] = /^([\d,]+) rows match/m.exec(await dialog.innerText()) ?? []
  await dialog.getByRole('button', { name: 'None' }).click()
  for (const column of ['Date created', 'Amount', 'Type', 'Beneficiary account number']) {
    await dialog.getByRole('checkbox', { name: column, exact: true }).check()
  }
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/merchants')
  await listReady(page)
  await page.goto('/payout?status=payouts')

  const link = page.getByRole('link', { name: /^Download payouts-live-type-debit-\d{4}-\d\d-\d\d\.xlsx$/ })
  await expect(link).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(`${matching} rows`, { exact: true })).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toMatch(/^payouts-live-type-debit-.*\.xlsx$/)
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())))
  const [head, ...rows] = sheets[0]?.rows ?? []
  expect(head).toEqual(['Date created', 'Type', 'Amount', 'Beneficiary account number'])
  expect(rows).toHaveLength(Number(matching.replaceAll(',', '')))
  expect(rows.every(([, type]) => type === 'DEBIT')).toBe(true)
  expect(rows.every(([at, , amount]) => at instanceof Date && typeof amount === 'number')).toBe(true)
  expect(rows[0]?.[3]).toBe(account.trim())

  await page.getByRole('button', { name: /^Remove payouts-live-type-debit/ }).click()
  await expect(link).toBeHidden()
})

test('shows the export dialog without serious accessibility violations in light and dark', async ({
  console: page,
}) => {
  await expectNoBarriers(page, {
    open: async () => {
      await page.goto('/payout?status=payouts')
      await listReady(page)
      await page.getByRole('button', { name: 'More export options' }).click()
      await page.getByRole('menuitem', { name: 'Download all matching…' }).click()
      await page.getByRole('dialog').getByText('rows match').waitFor()
    },
  })
})
