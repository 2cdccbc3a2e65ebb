import { expect, listReady, rowsOf, test } from './console.ts'

test.describe('phone viewport', () => {
  test.beforeEach(({ console: page }) => page.setViewportSize({ width: 390, height: 844 }))

  test('shows each row as a card with every column, and reaches Next and the last of a thousand rows', async ({
    console: page,
  }) => {
    await page.goto('/payout?status=payouts&perPage=1000')
    await listReady(page)
    const card = rowsOf(page).first()
    await expect(card.getByRole('cell')).toHaveCount(9)
    await expect(page.getByRole('columnheader', { name: 'Beneficiary name' })).toBeAttached()
    const heights = await rowsOf(page).evaluateAll((rows) =>
      rows.filter((row) => row.hasAttribute('data-index')).map((row) => row.getBoundingClientRect().height),
    )
    // Rows must have their estimated height, or the rows below would shift.
    expect(new Set(heights)).toEqual(new Set([9 * 26 + 25]))
    await card.getByRole('link').first().focus()
    await page.keyboard.press('End')
    await expect(page.locator('tr[data-index="999"]')).toBeInViewport()
    const next = page.getByRole('button', { name: 'Next' })
    await next.click()
    await expect(page).toHaveURL(/page=2/)
  })

  test('shows profit by source below its chart', async ({ console: page }) => {
    await page.goto('/profit?status=summary')
    const sources = page.getByRole('table', { name: 'Profit by source' })
    await sources.scrollIntoViewIfNeeded()
    await expect(sources).toBeInViewport({ ratio: 0.5 })
    const asTable = page.getByRole('button', { name: 'Table' })
    await asTable.scrollIntoViewIfNeeded()
    await expect(asTable).toBeInViewport({ ratio: 1 })
  })

  test('does not overlap cell titles or cut off notes beside figures', async ({ console: page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/merchants?status=approval')
    await listReady(page)
    await rowsOf(page).first().click()
    const evidence = page.getByRole('region', { name: 'Evidence' }).locator('td')
    await expect(evidence.first()).toBeVisible()
    const covered = await evidence.evaluateAll((cells) => cells.filter((cell) => cell.scrollHeight > cell.clientHeight))
    expect(covered).toEqual([])
    await page.goto('/settlements')
    await listReady(page)
    await rowsOf(page).first().click()
    const notes = page.locator('dl dd span')
    await expect(notes.first()).toBeVisible()
    const cut = await notes.evaluateAll((elements) =>
      elements
        .filter(
          (element) =>
            element.getBoundingClientRect().right > (element.closest('dl')?.getBoundingClientRect().right ?? 0),
        )
        .map((element) => element.textContent),
    )
    expect(cut).toEqual([])
  })

  test('shows the user menu inside the window', async ({ console: page, person }) => {
    await page.goto('/merchants')
    await page.getByRole('button', { name: person.name }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  })
})

test('counts hidden columns, and shows a selected column before the others', async ({ ownConsole: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/payout?status=payouts')
  await listReady(page)
  const columns = () => page.getByRole('columnheader').allTextContents()
  await expect.poll(columns).not.toContain('Charges')
  for (const title of ['Beneficiary name', 'Amount', 'Status', 'Action']) expect(await columns()).toContain(title)
  await page.getByRole('button', { name: 'Columns: 1 hidden' }).click()
  await page.getByRole('checkbox', { name: 'Charges', checked: false }).check()
  await expect.poll(columns).toContain('Charges')
  expect(await columns()).not.toContain('Bank code')
  await page.reload()
  await expect.poll(columns).toContain('Charges')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(columns).toHaveLength(9)
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeVisible()
})

test('keeps rows visible at 200% zoom, and scrolls the page to them', async ({ console: page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/payout?status=bulk')
  await listReady(page)
  await rowsOf(page).first().locator('a').first().click()
  await page.waitForURL(/\/bulk/)
  await listReady(page)
  const region = page.locator('main section:has(> table)')
  await region.scrollIntoViewIfNeeded()
  const height = await region.evaluate((rows) => rows.clientHeight)
  expect(height).toBeGreaterThan(200)
})
