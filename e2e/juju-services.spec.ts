import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, listReady, rowsOf, test } from './console.ts'

async function openServices(page: Page) {
  await page.goto('/juju-services')
  await listReady(page)
}

async function openBills(page: Page) {
  await page.goto('/juju-services?status=bills')
  await listReady(page)
}

const service = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })

/** Enables or disables a service with a reason. */
async function turn(page: Page, name: string, state: 'off' | 'on') {
  const action = state === 'on' ? 'Enable' : 'Disable'
  await service(page, name).click({ force: true })
  const dialog = page.getByRole('dialog', { name: `${action} service` })
  await dialog.getByLabel('Reason').fill(`Journey turns it ${state}`)
  await dialog.getByRole('button', { name: action }).click()
  await expect(page.getByText(`${name} is ${state === 'on' ? 'enabled' : 'disabled'}`)).toBeVisible()
  await expect(dialog).toBeHidden()
}

test('JUJU-01 JUJU-02 disables a service, rejects new requests for it, and enables it again', async ({
  console: page,
}) => {
  await openServices(page)
  await expect(rowsOf(page)).toHaveCount(7)
  await turn(page, 'Agency Banking', 'off')
  const row = rowsOf(page).filter({ hasText: 'Agency Banking' })
  await expect(row).toContainText('Journey turns it off')
  await expect(service(page, 'Agency Banking')).not.toBeChecked()

  await page.goto('/merchants?filterStatus=ACCEPTED')
  await listReady(page)
  await rowsOf(page).first().click()
  const network = page.getByRole('switch', { name: /agency/i })
  await network.waitFor()
  if (await network.isChecked()) {
    await network.click({ force: true })
    await expect(page.getByText(/was updated$/)).toBeVisible()
  }
  await network.click({ force: true })
  await expect(page.getByText(/^Agency banking is currently disabled/)).toBeVisible()

  await openServices(page)
  await turn(page, 'Agency Banking', 'on')
  await expect(service(page, 'Agency Banking')).toBeChecked()
})

test('JUJU-03 FILTER-50 SUBSCRIPTION-01 finds a bill and opens its transaction, and marks samples', async ({
  console: page,
}) => {
  await openBills(page)
  await page.getByRole('button', { name: /^Filter by/ }).click()
  await page.getByRole('dialog').getByLabel('Status').click()
  await page.getByRole('option', { name: 'Success' }).click()
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await listReady(page)
  await rowsOf(page).first().click()
  const panel = page.getByRole('dialog', { name: 'Bill Payment' })
  await expect(panel).toContainText('Commission')
  const reference = (await panel.getByText(/^KBO-/).first().textContent()) ?? ''
  await panel.getByRole('link', { name: /transaction/i }).click()
  await expect(page.getByRole('region', { name: 'Activity log' })).toContainText('Commission')

  await openBills(page)
  await page.getByLabel('Search by reference or customer').fill(reference)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Subscriptions' }).click()
  await expect(page).toHaveURL(/\/subscriptions\?status=collections$/)
  await expect(page.getByText('Sample data').first()).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(50)
})

const screens: Screen[] = [
  {
    name: 'the dialog that disables a service',
    open: async (page) => {
      await openServices(page)
      await service(page, 'Cards').click({ force: true })
      await page.getByRole('dialog', { name: 'Disable service' }).waitFor()
    },
  },
]

testScreens(screens)
