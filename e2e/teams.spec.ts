import type { Page } from '@playwright/test'
import { typeCode } from '../tools/browser-sign-in.ts'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

interface Mail {
  subject: string
  text: string
}

/** Waits for a mail to this address with a matching subject. */
async function mailTo(page: Page, email: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect(async () => {
    const response = await page.request.get(`/outbox.json?to=${encodeURIComponent(email)}`)
    const mails: Mail[] = await response.json()
    found = mails.find((mail) => subject.test(mail.subject))
    expect(found).toBeDefined()
  }).toPass({ timeout: 15_000 })
  return found ?? { subject: '', text: '' }
}

const invitePage = (mail: Mail) => /^http\S+\/invite\?\S+/m.exec(mail.text)?.[0] ?? ''
const codeOf = (mail: Mail) => /^\d{6}/.exec(mail.subject)?.[0] ?? ''

async function openMembers(page: Page) {
  await page.goto('/teams?status=members')
  await listReady(page)
}

async function openMenu(page: Page, name: string) {
  await rowsOf(page)
    .filter({ hasText: name })
    .getByRole('button', { name: /^Actions for/ })
    .click()
}

test('TEAM-02 TEAM-05 TEAM-06 API-72 invites a colleague, who accepts, signs in, and is signed out when deactivated', async ({
  console: page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const email = `amaka.${Date.now()}@demo.test`
  await page.goto('/teams')
  await listReady(page)
  await page.getByRole('button', { name: 'Invite Teams' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Amaka')
  await dialog.getByLabel('Last name').fill('Udeh')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Invite Team' }).click()
  await expect(dialog).toBeHidden()
  const invite = rowsOf(page).filter({ hasText: email })
  await expect(invite.getByRole('button', { name: 'resend invite' })).toBeVisible()

  const link = invitePage(await mailTo(page, email, /^Adaeze Okonkwo invites you/))
  const hers = await browser.newContext({ baseURL })
  const amaka = await hers.newPage()
  await amaka.goto(link)
  await amaka.getByLabel('Password', { exact: true }).fill('amakas-own-word')
  await amaka.getByLabel('Confirm password').fill('amakas-own-word')
  await amaka.getByRole('button', { name: 'Accept invite' }).click()
  await expect(amaka.getByLabel('Email address')).toHaveValue(email)
  await amaka.getByLabel('Password', { exact: true }).fill('amakas-own-word')
  await amaka.getByRole('button', { name: 'Sign in' }).click()
  await amaka.getByLabel('Digit 1 of 6').waitFor()
  await typeCode(amaka, codeOf(await mailTo(page, email, /sign-in code$/)))
  await expect(amaka.getByRole('button', { name: 'Amaka Udeh' })).toBeVisible()

  await page.reload()
  await expect(invite.getByText('ACCEPTED')).toBeVisible()
  await openMembers(page)
  await openMenu(page, email)
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await dialog.getByLabel('Reason').fill('The journey is over')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(rowsOf(page).filter({ hasText: email })).toContainText('Inactive')
  await amaka.goto('/teams')
  await expect(amaka.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await hers.close()
})

const screens: Screen[] = [
  {
    name: 'the invite dialog with errors',
    open: async (page) => {
      await page.goto('/teams')
      await page.getByRole('button', { name: 'Invite Teams' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Invite Team' }).click()
      await page.getByText('First Name is required').waitFor()
    },
  },
  {
    name: 'the menu of a member',
    open: async (page) => {
      await openMembers(page)
      await openMenu(page, 'Ifeanyi')
      await page.getByRole('menuitem', { name: 'Change role' }).waitFor()
    },
  },
  {
    name: 'the dialog that changes a role',
    open: async (page) => {
      await openMembers(page)
      await openMenu(page, 'Ifeanyi')
      await page.getByRole('menuitem', { name: 'Change role' }).click()
      await page.getByRole('dialog').getByLabel('Reason').waitFor()
    },
  },
]

testScreens(screens)
