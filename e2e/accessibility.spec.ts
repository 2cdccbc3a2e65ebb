import type { Page } from '@playwright/test'
import { expectNoBarriers, type Screen, testScreens } from './axe.ts'
import { expect, listReady, openList, rowsOf, test } from './console.ts'
import { colleague, givePassword } from '../tools/browser-sign-in.ts'

const signedOutPages: Screen[] = [
  {
    name: 'the sign-in code',
    open: (page) => givePassword(page, '', colleague),
  },
  {
    name: 'the forgotten password',
    open: async (page) => {
      await page.goto('/forgot-password')
      await page.getByLabel('Email address').waitFor()
    },
  },
  {
    name: 'an invite that does not exist',
    open: async (page) => {
      await page.goto('/invite?email=nobody@demo.test&inviteCode=none')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
]

const inside: Screen[] = [
  { name: 'a list of a thousand rows', open: (page) => openList(page, '/merchants?perPage=1000') },
  { name: 'an empty list', open: (page) => openEmpty(page) },
  {
    name: 'the filter dialog',
    open: async (page) => {
      await openList(page, '/merchants')
      await page.getByRole('button', { name: 'Filter by' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'the calendar of a day field',
    open: async (page) => {
      await openList(page, '/payout?status=payouts')
      await page.getByRole('button', { name: 'Filter by' }).click()
      await page.getByRole('dialog').getByLabel('Start date').click()
      await page.locator('button[data-outside]').first().waitFor()
    },
  },
  {
    name: 'the export dialog',
    open: async (page) => {
      await openList(page, '/merchants')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'a merchant',
    open: async (page) => {
      await openList(page, '/merchants?filterStatus=ACCEPTED')
      // A merchant that is not active yet has no account.
      await rowsOf(page)
        .filter({ has: page.getByText('Active', { exact: true }) })
        .first()
        .click()
      await page.getByText('Available balance').waitFor()
    },
  },
  {
    name: 'the approval of a merchant',
    open: async (page) => {
      await openList(page, '/merchants?status=approval')
      await rowsOf(page).first().click()
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: "the person's menu",
    open: async (page) => {
      await openList(page, '/merchants')
      await page.getByRole('button', { name: colleague.name }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
    },
  },
  {
    name: 'the password form with errors',
    open: async (page) => {
      await page.goto('/settings?status=password')
      await page.getByLabel('New password').fill('short')
      await page.getByLabel('Confirm password').fill('another-one')
      await page.getByLabel('Old password').click()
      await page.getByText('Both passwords must match').waitFor()
    },
  },
  {
    name: 'the setup of an authenticator app',
    open: async (page) => {
      await page.goto('/settings?status=security')
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
      await page.getByLabel('Password', { exact: true }).fill(colleague.password)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
    },
  },
  {
    name: 'the command palette',
    open: async (page) => {
      await openList(page, '/merchants')
      await page.keyboard.press('Control+K')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'the results of the command palette',
    open: async (page) => {
      await openList(page, '/merchants')
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Find anything' }).fill('ade')
      await page.getByRole('group', { name: 'Merchants' }).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'the not-found page',
    open: async (page) => {
      await page.goto('/nothing-here')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
]

for (const screen of signedOutPages) {
  test(`shows ${screen.name} without serious accessibility violations in light and dark`, async ({ page }) => {
    await expectNoBarriers(page, screen)
  })
}

testScreens(inside)

test('shows a list in Test mode without serious accessibility violations in light and dark', async ({
  ownConsole: page,
}) => {
  const open = async () => {
    await openList(page, '/merchants')
    await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' }).click()
    await expect(page.getByText('Mode changed successfully')).toBeVisible()
    await listReady(page)
  }
  await expectNoBarriers(page, { open })
})

async function openEmpty(page: Page) {
  await page.goto('/merchants?search=nobody%20has%20this%20name')
  await page.getByText('No Merchant List Record Found').waitFor()
}
