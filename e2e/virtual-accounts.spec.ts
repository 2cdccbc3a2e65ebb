import type { Page } from '@playwright/test'
import { type Screen, testScreens } from './axe.ts'
import { expect, filterBy, listReady, rowsOf, test } from './console.ts'

async function filterDeclined(page: Page) {
  await page.goto('/virtual-account?status=transactions')
  await listReady(page)
  await filterBy(page, 'Status', 'Declined')
}

test('VA-01 VA-03 finds a declined payment by its session ID, and explains why it was returned', async ({
  console: page,
}) => {
  await filterDeclined(page)
  const reference = (await rowsOf(page).first().getByText(/^COL-/).textContent()) ?? ''
  const number =
    (await rowsOf(page)
      .first()
      .getByText(/^54\d{8}$/)
      .textContent()) ?? ''
  expect([reference, number]).toEqual([expect.stringMatching(/^COL-\d{30}$/), expect.stringMatching(/^\d{10}$/)])

  // A customer knows the session ID.
  await page.goto('/virtual-account?status=transactions')
  await listReady(page)
  await page.getByLabel('Search by reference or session ID').fill(reference.slice(4))
  await expect(rowsOf(page)).toHaveCount(1)
  await rowsOf(page).first().click()
  await expect(page.getByRole('alert')).toContainText(`Account ${number}`)
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('is returned to')

  await page.goto('/virtual-account')
  await listReady(page)
  await page.getByLabel('Search by account number').fill(number)
  await expect(rowsOf(page)).toHaveCount(1)
  await rowsOf(page).first().click()
  const panel = page.getByRole('dialog', { name: 'Virtual Account Details' })
  await expect(panel.getByText('Declined').first()).toBeVisible()
  await expect(panel.getByText(`Account ${number}`).first()).toBeVisible()
})

const screens: Screen[] = [{ name: 'the collections of virtual accounts', open: filterDeclined }]

testScreens(screens)
