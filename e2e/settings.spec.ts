import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { givePassword, operator, signIn, typeCode } from '../tools/browser-sign-in.ts'
import { expect, test } from './console.ts'
import { accounts, changeRoute, headOf, submitPayout } from './money.ts'

/** Separate staff members, so that their changes do not affect other tests. */
const ifeanyi = { ...operator, name: 'Ifeanyi Obiora', email: 'ifeanyi.obiora@demo.test' }
const zainab = { ...operator, name: 'Zainab Lawal', email: 'zainab.lawal@demo.test' }

const stepSeconds = 30

test('SETTINGS-05 sends the next payout through the selected route', async ({ console: page }) => {
  await page.goto('/settings')
  await changeRoute(page, 'ETRANZACT')
  try {
    const payout = await submitPayout({ amount: 120, to: accounts.approved })
    await page.goto(`/payout/${payout.transactionId}/transaction-payout`)
    await expect(headOf(page)).toContainText('Success', { timeout: 30_000 })
    await expect(page.locator('main')).toContainText('ETRANZACT')
  } finally {
    await page.goto('/settings')
    await changeRoute(page, 'NIP')
  }
})

test('AUTH-10 signs in with authenticator codes, and by email again after the authenticator is turned off', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(150_000)
  await signIn(page, baseURL ?? '', ifeanyi)
  await page.goto('/settings?status=security')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Password', { exact: true }).fill(ifeanyi.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  const secret = ((await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')
  await typeCode(page, generateSync({ secret }))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allTextContents()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()
  await logOut(page, ifeanyi.name)

  await givePassword(page, baseURL ?? '', ifeanyi)
  await expect(page.getByText('Your authenticator app shows six digits')).toBeVisible()
  await expect(page.getByRole('button', { name: /Send/ })).toBeHidden()
  // The current code was used to enable the app; the server accepts the code of the next step.
  const used = nextStep()
  await typeCode(page, generateSync({ secret, epoch: used }))
  await page.getByRole('button', { name: ifeanyi.name }).waitFor()
  await logOut(page, ifeanyi.name)

  await givePassword(page, baseURL ?? '', ifeanyi)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: ifeanyi.name }).waitFor()

  await page.goto('/settings?status=security')
  await expect(page.getByText('9 recovery codes are left')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(ifeanyi.password)
  await dialog.getByLabel('Authenticator or recovery code').fill(recoveryCode)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByText('The code is wrong or was used before')).toBeVisible()
  // The code after the used one is accepted once the step of the used one has begun.
  await expect.poll(nextStep, { timeout: (stepSeconds + 5) * 1000 }).toBeGreaterThan(used)
  await dialog.getByLabel('Authenticator or recovery code').fill(generateSync({ secret, epoch: used + stepSeconds }))
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})

/** Returns the second at which the next time step of an authenticator begins. */
function nextStep(): number {
  return (Math.floor(Date.now() / 1000 / stepSeconds) + 1) * stepSeconds
}

async function logOut(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
}

test('AUTH-09 signs out a session on its next call when its owner ended it elsewhere', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, baseURL ?? '', zainab)
  const elsewhere = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  })
  const other = await elsewhere.newPage()
  await signIn(other, baseURL ?? '', zainab)
  // This page does not poll.
  await other.goto('/settings')

  await page.goto('/settings?status=security')
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions.filter({ hasText: 'This session' })).toContainText('Chrome on')
  await sessions.filter({ hasText: 'Firefox on Linux' }).getByRole('button').click()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(page.getByText('The session was ended')).toBeVisible()
  await expect(sessions.filter({ hasText: 'Firefox on Linux' })).toHaveCount(0)

  // Not by the pointer: the page may have made a call by itself, and then the sign-in covers it.
  await other.locator('nav a[href="/merchants"]').dispatchEvent('click')
  await expect(other.getByText('You are not authenticated, please login')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await elsewhere.close()
})

test('SETTINGS-07 changes the password, and shows an error at its field when the old one is wrong', async ({
  page,
  baseURL,
}) => {
  await signIn(page, baseURL ?? '', zainab)
  await page.goto('/settings?status=password')
  const change = async (from: string, to: string) => {
    await page.getByLabel('Old password').fill(from)
    await page.getByLabel('New password').fill(to)
    await page.getByLabel('Confirm password').fill(to)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  const region = page.getByRole('region', { name: 'Change password' })
  await change('not-it-at-all', 'a-better-password')
  await expect(region.getByText('The old password is wrong')).toBeVisible()
  await change(zainab.password, 'a-better-password')
  await expect(page.getByLabel('Old password')).toHaveValue('')
  await change('a-better-password', zainab.password)
  await expect(page.getByLabel('Old password')).toHaveValue('')
})
