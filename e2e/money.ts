import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { expect, filterBy, listReady, rowsOf } from './console.ts'

const run = promisify(execFile)

export interface OrderedPayout {
  transactionId: string
  reference: string
  merchantId: string
  webhookSecret: string
}

/** Submits a payout in the demo by a command; the last digits of the beneficiary's account select its outcome. */
export async function submitPayout(order: {
  amount: number
  to: string
  after?: number
  wallet?: string
  merchant?: string
}): Promise<OrderedPayout> {
  const { amount, to, after = 0, wallet, merchant } = order
  const payer = [...(wallet ? ['--wallet', wallet] : []), ...(merchant ? ['--merchant', merchant] : [])]
  const args = ['--amount', `${amount}`, '--to', to, '--after', `${after}`, ...payer]
  return (await runCommand('payout-command', args)) as OrderedPayout
}

/** Uploads a batch of payouts in the demo by a command. */
export async function uploadBatch(items: number): Promise<{ reference: string }> {
  return (await runCommand('batch-command', ['--items', `${items}`])) as { reference: string }
}

/** Replies to a dispute as its merchant by a signed call with an image. */
export async function replyToDispute(disputeId: string, message: string): Promise<{ messageId: string }> {
  const args = ['--dispute', disputeId, '--message', message, '--pictures', '1']
  return (await runCommand('reply-command', args)) as { messageId: string }
}

/** Makes a signed call to the demo by a command; returns the data of its reply. */
export async function callSigned(path: string, json: string): Promise<unknown> {
  return await runCommand('call-command', [path, json])
}

/** Runs a command, bundled if the tests started the demo themselves, and parses the last line of its output as JSON. */
async function runCommand(name: string, args: string[]): Promise<unknown> {
  const bundled = process.env['DEMO_COMMANDS']
  const { stdout } = bundled
    ? await run(process.execPath, [`${bundled}/${name}.js`, ...args])
    : await run('node_modules/.bin/tsx', [`demo/src/${name}.ts`, ...args])
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

interface Received {
  headers: Record<string, string>
  body: string
}

/** Returns the webhooks that the merchant received about a transaction. */
export async function receivedAbout({ transactionId, merchantId }: OrderedPayout): Promise<Received[]> {
  const path = encodeURIComponent(`/hooks/${merchantId}`)
  const response = await fetch(`http://127.0.0.1:${process.env['SIMULATOR_PORT']}/received?path=${path}`)
  const { received } = (await response.json()) as { received: Received[] }
  return received.filter(({ body }) => body.includes(transactionId))
}

/** Whether a delivery has a valid signature, computed as the receiver would. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  return headers['webhook-signature'] === `v1,${signature}`
}

/** Returns the available balance on the merchant's page in kobo. */
export async function availableKobo(page: Page, merchantId: string): Promise<bigint> {
  await page.goto(`/merchants/${merchantId}`)
  const panel = page.getByRole('region', { name: 'Account and balance' })
  await expect(panel).toContainText('₦')
  const text = await panel.innerText()
  return kobo(/Available balance\s*(₦[\d,]+\.\d\d)/i.exec(text)?.[1] ?? '')
}

/** Parses `₦1,234.50` to kobo. */
export function kobo(naira: string): bigint {
  return BigInt(naira.replace(/[₦,.\s]/g, ''))
}

/** The last digits of the account number select the response of the demo's switch. */
export const accounts = { approved: '0100000900', approvedWithoutAnswer: '0100000801', lost: '0100000802' }

/** Header of the transaction page with amount, status and actions. */
export function headOf(page: Page): Locator {
  return page.locator('main header').filter({ has: page.getByRole('heading', { level: 1 }) })
}

/** Completes a small payout, after which its merchant's balance no longer changes. */
export async function settledPayout(page: Page): Promise<OrderedPayout> {
  const payout = await submitPayout({ amount: 100, to: accounts.approved })
  await page.goto(`/payout/${payout.transactionId}/transaction-payout`)
  await expect(headOf(page)).toContainText('Success', { timeout: 30_000 })
  return payout
}

/**
 * Pays a payment link by bank; returns the link, the reference on the receipt, and the paths of merchant and payment. The payment
 * may be refunded, and the merchant keeps its funds.
 */
export async function payLink(page: Page) {
  await page.goto('/payment-links')
  await listReady(page)
  await filterBy(page, 'Status', 'ACTIVE')
  await rowsOf(page).last().click()
  const panel = page.getByRole('dialog', { name: 'Transaction Summary' })
  const merchant = (await panel.locator('a[href^="/merchants/"]').getAttribute('href')) ?? ''
  const opened = page.url()
  await setFlags(page, merchant, { Refunds: true, ...instantSettlementOff })
  await page.goto(opened)
  const link = panel.getByRole('link', { name: /\/pay\// })
  const address = (await link.getAttribute('href')) ?? ''
  const [payer] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await payer.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(payer.locator('.state')).toHaveText('Paid')
  const receipt = /Reference\s+(\S+)/.exec(await payer.locator('body').innerText())?.[1] ?? ''
  await payer.close()
  await page.goto(opened)
  const payment = (await panel.locator('a[href^="/payout/"]').first().getAttribute('href')) ?? ''
  return { merchant, payment, address, receipt }
}

/** Instant settlement is off, since it would send a merchant's funds to its bank within seconds. */
const instantSettlementOff = { 'Automatic instant settlement': false }

/** Switches off instant settlement of a merchant. */
export async function keepFunds(page: Page, merchant: string): Promise<void> {
  await setFlags(page, merchant, instantSettlementOff)
}

/** Opens a merchant's page by its path and switches the flags by which money moves, unless they are as wanted. */
async function setFlags(page: Page, merchant: string, flags: Record<string, boolean>): Promise<void> {
  await page.goto(merchant)
  for (const [name, isOn] of Object.entries(flags)) {
    const shown = page.getByRole('switch', { name })
    await shown.waitFor()
    if ((await shown.isChecked()) !== isOn) await switchFlag(page, name)
  }
}

/** Switches a flag of the merchant's page by which money moves, with the reason that it asks for. */
export async function switchFlag(page: Page, name: string): Promise<void> {
  await page.getByRole('switch', { name }).click({ force: true })
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Switch (on|off): ${name}$`) })
  await dialog.getByLabel('Reason').fill('The journey needs it')
  await Promise.all([
    // The message of an earlier flag reads the same.
    page.waitForResponse((received) => received.url().endsWith('/merchant/configuration') && received.ok()),
    dialog.getByRole('button', { name: /^Switch o/ }).click(),
  ])
  await expect(page.getByText(/was updated$/)).toBeVisible()
}

/** Selects the payout route in the settings without submitting it. */
export async function chooseRoute(page: Page, route: 'NIP' | 'ETRANZACT'): Promise<void> {
  await page.getByRole('combobox', { name: 'Transfer route' }).click()
  await page.getByRole('option', { name: route }).click()
}

export async function changeRoute(page: Page, route: 'NIP' | 'ETRANZACT'): Promise<void> {
  await chooseRoute(page, route)
  await page.getByRole('button', { name: 'Update route' }).click()
  await expect(page.getByText(`Live payouts are now sent through ${route}`)).toBeVisible()
}
