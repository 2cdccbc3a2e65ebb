import type { Page } from '@playwright/test'
import { expect, listReady, rowsOf, test } from './console.ts'
import { payLink } from './money.ts'

/** Opens the newest payout to a bank account and returns its fields as listed. */
async function somePayout(page: Page) {
  await page.goto('/payout?status=payouts')
  await listReady(page)
  const row = rowsOf(page).first()
  const cells = await row.getByRole('cell').allInnerTexts()
  const [accountNumber = ''] = cells.filter((cell) => /^\d{10}$/.test(cell))
  const [amount = ''] = cells.filter((cell) => /^₦[\d,]+\.\d\d$/.test(cell))
  await row.click()
  await expect(page).toHaveURL(/\/payout\/[\w-]+\/transaction-payout/)
  const heading = page.getByRole('heading', { level: 1, name: /, transaction / })
  const reference = (await heading.innerText()).split(', transaction ')[1] ?? ''
  return { accountNumber, amount, reference, address: new URL(page.url()).pathname }
}

async function find(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Find anything' })
  await box.fill(text)
  return page.getByRole('listbox')
}

test('FIND-20 FIND-21 FIND-24 finds a payout by its reference with the keyboard alone', async ({ console: page }) => {
  const { reference, address } = await somePayout(page)
  await page.goto('/teams')
  await listReady(page)
  const found = await find(page, reference)
  const payout = found.getByRole('group', { name: 'Transactions', exact: true }).getByRole('option')
  await expect(payout.first()).toContainText('Matched on: Reference')
  await expect(payout.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference)
})

