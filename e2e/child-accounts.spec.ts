import type { Locator, Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

/** Navigates from the first page to the customers with child accounts. */
async function toCustomers(page: Page) {
  await page.goto('/merchants')
  await listReady(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Child Account' }).click()
  await page.getByRole('tab', { name: /^Customers/ }).click()
  await expect(page).toHaveURL(/status=customers/)
  await listReady(page)
}

/** Opens the first child account of the customer in that row and its transactions; a new account has none. */
async function toTransactions(page: Page, row: Locator) {
  await row.click()
  await expect(page).toHaveURL(/\/child-account\/.+\/customer/)
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/accountId=/)
  const transactions = page.locator('table[aria-busy="false"]').filter({ hasText: 'Category' })
  await expect(transactions.or(page.getByText('No List Record Found'))).toBeVisible()
}

/** Opens a customer's child account that has made a payout. */
async function toAccountThatPaid(page: Page) {
  await toCustomers(page)
  const customers = await rowsOf(page).count()
  for (let index = 0; index < customers; index++) {
    await toTransactions(page, rowsOf(page).nth(index))
    if ((await paidOut(page).count()) > 0) return
    await page.goto('/child-account?status=customers')
    await listReady(page)
  }
  throw new Error('No customer has paid out of its first child account')
}

const paidOut = (page: Page) => rowsOf(page).filter({ hasText: 'Bank transfer' }).filter({ hasText: 'Success' })
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Transaction Details' })
const valueOf = (container: Locator, label: string) => container.locator(`dt:text-is("${label}") + dd`)

test('SUBACC-04 API-24 shows the collections, charges and payouts of a customer’s child account', async ({
  console: page,
}) => {
  await toAccountThatPaid(page)
  const number =
    (await page
      .locator('header')
      .getByText(/^54\d{8}$/)
      .first()
      .textContent()) ?? ''

  // Collection and its charge.
  await rowsOf(page).filter({ hasText: 'Bank funding' }).last().click()
  const panel = panelOf(page)
  await expect(valueOf(panel, 'To account')).toHaveText(number)
  await expect(valueOf(panel, 'Amount')).toHaveText(/^₦[\d,]+\.\d\d$/)
  await expect(valueOf(panel, 'Fee')).not.toHaveText('₦0.00')
  await expect(panel.getByRole('link', { name: 'View charge' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  // Beneficiary and cost of the payout.
  await paidOut(page).first().click()
  await expect(valueOf(panel, 'From account')).toHaveText(number)
  const payee = (await valueOf(panel, 'To').textContent()) ?? ''
  expect(payee).not.toBe('_')
  await expect(valueOf(panel, 'Fee')).toHaveText('₦10.00')
  await panel.getByRole('link', { name: 'Open transaction page' }).click()

  // The transaction page shows the same and links to the account and the charge.
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(valueOf(summary, 'To')).toContainText(payee)
  await expect(valueOf(summary, 'Charges')).toContainText(/fee ₦10\.00, VAT ₦0\.75, stamp duty ₦/)
  await summary.getByRole('link', { name: 'View charge' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^₦10\.00 ?, transaction .+\/FEE$/ })).toBeVisible()
  await page.goBack()
  await valueOf(summary, 'Child account').getByRole('link').click()
  await expect(page).toHaveURL(/\/child-account\/.+\/customer\?accountId=/)
  await expect(page.locator('header').getByText(number).first()).toBeVisible()
})

test('SUBACC-02 FILTER-25 finds a merchant by name, and returns on Back the same way', async ({ console: page }) => {
  await page.goto('/child-account')
  await listReady(page)
  const name = (await rowsOf(page).first().locator('td').nth(1).textContent()) ?? ''
  await page.getByRole('button', { name: 'Filter by' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByText(`Name: ${name}`)).toBeVisible()
  await expect(rowsOf(page).first()).toContainText(name)
  await rowsOf(page).first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/accountId=/)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Category' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(`Name: ${name}`)).toBeVisible()
})

const screens: Screen[] = [
  {
    name: 'a transaction of a customer’s child account',
    open: async (page) => {
      await toAccountThatPaid(page)
      await paidOut(page).first().click()
      await panelOf(page).getByText('Linked transaction').waitFor()
    },
  },
]

testScreens(screens)
