import { expect, listReady, openList, rowsOf, test } from './console.ts'

for (const address of ['/merchants', '/payout?status=payouts&perPage=1000']) {
  test(`moves to the rows of ${address} with J and K from anywhere, and opens one with Enter`, async ({
    console: page,
  }) => {
    await page.goto(address)
    await listReady(page)
    const link = (place: number) => page.locator(`tr[data-index="${place}"] a`).first()
    await page.keyboard.press('j')
    await expect(link(0)).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await expect(link(2)).toBeFocused()
    await page.keyboard.press('k')
    await expect(link(1)).toBeFocused()

    await page.getByRole('button', { name: 'Filter by' }).focus()
    await page.keyboard.press('k')
    await expect(link(1)).toBeFocused()
    const href = String(await link(1).getAttribute('href'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${href}$`))
  })
}

test('types J and K as letters in a field, and ignores them while a dialog is open', async ({ console: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  await page.keyboard.press('/')
  const box = page.getByRole('searchbox')
  await expect(box).toBeFocused()
  await page.keyboard.type('jk')
  await expect(box).toHaveValue('jk')
  await box.clear()
  await listReady(page)

  await page.getByRole('button', { name: 'Filter by' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply Filter' }).focus()
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'Apply Filter' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Move to the list')
  await page.keyboard.press('Escape')
  expect(await rowsOf(page).count()).toBeGreaterThan(0)
})

test('opens pages with G and a letter, until single-key shortcuts are switched off', async ({
  ownConsole: page,
  person,
}) => {
  const day = page.getByRole('navigation', { name: 'Your day' })
  await openList(page, '/merchants')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL(/\/search$/)
  await listReady(page)
  await expect(day.getByRole('link', { name: 'Transactions' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).pressSequentially('gd')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/search$/)

  await page.goto('/settings')
  const control = page.getByRole('switch', { name: 'Single-key shortcuts' })
  await control.uncheck()
  await expect(control).not.toBeChecked()
  await openList(page, '/merchants')
  const link = page.locator('tr[data-index="0"] a').first()
  await link.focus()
  await page.keyboard.type('jcgt/?')
  await expect(link).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'copied' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('tr[data-index="1"] a').first()).toBeFocused()
  await expect(page).toHaveURL(/\/merchants$/)

  await page.getByRole('button', { name: person.name }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog')).toContainText('Single-key shortcuts are off')
})

test('keeps every navigation item in its place while the session is restored, and when folded', async ({
  ownConsole: page,
}) => {
  const item = (name: string) => page.getByRole('link', { name, exact: true })
  const top = async (name: string) => (await item(name).boundingBox())?.y ?? 0
  await openList(page, '/merchants')
  const places = [await top('Transactions'), await top('Merchants'), await top('Teams')]
  await page.getByRole('button', { name: 'Collapse navigation' }).click()
  expect([await top('Transactions'), await top('Merchants'), await top('Teams')]).toEqual(places)

  let answerNow = () => {}
  const held = new Promise<void>((resolve) => (answerNow = resolve))
  await page.route(/\/user\/profile/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  const skeleton = page.getByRole('status', { name: 'Loading your session' })
  const bars = skeleton.locator('[class*="Skeleton-root"]')
  const middle = async (place: number) => {
    const box = await bars.nth(place).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0) / 2
  }
  const drawn = [await middle(1), await middle(3), await middle(22)]
  expect(drawn).toEqual(places.map((y) => y + 17))
  answerNow()
  await expect(item('Transactions')).toBeVisible()
  expect(await top('Transactions')).toBe(places[0])
})
