import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'
import { accounts, type OrderedPayout, submitPayout, settledPayout } from './money.ts'

/** Payout that stays pending for all of these screens. */
let payout: OrderedPayout
test.beforeAll(async () => {
  payout = await submitPayout({ amount: 350, to: accounts.lost })
})

const tab = (status: string) => `/merchants/${payout.merchantId}?status=${status}`

async function openTransaction(page: Page) {
  await page.goto(`/payout/${payout.transactionId}/transaction-payout`)
  await expect(page.getByRole('region', { name: 'Activity log' })).toContainText('Fund Pending')
  await expect(page.getByRole('button', { name: 'Mark as failed' })).toBeVisible({ timeout: 20_000 })
  await listReady(page)
}

let settled: OrderedPayout | undefined

/** Opens the transactions of a merchant with a recent success, without which there would be no chart. */
async function openChart(page: Page) {
  settled ??= await settledPayout(page)
  await page.goto(`/merchants/${settled.merchantId}?status=transactions`)
  await listReady(page)
}

const screens: Screen[] = [
  {
    name: "a merchant's transactions with their chart",
    open: async (page) => {
      await openChart(page)
      await expect(page.getByText('Value (₦)')).toBeVisible()
    },
  },
  {
    name: 'the table of a chart',
    open: async (page) => {
      await openChart(page)
      await page.getByRole('button', { name: 'Table' }).click()
      await expect(page.getByRole('table', { name: 'Successful transactions per day' })).toBeVisible()
    },
  },
  {
    name: 'the transaction dialog',
    open: async (page) => {
      await page.goto(tab('transactions'))
      await listReady(page)
      await page.getByRole('tabpanel').locator('tbody tr').first().click()
      await expect(page.getByRole('dialog')).toContainText('Amount Processed')
    },
  },
  {
    name: 'the statement dialog',
    open: async (page) => {
      await page.goto(tab('transactions'))
      await listReady(page)
      await page.getByRole('button', { name: 'Generate Statement' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Duration' }).click()
      await page.getByRole('option', { name: 'Custom' }).click()
    },
  },
  {
    name: 'the wallet transactions',
    open: async (page) => {
      await page.goto(tab('wallet-transactions'))
      await expect(page.getByText('Total wallet balance')).toBeVisible()
    },
  },
  {
    name: 'a charge form',
    open: async (page) => {
      await page.goto(tab('charges'))
      await page.getByRole('button', { name: 'Edit Static Account' }).click()
      await page.getByRole('dialog').getByLabel('Monthly maintenance').fill('')
    },
  },
  { name: 'a pending payout', open: openTransaction },
  {
    name: 'the decision dialog of a payout',
    open: async (page) => {
      await openTransaction(page)
      await page.getByRole('button', { name: 'Mark as failed' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as failed' }).click()
      await expect(page.getByRole('dialog')).toContainText('Reason is required')
    },
  },
  {
    name: 'an entry of the transaction log',
    open: async (page) => {
      await openTransaction(page)
      await rowsOf(page).first().click()
      await expect(page.getByRole('dialog')).toContainText('Response code')
    },
  },
]

testScreens(screens)
