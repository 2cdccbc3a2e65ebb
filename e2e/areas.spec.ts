import { expect, listReady, rowsOf, test } from './console.ts'

const areas = [
  'Merchants',
  'Partners',
  'Wallets',
  'Payout',
  'Refunds',
  'Settlements',
  'Payment Links',
  'Child Account',
  'Cards',
  'Shops',
  'Virtual Account',
  'Checkout',
  'Sub Accounts',
  'Ledger Position',
  'Disputes',
  'Stores',
  'Juju Services',
  'Profit',
  'Contact Us',
  'Teams',
  'Settings',
]

test('SHELL-04 opens every area from the navigation with its content', async ({ console: page }) => {
  await page.goto('/merchants')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText(areas)
  for (const area of areas) {
    await navigation.getByRole('link', { name: area, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: area })).toBeVisible()
    if (area === 'Settings') await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible()
    else await listReady(page)
    await expect(page.getByText(/does not exist|Error Fetching/)).toBeHidden()
  }
})

test('SHELL-05 shows what was asked and answered about a payout, and all that can be set', async ({
  console: page,
}) => {
  // The newest payouts may all be open while a batch runs.
  await page.goto('/payout?status=payouts&filterStatus=SUCCESS')
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page.getByRole('region', { name: 'Activity log' })).toBeVisible()
  await listReady(page)
  await expect(rowsOf(page).first(), 'what was asked and answered').toBeVisible()

  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Payment route' })).toBeVisible()
  for (const tab of ['Profile', 'Password']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
  }
})
