import { expect, listReady, rowsOf, test } from './console.ts'

test('SHELL-35 SHELL-36 SHELL-37 SHELL-39 changes to Test mode and back, each with its own records', async ({
  ownConsole: page,
}) => {
  await page.goto('/merchants')
  await listReady(page)
  const live = await rowsOf(page).first().innerText()
  const mode = page.getByRole('group', { name: 'Mode' })
  await expect(mode.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'true')

  await mode.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByText('Mode changed successfully')).toBeVisible()
  await expect(mode.getByRole('button', { name: 'Test' })).toHaveAttribute('aria-pressed', 'true')
  await listReady(page)
  await expect(rowsOf(page).first()).not.toHaveText(live)

  // The mode belongs to the session, not to the page.
  await page.reload()
  await listReady(page)
  await expect(mode.getByRole('button', { name: 'Test' })).toHaveAttribute('aria-pressed', 'true')

  await mode.getByRole('button', { name: 'Live' }).click()
  await expect(mode.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'true')
  await listReady(page)
  await expect.poll(() => rowsOf(page).first().innerText()).toBe(live)
})

test('follows a mode change in a second window of the session', async ({ ownConsole: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  const other = await page.context().newPage()
  await other.goto('/merchants')
  await listReady(other)
  // Browsers do not paint windows in the background, and unpainted elements cannot be clicked.
  await page.bringToFront()
  await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' }).click()
  const followed = other.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' })
  await expect(followed).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Live' }).click()
  await expect(followed).toHaveAttribute('aria-pressed', 'false')
})