test('FIND-20 FIND-23 FIND-28 FIND-29 finds a payout by account number and amount, and lists all matches', async ({
  console: page,
}) => {
  const { accountNumber, amount, address } = await somePayout(page)
  const found = await find(page, `${amount} ${accountNumber}`)
  await expect(
    found.getByRole('option', { name: /Amount and account number|Account number and amount/ }).first(),
  ).toBeVisible()
  await page.getByRole('option', { name: /^All transactions that match/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await listReady(page)
  await expect(page.getByText(`Amount: ${amount}`)).toBeVisible()
  await expect(page.getByText(`Account number: ${accountNumber}`)).toBeVisible()
  for (const row of await rowsOf(page).all()) {
    await expect(row).toContainText(accountNumber)
    await expect(row).toContainText(amount)
  }
  await expect(page.locator(`a[href^="${address}"]`)).not.toHaveCount(0)

  // The URL alone restores the search, and so does Back.
  await page.reload()
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/\/transaction-payout/)
  await page.goBack()
  await expect(page.getByText(`Account number: ${accountNumber}`)).toBeVisible()
})

test('FIND-25 keeps keys typed while the palette loads in its box', async ({ page, signedIn, baseURL }) => {
  const context = await page.context().browser()?.newContext({ baseURL, storageState: signedIn })
  if (!context) throw new Error('There is no browser')
  const fresh = await context.newPage()
  await fresh.route('**/assets/command-palette-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await fresh.goto('/merchants')
  await listReady(fresh)
  await fresh.getByRole('searchbox').focus()
  await fresh.keyboard.press('Control+k')
  await fresh.keyboard.type('odetola', { delay: 300 })
  const box = fresh.getByRole('combobox', { name: 'Find anything' })
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('odetola')
  await fresh.keyboard.type(' ade')
  await expect(box).toHaveValue('odetola ade')
  await expect(fresh.getByRole('searchbox', { includeHidden: true })).toHaveValue('')
  await context.close()
})

test('FIND-22 opens a record of the other mode in that mode', async ({ ownConsole: page }) => {
  await page.goto('/merchants')
  const mode = page.getByRole('group', { name: 'Mode' })
  await mode.getByRole('button', { name: 'Test' }).click()
  await expect(mode.getByRole('button', { name: 'Test' })).toHaveAttribute('aria-pressed', 'true')
  const { reference, address } = await somePayout(page)
  await mode.getByRole('button', { name: 'Live' }).click()
  await expect(mode.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/teams')
  await listReady(page)
  const found = await find(page, reference)
  const payout = found.getByRole('option', { name: /Test mode/ })
  await payout.click()
  await expect(page).toHaveURL(address)
  await expect(page.getByText('Test mode: no real money is moved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference)
})

/** Returns the first matching cell text of a list, complete even if the column truncates it. */
async function someCell(page: Page, address: string, pattern: RegExp): Promise<string> {
  await page.goto(address)
  await listReady(page)
  const cells = await rowsOf(page).getByRole('cell').allTextContents()
  const found = cells.map((cell) => pattern.exec(cell)?.[0]).find((text) => text !== undefined)
  if (found === undefined) throw new Error(`${address} lists no match for ${pattern}`)
  return found
}

/** Searches for a text and opens the first result in a group. */
async function open(page: Page, text: string, group: string) {
  await page.goto('/teams')
  await listReady(page)
  const found = await find(page, text)
  await found.getByRole('group', { name: group, exact: true }).getByRole('option').first().click()
}

for (const { what, group, list, pattern, termPattern, shown, page: address } of [
  {
    what: 'a card by its last four digits',
    group: 'Cards',
    list: '/cards',
    pattern: /\*\d{4}$/,
    termPattern: /\d{4}$/,
    page: /\/cards\/[\w-]+$/,
  },
  {
    what: 'a card by its masked number',
    group: 'Cards',
    list: '/cards',
    pattern: /^\d{6}\*+\d{4}$/,
    termPattern: /.+/,
    page: /\/cards\/[\w-]+$/,
  },
  {
    what: 'a terminal by its serial number',
    group: 'Terminals',
    list: '/stores?status=terminals',
    pattern: /^[A-Z]{3}-\d{8}$/,
    termPattern: /.+/,
    page: /\/stores\?.*terminal=/,
  },
  {
    what: 'a settlement by its reference',
    group: 'Settlements',
    list: '/settlements',
    pattern: /^KBO-[\w-]+/,
    termPattern: /.+/,
    shown: /^Settlement of ₦/,
    page: /\/(settlements|sub-accounts\/[\w-]+\/[\w-]+)\/[\w-]+$/,
  },
  {
    what: 'a card batch by its reference',
    group: 'Card batches',
    list: '/cards?status=batches',
    pattern: /^CARDS-[\w-]+/,
    termPattern: /.+/,
    page: /batchId=/,
  },
]) {
  test(`FIND-13 finds ${what} and opens it`, async ({ console: page }) => {
    const text = await someCell(page, list, pattern)
    await open(page, termPattern.exec(text)?.[0] ?? '', group)
    await expect(page).toHaveURL(address)
    await expect(
      page
        .getByRole('main')
        .getByText(shown ?? text)
        .first(),
    ).toBeVisible()
  })
}

test('FIND-13 finds a dispute by its ID and by the reference of its transaction', async ({ console: page }) => {
  await page.goto('/disputes')
  await listReady(page)
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/\/disputes\/[\w-]+\/merchant/)
  const dispute = page.url()
  const reference = await page
    .getByRole('main')
    .getByText(/^COL-\d+$/)
    .first()
    .innerText()
  for (const text of [/disputes\/([\w-]+)/.exec(dispute)?.[1] ?? '', reference]) {
    await open(page, text, 'Disputes')
    await expect(page).toHaveURL(dispute)
  }
})

test('FIND-13 FIND-14 finds a payment link by its URL, and its payment by the payer’s receipt', async ({
  console: page,
}) => {
  const { payment, address, receipt } = await payLink(page)
  await open(page, `${address}?utm_source=mail`, 'Payment links')
  await expect(page).toHaveURL(/paymentLinkId=/)
  await open(page, receipt, 'Transactions')
  await expect(page).toHaveURL(payment)
  await expect(page.getByText(receipt).first()).toBeVisible()
  await open(page, receipt, 'Checkouts')
  await expect(page).toHaveURL(/checkoutId=/)
})

test('FIND-26 does not report missing results when a page matches', async ({ console: page }) => {
  await page.goto('/teams')
  await listReady(page)
  const response = page.waitForResponse(/\/admin\/search\?/)
  const found = await find(page, 'refunds')
  await expect(found.getByRole('group', { name: 'Pages' }).getByRole('option', { name: 'Refunds' })).toBeVisible()
  await response
  await expect(page.getByText('Searching…')).toBeHidden()
  await expect(page.getByText(/^No results/)).toBeHidden()
})
