import type { Page } from '@playwright/test'
import { operator, type Person } from '../tools/browser-sign-in.ts'
import { barriersIn, type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test, windowOf } from './console.ts'
import { payLink } from './money.ts'

const person = (name: string, email: string): Person => ({ ...operator, name, email })
const support = person('Efe Omoruyi', 'efe@demo.test')
const finance = person('Dayo Fashola', 'dayo@demo.test')
const guest = person('Femi Balogun', 'femi@demo.test')
const bola = person('Bola Adeyemi', 'bola@demo.test')

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openFirst(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await listReady(page)
  await rowsOf(page).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('shows Support, Finance and a guest auditor only what their roles allow', async ({ console: page, browser }) => {
  test.setTimeout(300_000)
  const { merchant, payment } = await payLink(page)
  await page.goto(payment)
  await expect(button(page, 'Refund')).toBeEnabled()

  const efe = await windowOf(browser, support)
  await efe.goto(payment)
  await expect(button(efe, 'Refund')).toBeEnabled()
  await efe.goto(merchant)
  await expect(efe.getByRole('region', { name: 'Merchant flags' })).toContainText('Refunds On')
  for (const name of ['Freeze', 'Deactivate', 'Approve']) await expect(button(efe, name)).toBeHidden()
  await expect(efe.getByRole('switch')).toHaveCount(0)
  await efe.goto('/teams')
  await listReady(efe)
  await expect(button(efe, 'Invite Teams')).toBeHidden()
  await expect(efe.getByText('Read only')).toBeHidden()
  await efe.context().close()

  const dayo = await windowOf(browser, finance)
  await dayo.goto(`${merchant}?status=charges`)
  await expect(button(dayo, 'Edit KYC')).toBeVisible()
  await expect(button(dayo, 'Freeze')).toBeHidden()
  await openFirst(dayo, '/wallets')
  await expect(button(dayo, 'Disable')).toBeHidden()
  await expect(button(dayo, 'Reveal BVN')).toBeHidden()
  await dayo.context().close()

  const femi = await windowOf(browser, guest)
  await femi.goto('/merchants')
  await expect(femi.getByText('Read only')).toBeVisible()
  await femi.goto(payment)
  await femi.getByText('Summary', { exact: true }).waitFor()
  await expect(button(femi, 'Refund')).toBeHidden()
  await femi.goto('/teams?status=members')
  await listReady(femi)
  await femi
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(femi.getByRole('menuitem')).toHaveText(['History'])
  await femi.keyboard.press('Escape')
  await femi.goto('/settings')
  await expect(femi.getByRole('region', { name: 'Profile' })).toContainText(
    /RoleAuditorAccess until\d\d-\d\d-\d{4} \d\d:\d\d/,
  )
  await femi.context().close()
})

test('changes a role while its holder works: a button disappears without a reload, and an area is named', async ({
  console: page,
  browser,
}) => {
  test.setTimeout(300_000)
  const name = `Night desk ${Date.now()}`
  const { payment } = await payLink(page)

  await page.goto('/teams?status=roles&role=SUPPORT')
  await button(page, 'Copy').click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Limit of: Refund payments' }).fill('10')
  await page.getByRole('checkbox', { name: 'See Profit' }).uncheck()
  await page.getByLabel('Reason').fill('The night desk starts')
  await button(page, 'Create role').click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const role = page.url()

  await page.goto('/teams?status=members')
  await listReady(page)
  await rowsOf(page)
    .filter({ hasText: bola.email })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change role' })
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name }).click()
  await dialog.getByLabel('Reason').fill('Works at night')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog).toBeHidden()

  const his = await windowOf(browser, bola)
  await his.goto('/merchants')
  await listReady(his)
  const requests: string[] = []
  his.on('request', (request) => requests.push(request.url()))
  await his.getByRole('link', { name: 'Profit', exact: true }).click()
  await expect(his.getByText('You have no access to Profit')).toBeVisible()
  await expect(his.getByText(`Your role, ${name}, does not include Profit: see.`, { exact: false })).toBeVisible()
  expect(requests.filter((url) => url.includes('/api/admin/profit'))).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await his.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    expect(await barriersIn(his, colorScheme), colorScheme).toEqual([])
  }

  await his.clock.install()
  await his.goto(payment)
  await button(his, 'Refund').click()
  const refund = his.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel('Amount').fill('10.01')
  await refund.getByLabel('Reason').fill('One crate came back')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(his.getByText('₦10.01 is above the limit of your role, ₦10.00', { exact: false })).toBeVisible()
  await refund.getByRole('button', { name: 'Cancel' }).click()
  await his.getByRole('button', { name: 'Discard' }).click()
  await expect(refund).toBeHidden()

  await page.goto(role)
  await button(page, 'Edit').click()
  await page.getByRole('checkbox', { name: 'Refund payments' }).uncheck()
  const summary = page.getByRole('region', { name: 'What changes' })
  await expect(summary).toContainText('Removed: Refunds: refund payments')
  await expect(summary).toContainText('1 person has this role: Bola Adeyemi')
  await page.getByLabel('Reason').fill('Nights are quiet')
  await button(page, 'Save changes').click()
  await expect(button(page, 'Edit')).toBeVisible()
  await expect(button(page, 'Retire')).toBeDisabled()
  // The open record is read again by itself, and its reply names the new version of the role.
  await his.clock.fastForward(31_000)
  await expect(button(his, 'Refund')).toBeHidden()
  await his.context().close()
})

const screens: Screen[] = [
  {
    name: 'a role with its rights',
    open: async (page) => {
      await page.goto('/teams?status=roles&role=SUPPORT')
      await page.getByRole('table', { name: 'Rights by area' }).waitFor()
    },
  },
  {
    name: 'the form of a role',
    open: async (page) => {
      await page.goto('/teams?status=roles&role=SUPPORT&form=copy')
      await page.getByRole('table', { name: 'Rights by area' }).waitFor()
    },
  },
]

testScreens(screens)
