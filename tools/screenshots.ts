// Takes the screenshots of the README from a running demo: npm run screenshots (BASE_URL, http://localhost:3000)
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { operator, signIn } from './browser-sign-in.ts'
import { browserFlags, findBrowser } from './browser.mjs'
import { root } from './root.mjs'

const baseUrl = (process.env['BASE_URL'] || 'http://localhost:3000').replace(/\/$/, '')
const folder = join(root, 'docs/screenshots')
const executablePath = findBrowser()
if (executablePath === undefined) throw new Error('No browser was found: set PLAYWRIGHT_CHROMIUM to the path of one')

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath, args: browserFlags })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await signIn(page, baseUrl)
  await capture(page, 'merchants', () => openList(page, '/merchants'))
  await capture(page, 'merchant', async () => {
    await openList(page, '/merchants?status=approval')
    await page.locator('tbody tr').first().click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
  })
  await capture(page, 'filter', async () => {
    await openList(page, '/merchants')
    await page.getByRole('button', { name: 'Filter by' }).click()
    await page.getByRole('dialog').waitFor()
  })
  await capture(page, 'find', async () => {
    await openList(page, '/merchants')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('adire')
    await page.getByRole('group', { name: 'Merchants' }).waitFor()
  })
  await capture(page, 'search', async () => {
    await page.keyboard.press('Escape')
    await openList(page, '/search?minAmount=60000')
  })
  await capture(page, 'my-work', () => openList(page, '/my-work'))
  await capture(page, 'audit', () => openList(page, '/audit'))
  const merchant = await largeMerchant(page)
  await capture(page, 'merchant-transactions', async () => {
    await openList(page, `/merchants/${merchant}?status=transactions`)
    await page.getByText('Value (₦)').waitFor()
  })
  await capture(page, 'charges', async () => {
    await page.goto(`${baseUrl}/merchants/${merchant}?status=charges`)
    await page.getByRole('button', { name: 'Edit KYC', disabled: false }).waitFor()
  })
  await capture(page, 'transaction', async () => {
    await openList(page, '/payout?status=payouts')
    await page.locator('tbody tr', { hasText: 'Success' }).first().click()
    await page.getByText('Transfer Successful').first().waitFor()
  })
  await capture(page, 'wallet-request', async () => {
    await openList(page, '/wallets?status=requests&filterStatus=PENDING')
    await page.locator('tbody tr').first().click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
  })
  await capture(page, 'batch', async () => {
    await openList(page, '/payout?status=bulk')
    await page.locator('tbody tr', { hasText: 'Processing' }).first().click()
    await page.getByText('valid items finished').waitFor()
  })
  await capture(page, 'virtual-account', async () => {
    await openList(page, '/virtual-account?status=accounts')
    await page
      .locator('tbody tr', { hasText: /KBO-|ORD-/ })
      .filter({ has: page.getByText('USED', { exact: true }) })
      .first()
      .click()
    await page.getByRole('dialog').getByText('One payment', { exact: true }).waitFor()
  })
  await capture(page, 'checkout', async () => {
    await openList(page, '/checkout')
    await page.locator('tbody tr', { hasText: 'Card' }).first().click()
    await page.getByRole('dialog').getByText('Settlement Amount').waitFor()
  })
  await capture(page, 'child-accounts', () => openList(page, '/child-account'))
  await capture(page, 'child-account', async () => {
    await page.locator('tbody tr').nth(1).click()
    await page.waitForURL(/\/merchant$/)
    await page.locator('table[aria-busy="false"] tbody tr').first().click()
    await page.waitForURL(/accountId=/)
    await page.locator('table[aria-busy="false"]').waitFor()
  })
  await capturePayPage(page)
  await capture(page, 'dispute', async () => {
    await openList(page, '/disputes?filterStatus=FEEDBACK_PROVIDED')
    await page.locator('tbody tr').first().click()
    await page.getByText('is held on the credited account').first().waitFor()
  })
  await capture(page, 'refunds', () => openList(page, '/refunds'))
  await capture(page, 'settlements', () => openList(page, '/settlements'))
  await capture(page, 'sub-accounts', async () => {
    await openList(page, '/sub-accounts')
    await page.locator('tbody tr').first().click()
    await page.getByText('Total Sub Accounts').first().waitFor()
  })
  await capture(page, 'card', async () => {
    await openList(page, '/cards')
    await page.locator('tbody tr', { hasText: 'Active' }).first().click()
    await page.getByRole('button', { name: 'Block card' }).waitFor()
    await page.locator('table[aria-busy="false"]').waitFor()
  })
  await capture(page, 'stores', () => openList(page, '/stores'))
  // Yesterday's position, since today's has no movements early in the day.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await capture(page, 'ledger-position', () => openList(page, `/ledger-position?date=${yesterday}`))
  await capture(page, 'profit', () => openList(page, '/profit'))
  await capture(page, 'juju-services', () => openList(page, '/juju-services'))
  await capture(page, 'contact-us', async () => {
    await openList(page, '/contact-us')
    await page.locator('tbody tr').first().click()
    await page.getByRole('dialog').waitFor()
  })
  await capture(page, 'members', () => openList(page, '/teams?status=members'))
  await capture(page, 'roles', async () => {
    await page.goto(`${baseUrl}/teams?status=roles`)
    await page.getByRole('link', { name: 'Support' }).click()
    await page.getByRole('table', { name: 'Rights by area' }).waitFor()
  })
  await capture(page, 'my-work', () => openList(page, '/my-work'))
  await capture(page, 'notifications', async () => {
    await openList(page, '/disputes')
    await page.getByRole('button', { name: /unread notification/ }).click()
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first().waitFor()
  })
  await capture(page, 'messages', async () => {
    await openList(page, '/merchants?filterStatus=ACCEPTED')
    await page.locator('tbody tr').first().click()
    await page.getByRole('button', { name: /^Messages/ }).click()
    await page.getByRole('dialog').getByLabel('Subject').fill('Your settlement of 26 November')
  })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await capture(page, 'merchants-dark', () => openList(page, '/merchants'))
} finally {
  await browser.close()
}

async function capture(page: Page, name: string, open: () => Promise<void>) {
  await open()
  await page.getByRole('button', { name: operator.name }).waitFor()
  // The bell counts some seconds after the page.
  await page.getByRole('button', { name: /unread notification/, includeHidden: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`docs/screenshots/${name}.png`)
}

/** Takes the hosted checkout page of an active payment link. */
async function capturePayPage(page: Page) {
  await openList(page, '/payment-links')
  await page
    .locator('tbody tr', { hasText: /ACTIVE/ })
    .filter({ hasNotText: 'INACTIVE' })
    .first()
    .click()
  const address = await page
    .getByRole('dialog')
    .getByRole('link', { name: /\/pay\// })
    .getAttribute('href')
  const payer = await browser.newPage({ viewport: { width: 720, height: 1100 } })
  await payer.goto(address ?? '')
  await payer.screenshot({ path: join(folder, 'pay-page.png') })
  await payer.close()
  console.log('docs/screenshots/pay-page.png')
}

/** Returns the id of a large merchant with more than a thousand wallets. */
async function largeMerchant(page: Page): Promise<string> {
  await openList(page, '/merchants?search=Danfo%20Express')
  await page.locator('tbody tr').first().click()
  await page.waitForURL(/\/merchants\/[\w-]+$/)
  return page.url().split('/').at(-1) ?? ''
}

async function openList(page: Page, address: string) {
  await page.goto(`${baseUrl}${address}`)
  await page.locator('table[aria-busy="false"]').waitFor()
}
