import { expect, listReady, test } from './console.ts'
import { operator, signIn, typeCode } from '../tools/browser-sign-in.ts'

test('AUTH-10 signs in with the password and the emailed code', async ({ page, baseURL }) => {
  await signIn(page, baseURL ?? '')
  await expect(page).toHaveURL(/\/merchants/)
  await listReady(page)
  await expect(page.getByText(operator.email)).toBeVisible()
})

test('AUTH-01 AUTH-03 redirects a signed-out visitor to the sign-in', async ({ page }) => {
  for (const address of ['/merchants', '/merchants/anything', '/settings', '/wallets?status=requests']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  }
})

test('rejects a wrong code with a message, and accepts the right one afterwards', async ({ page, baseURL }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Fill in' }).click()
  const before = await page.request.get(`/outbox.json?to=${operator.email}`)
  const known: { id: string }[] = await before.json()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Digit 1 of 6').waitFor()
  let right = ''
  await expect(async () => {
    const after = await page.request.get(`${baseURL}/outbox.json?to=${operator.email}`)
    const mails: { id: string; text: string }[] = await after.json()
    right = mails.find((mail) => !known.some((earlier) => earlier.id === mail.id))?.text.match(/\b\d{6}\b/)?.[0] ?? ''
    expect(right).not.toBe('')
  }).toPass({ timeout: 10_000 })

  await typeCode(page, right === '123456' ? '654321' : '123456')
  await expect(page.getByText('The code is wrong or has expired')).toBeVisible()

  // The field is empty again, and the last digit submits the code as before.
  await page.keyboard.type(right)
  await expect(page.getByRole('button', { name: operator.name })).toBeVisible()
})

test('keeps the session on reload', async ({ console: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  await page.reload()
  await listReady(page)
  await expect(page.getByRole('button', { name: operator.name })).toBeVisible()
})

test('AUTH-09 ends an expired session with a message, and clears local storage', async ({ ownConsole: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  // The cookie is half of the session: without it the server returns 401.
  await page.context().clearCookies()
  const ending = page.getByText('You are not authenticated, please login')
  // Any call now fails, so that a delayed one of the page may end the session before the tab is pressed.
  await page.getByRole('tab', { name: 'Approval requests' }).or(ending).first().dispatchEvent('click')
  await expect(ending).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => page.evaluate(() => window.localStorage.length)).toBe(0)
})

test('SHELL-11 logs out, and Back does not return to a protected page', async ({ ownConsole: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  await page.getByRole('tab', { name: 'Approval requests' }).click()
  await expect(page).toHaveURL(/status=approval/)
  await listReady(page)
  await page.getByRole('button', { name: operator.name }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => JSON.stringify(window.localStorage))).not.toContain('token')
  // Nothing of the session remains; the device stays recognised for the next sign-in.
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toEqual(['kobo_device'])
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('logs out the other window of the session too', async ({ ownConsole: page }) => {
  await page.goto('/merchants')
  await listReady(page)
  const other = await page.context().newPage()
  await other.goto('/merchants')
  await listReady(other)
  await other.getByRole('button', { name: operator.name }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})
