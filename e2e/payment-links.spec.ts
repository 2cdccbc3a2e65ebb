import type { Page } from '@playwright/test'
import { barriersIn, type Screen, testScreens } from './axe.ts'
import { expect, filterBy, listReady, rowsOf, test } from './console.ts'
import { availableKobo, headOf, keepFunds, kobo } from './money.ts'

async function activeLinks(page: Page) {
  await page.goto('/payment-links')
  await listReady(page)
  await filterBy(page, 'Status', 'ACTIVE')
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Transaction Summary' })

/** Opens an active payment link; returns its locator, its merchant and its URL in the console. */
async function openLink(page: Page, nth: number) {
  await activeLinks(page)
  await rowsOf(page).nth(nth).click()
  const panel = panelOf(page)
  const address = panel.getByRole('link', { name: /\/pay\// })
  await expect(address).toBeVisible()
  const merchant = await panel.locator('a[href^="/merchants/"]').getAttribute('href')
  return { panel, address, merchantId: merchant?.split('/')[2] ?? '', at: page.url() }
}

/** Opens the hosted checkout page in a new tab, as its payer does. */
async function payerPage(page: Page, address: ReturnType<Page['getByRole']>): Promise<Page> {
  const [payer] = await Promise.all([page.waitForEvent('popup'), address.click()])
  await expect(payer.getByText('Awaiting payment')).toBeVisible()
  return payer
}

const valueOf = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd').innerText()

test('PAYLINK-01 PAYLINK-02 PANEL-15 pays a link from a demo bank, and credits the merchant’s wallet', async ({
  console: page,
}) => {
  const { address, merchantId, at } = await openLink(page, 0)
  const payer = await payerPage(page, address)
  await keepFunds(page, `/merchants/${merchantId}`)
  const before = await availableKobo(page, merchantId)
  await payer.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(payer.locator('.state')).toHaveText('Paid')
  const [fee, vat, reached] = [
    await valueOf(payer, 'Fee'),
    await valueOf(payer, 'VAT'),
    await valueOf(payer, 'Credited to the merchant'),
  ]
  const amount = kobo(await payer.locator('.amount').innerText())
  expect(kobo(reached)).toBe(amount - kobo(fee) - kobo(vat))
  // Reloading the page does not pay again.
  await payer.reload()
  await expect(payer.getByText('Your payment was declined')).toBeHidden()

  await page.goto(at)
  const panel = panelOf(page)
  await expect(panel.getByText('INACTIVE', { exact: true })).toBeVisible()
  const payment = panel.locator('dl > div', { has: page.getByText('Payment', { exact: true }) })
  await expect(payment.locator('dd')).toHaveText('Paid')
  await panel.getByRole('link', { name: 'Open transaction page' }).click()
  await expect(headOf(page)).toContainText('Success')
  const main = page.getByRole('main')
  for (const shown of [fee, vat]) await expect(main).toContainText(shown)
  expect(await availableKobo(page, merchantId)).toBe(before + kobo(reached))

  await payer.getByRole('link', { name: 'The transaction in the console' }).click()
  await expect(headOf(payer)).toContainText('Success')
})

test('CHECKOUT-02 PANEL-07 books a card payment after a decline, and makes it available once the acquirer settles', async ({
  console: page,
}) => {
  const { address, merchantId, at } = await openLink(page, 3)
  const payer = await payerPage(page, address)
  await keepFunds(page, `/merchants/${merchantId}`)
  const before = await availableKobo(page, merchantId)
  await payer.getByRole('button', { name: 'Pay by card' }).click()
  for (const colorScheme of ['light', 'dark'] as const) expect(await barriersIn(payer, colorScheme)).toEqual([])
  await payer.getByRole('button', { name: /^Pay with Visa/ }).click()
  await expect(payer.getByRole('alert')).toContainText('Insufficient funds')
  expect(await barriersIn(payer, 'light')).toEqual([])
  await payer.getByRole('button', { name: 'Pay by card' }).click()
  await payer.getByRole('button', { name: /^Pay with Verve/ }).click()
  await expect(payer.getByText('Paid with')).toBeVisible()
  const reached = kobo(await valueOf(payer, 'Credited to the merchant'))

  await page.goto(at)
  await expect(panelOf(page).getByText('INACTIVE', { exact: true })).toBeVisible()
  await expect(panelOf(page).getByText('Verve card ending 0603')).toBeVisible()
  await panelOf(page).getByRole('link', { name: 'Open transaction page' }).click()
  await expect(headOf(page)).toContainText('Success')
  await expect(page.getByRole('main')).toContainText('becomes available once the acquirer settles it')
  expect(await availableKobo(page, merchantId)).toBe(before)

  await page.request.post(`http://127.0.0.1:${process.env['SIMULATOR_PORT']}/acquirer/pay-out`)
  expect(await availableKobo(page, merchantId)).toBe(before + reached)
})

test('PAYLINK-02 API-55 explains a declined overpayment to the payer and to the operator', async ({
  console: page,
}) => {
  const { address, at } = await openLink(page, 1)
  const payer = await payerPage(page, address)
  await payer.getByLabel('Amount in naira').fill('9,999,999.00')
  await payer.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(payer.getByRole('alert')).toContainText('₦9,999,999.00 is returned to you')
  await expect(payer.getByText('Awaiting payment')).toBeVisible()

  await page.goto(at)
  // There may be earlier declined payments.
  await expect(panelOf(page).getByText('Declined').first()).toBeVisible()
  await expect(
    panelOf(page)
      .getByText(/but received ₦9,999,999.00/)
      .first(),
  ).toBeVisible()
})

test('CHECKOUT-01 CHECKOUT-03 API-22 finds the checkout of a payment by the payer’s session ID', async ({
  console: page,
}) => {
  await openCheckouts(page)
  await paidByBank(page).first().click()
  const panel = page.getByRole('dialog', { name: 'Checkout Transaction Details' })
  const sessionId = (await panel.getByText(/^\d{30}$/).textContent()) ?? ''
  const reference = (await panel.getByText(/^ORD-/).textContent()) ?? ''
  await page.goto('/checkout')
  await listReady(page)
  await page.getByLabel('Search by reference or session ID').fill(sessionId)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page).first()).toContainText(reference)
})

/** Matches the exact cell, since a merchant's name may contain "Bank". */
const paidByBank = (page: Page) => rowsOf(page).filter({ has: page.getByRole('cell', { name: 'Bank', exact: true }) })

async function openCheckouts(page: Page) {
  await page.goto('/checkout')
  await listReady(page)
}

const screens: Screen[] = [
  {
    name: 'the details of a checkout',
    open: async (page) => {
      await openCheckouts(page)
      await paidByBank(page).first().click()
      await page.getByRole('dialog').getByRole('link', { name: 'Open transaction page' }).waitFor()
    },
  },
]

testScreens(screens)

// Its payment changes the list of links, so its title must not count it among the tests of single screens.
test('passes the accessibility checks on the hosted checkout page, also on a phone', async ({
  console: page,
  page: payer,
}) => {
  const { address } = await openLink(page, 2)
  const path = (await address.getAttribute('href')) ?? ''
  await payer.setViewportSize({ width: 390, height: 844 })
  await payer.goto(path)
  const measure = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await payer.emulateMedia({ colorScheme })
      expect(await barriersIn(payer, colorScheme), colorScheme).toEqual([])
    }
    const [shown, fullWidth] = await payer.evaluate(() => [innerWidth, document.documentElement.scrollWidth])
    expect(fullWidth).toBeLessThanOrEqual(shown ?? 0)
  }
  await measure()
  await payer.getByLabel('Amount in naira').fill('1')
  await payer.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(payer.getByRole('alert')).toBeVisible()
  await measure()
  await payer.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(payer.getByRole('link', { name: 'The transaction in the console' })).toBeVisible()
  await measure()
})
