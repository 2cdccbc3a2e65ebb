import type { BrowserContext, Locator, Page } from '@playwright/test'
import { operator, signIn, signInHere } from '../tools/browser-sign-in.ts'
import { expect, filterBy, listReady, rowsOf, test } from './console.ts'
import { picture } from './dispute-actions.ts'
import { accounts, changeRoute, chooseRoute, payLink, submitPayout } from './money.ts'

const colleague = { ...operator, name: 'Ifeanyi Obiora', email: 'ifeanyi.obiora@demo.test' }
const signedOutText = 'You are not authenticated, please login'

/** Form that writes: how to open it, its input, and the server's final message. */
interface WritingForm {
  name: string
  open: (page: Page) => Promise<Locator>
  typed: Record<string, string>
  /** Labels of the fields with a selected option. */
  chosen?: string[]
  send: (form: Locator, options?: { timeout: number }) => Promise<void>
  outcome: string | RegExp
}

const press = (name: string) => (form: Locator, options?: { timeout: number }) =>
  form.getByRole('button', { name, exact: true }).click(options)

/** Uses the last pending requests, since other tests use the first ones. */
async function openLast(page: Page, list: string) {
  await page.goto(list)
  await listReady(page)
  await rowsOf(page).last().click()
}

/** Forms by what they concern. Each is open in a tab of its own, and few at once: a dozen would slow each other down. */
const forms: Record<string, (firstTab: Page) => WritingForm[] | Promise<WritingForm[]>> = {
  'colleagues, contacts and services': (): WritingForm[] => [
    {
      name: 'an invite',
      open: async (page) => {
        await page.goto('/teams')
        await page.getByRole('button', { name: 'Invite Teams' }).click()
        return page.getByRole('dialog')
      },
      typed: { 'First name': 'Kelechi', 'Last name': 'Nwosu', 'Email address': `kelechi.${Date.now()}@demo.test` },
      send: press('Invite Team'),
      outcome: /invite/i,
    },
    {
      name: 'an answer to a contact message',
      open: async (page) => {
        await page.goto('/contact-us')
        await listReady(page)
        await rowsOf(page)
          .filter({ has: page.getByText('New', { exact: true }) })
          .last()
          .click()
        return page.getByRole('dialog', { name: 'Message' })
      },
      typed: { Answer: 'We are looking into it.\nYou will receive a call.' },
      send: press('Send answer'),
      outcome: /^We have emailed the answer to /,
    },
    {
      name: "a colleague's role",
      open: async (page) => {
        await page.goto('/teams?status=members')
        await listReady(page)
        const hauwa = rowsOf(page).filter({ hasText: 'hauwa.gambo@demo.test' })
        // A retry of this test finds her with the role set by the first attempt.
        const role = (await hauwa.innerText()).includes('Auditor') ? 'Administrator' : 'Auditor'
        await hauwa.getByRole('button', { name: /^Actions for/ }).click()
        await page.getByRole('menuitem', { name: 'Change role' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('combobox', { name: 'Role' }).click()
        await page.getByRole('option', { name: role }).click()
        return dialog
      },
      typed: { Reason: 'Her work has changed' },
      send: press('Change role'),
      outcome: /^Hauwa Gambo is now an /,
    },
    {
      name: 'the reasons for disabling and enabling a service',
      open: async (page) => {
        await page.goto('/juju-services')
        await listReady(page)
        await page.getByRole('switch').last().click({ force: true })
        return page.getByRole('dialog')
      },
      typed: { Reason: 'The provider asks for it' },
      send: async (form) => {
        const disables = await form.getByRole('button', { name: 'Disable' }).isVisible()
        await form.getByRole('button', { name: /^(Dis|En)able$/ }).click()
        const last = form.page().getByRole('switch').last()
        await expect(last).toBeChecked({ checked: !disables })
        await last.click({ force: true })
        await form.getByLabel('Reason').fill('Back again')
        await form.getByRole('button', { name: /^(Dis|En)able$/ }).click()
      },
      outcome: /is (enabled|disabled)/,
    },
  ],
  'a payment and its merchant': async (firstTab): Promise<WritingForm[]> => {
    const { merchant, payment } = await payLink(firstTab)
    return [
      {
        name: 'a refund',
        open: async (page) => {
          await page.goto(payment)
          await page.getByRole('button', { name: 'Refund', exact: true }).click()
          return page.getByRole('dialog', { name: 'Refund' })
        },
        typed: { Amount: '99999999', Reason: 'One crate came back' },
        send: press('Refund'),
        outcome: /^Amount exceeds the refundable /,
      },
      {
        name: 'a dispute',
        open: async (page) => {
          await page.goto(payment)
          await page.getByRole('button', { name: 'Raise dispute' }).click()
          const panel = page.getByRole('dialog', { name: 'Initiate Dispute' })
          await panel.getByRole('combobox', { name: 'Dispute type' }).click()
          await page.getByRole('option', { name: 'Chargeback' }).click()
          await panel.locator('input[type="file"]').setInputFiles([{ name: 'receipt.png', ...picture }])
          return panel
        },
        typed: { Amount: '100.50', 'Dispute description': 'The goods never arrived' },
        send: press('Submit'),
        outcome: /dispute/i,
      },
      {
        name: "a merchant's charge",
        open: async (page) => {
          await page.goto(`${merchant}?status=charges`)
          await page.getByRole('button', { name: 'Edit Static Account' }).click()
          return page.getByRole('dialog')
        },
        typed: { 'Monthly maintenance': `${10 + (Date.now() % 90)}.50` },
        send: press('Update'),
        outcome: /charges of .* were updated$/,
      },
      {
        name: 'the date range of a statement',
        open: async (page) => {
          await page.goto(`${merchant}?status=transactions`)
          await page.getByRole('button', { name: 'Generate Statement' }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('combobox', { name: 'Duration' }).click()
          await page.getByRole('option', { name: 'Custom' }).click()
          return dialog
        },
        typed: { 'Start date': '02/01/2026', 'End date': '05/01/2026' },
        send: async (form) => {
          // The calendar of the refocused field covers the button.
          await form.page().keyboard.press('Tab')
          await press('Generate')(form)
        },
        outcome: /^Your request was submitted successfully/,
      },
    ]
  },
  'disputes and one’s own account': (): WritingForm[] => [
    {
      name: 'a message to a merchant about a dispute',
      open: async (page) => {
        await page.goto('/disputes')
        await listReady(page)
        await filterBy(page, 'Status', 'In Progress')
        await rowsOf(page).first().click()
        return page.getByRole('form', { name: 'New message' })
      },
      typed: { Subject: 'Proof of delivery', Message: 'Kindly send the proof.\nBy Friday, please.' },
      send: press('Send'),
      outcome: /sent/i,
    },
    {
      name: 'a status change of a dispute',
      open: async (page) => {
        await page.goto('/disputes')
        await listReady(page)
        await filterBy(page, 'Status', 'New')
        await rowsOf(page).last().click()
        await page.getByRole('button', { name: 'Start review' }).click()
        return page.getByRole('dialog')
      },
      typed: { 'Reason (optional)': 'The bank asks for it' },
      send: press('Start review'),
      outcome: 'The dispute is in progress',
    },
    {
      name: 'a new password',
      open: async (page) => {
        await page.goto('/settings?status=password')
        return page.locator('form').filter({ has: page.getByLabel('Old password') })
      },
      typed: {
        'Old password': 'not-the-old-one',
        'New password': 'a-new-one-of-2026',
        'Confirm password': 'a-new-one-of-2026',
      },
      send: (form) => form.locator('button[type="submit"]').click(),
      outcome: /password is (wrong|incorrect|not)/i,
    },
    {
      name: 'the password before an authenticator app is set up',
      open: async (page) => {
        await page.goto('/settings?status=security')
        await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
        return page.getByRole('dialog')
      },
      typed: { Password: 'not-the-password' },
      send: press('Continue'),
      outcome: 'The password is wrong',
    },
  ],
  'requests and batches': (): WritingForm[] => [
    {
      name: 'the reason for declining an upgrade',
      open: async (page) => {
        await openLast(page, '/merchants?status=upgrade&filterStatus=PENDING')
        await page.getByRole('dialog', { name: 'Upgrade request' }).getByRole('button', { name: 'Decline' }).click()
        return page.getByRole('dialog', { name: 'Decline upgrade' })
      },
      typed: { Reason: 'The papers are of another business' },
      send: press('Decline'),
      outcome: /^The upgrade of .* was declined$/,
    },
    {
      name: 'the reason for declining a merchant',
      open: async (page) => {
        await openLast(page, '/merchants?status=approval')
        await page.getByRole('button', { name: 'Decline' }).click()
        return page.getByRole('dialog', { name: 'Decline merchant' })
      },
      typed: { Reason: 'The certificate cannot be read' },
      send: press('Decline'),
      outcome: /was declined$/,
    },
    {
      name: 'the reason for rejecting a tier upgrade',
      open: async (page) => {
        await openLast(page, '/wallets?status=requests&filterStatus=PENDING&category=UPGRADE')
        await page.getByRole('button', { name: 'Reject' }).click()
        return page.getByRole('dialog', { name: 'Reject tier upgrade' })
      },
      typed: { Reason: 'The identity document has expired' },
      send: press('Reject'),
      outcome: /^The request for tier \d was rejected$/,
    },
    {
      name: 'the reason for declining a batch of cards',
      open: async (page) => {
        await page.goto('/cards?status=batches')
        await listReady(page)
        await filterBy(page, 'Status', 'Pending')
        await rowsOf(page).last().click()
        await page.getByRole('dialog', { name: 'Card Batch Details' }).getByRole('button', { name: 'Decline' }).click()
        return page.getByRole('dialog', { name: 'Decline batch' })
      },
      typed: { Reason: 'The holders are unknown' },
      send: press('Decline'),
      outcome: 'The batch was declined',
    },
  ],
  'payouts and cards': (): WritingForm[] => [
    {
      name: 'the reason for marking a payout as failed',
      open: async (page) => {
        const { transactionId } = await submitPayout({ amount: 350, to: accounts.lost })
        await page.goto(`/payout/${transactionId}/transaction-payout`)
        await page.getByRole('button', { name: 'Mark as failed' }).click({ timeout: 20_000 })
        return page.getByRole('dialog', { name: 'Mark as failed' })
      },
      typed: { Reason: 'The bank says that nothing came' },
      send: press('Mark as failed'),
      outcome: /was marked as failed$/,
    },
    {
      name: 'the merchant of a card setup',
      open: async (page) => {
        await page.goto('/cards')
        await page.getByRole('button', { name: 'Set up cards' }).click()
        const dialog = page.getByRole('dialog', { name: 'Set up cards' })
        await dialog.getByRole('combobox', { name: 'Merchant' }).click()
        await page.getByRole('option', { includeHidden: true }).filter({ visible: true }).first().click()
        await dialog.getByRole('combobox', { name: 'Types' }).click()
        await page.getByRole('option', { name: 'Virtual only' }).click()
        return dialog
      },
      typed: {},
      chosen: ['Merchant', 'Types'],
      send: press('Enable cards'),
      outcome: /^Cards (were|are already) enabled for /,
    },
    {
      name: 'the payout route',
      open: async (page) => {
        await page.goto('/settings')
        await chooseRoute(page, 'ETRANZACT')
        return page.locator('form').filter({ has: page.getByLabel('Transfer route') })
      },
      typed: {},
      chosen: ['Transfer route'],
      send: async (form) => {
        await press('Update route')(form)
        await expect(form.page().getByText('Live payouts are now sent through ETRANZACT')).toBeVisible()
        await changeRoute(form.page(), 'NIP')
      },
      outcome: 'Live payouts are now sent through NIP',
    },
  ],
}

/** Ends the session at the server, since the cookie is half of it. */
async function endSession(context: BrowserContext) {
  await context.clearCookies({ name: /session/ })
}

/** Clicks to make a call, unless a poll or the typing has already revealed that the session ended. */
async function clickUnlessSignedOut(button: Locator) {
  await button.click(clickLimit).catch(() => undefined)
}

const clickLimit = { timeout: 5_000 }

async function expectSignedOut(page: Page, form: Locator) {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(form).toBeHidden()
  expect(await page.evaluate(() => window.localStorage.length)).toBe(0)
}

for (const [concern, formsFor] of Object.entries(forms)) {
  test(`AUTH-09 keeps the input of forms about ${concern} while signed out, and sends it after the sign-in`, async ({
    ownConsole: page,
    baseURL,
  }) => {
    await signOutAndSend(await formsFor(page), page, baseURL ?? '')
  })
}

/** Fills each form in its own tab, loses the session, signs in again, and submits all of them unchanged. */
async function signOutAndSend(listedForms: readonly WritingForm[], page: Page, baseURL: string) {
  const context = page.context()
  const opened: { form: WritingForm; tab: Page; fields: Locator; address: string; shown: Map<string, string> }[] = []
  for (const form of listedForms) {
    const tab = opened.length === 0 ? page : await context.newPage()
    const fields = await form.open(tab)
    for (const [label, text] of Object.entries(form.typed)) await fields.getByLabel(label).first().fill(text)
    // An amount is formatted once the next field has the focus.
    const shown = new Map<string, string>()
    const labels = [...Object.keys(form.typed), ...(form.chosen ?? [])]
    for (const label of labels) shown.set(label, await fields.getByLabel(label).first().inputValue())
    expect([...shown.values()], form.name).not.toContain('')
    opened.push({ form, tab, fields, address: tab.url(), shown })
  }

  await endSession(context)
  const [first] = opened
  if (!first) throw new Error('No form is listed')
  await first.tab.bringToFront()
  // A poll of any tab may have revealed first that the session ended.
  const revealed = expect(first.tab.getByText(signedOutText)).toBeVisible()
  await Promise.all([revealed, first.form.send(first.fields, clickLimit).catch(() => undefined)])
  for (const { tab, fields } of opened) await expectSignedOut(tab, fields)

  await signInHere(first.tab, baseURL)
  for (const { form, tab, fields, address, shown } of opened) {
    await tab.bringToFront()
    await expect(fields, form.name).toBeVisible()
    await expect(tab).toHaveURL(address)
    for (const [label, text] of shown) {
      await expect(fields.getByLabel(label).first(), `${form.name}: ${label}`).toHaveValue(text)
    }
    await form.send(fields)
    await expect(tab.getByText(form.outcome).first(), form.name).toBeVisible()
  }
}

test('AUTH-09 restores the filter and the scroll position after the sign-in', async ({ ownConsole: page, baseURL }) => {
  await page.goto('/merchants')
  await listReady(page)
  await filterBy(page, 'KYC status', 'Approved')
  const address = page.url()
  const scroll = page.locator('table').locator('..')
  await scroll.evaluate((region) => region.scrollTo({ top: 900 }))
  const before = await scroll.evaluate((region) => region.scrollTop)
  await endSession(page.context())
  await clickUnlessSignedOut(page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Test' }))
  await expectSignedOut(page, page.locator('table'))
  await expect(page).toHaveTitle(/^Sign in/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[inert]') ?? null)).toBeNull()
  await signInHere(page, baseURL ?? '')
  await expect(page).toHaveURL(address)
  await expect(page.getByText('KYC status: Approved')).toBeVisible()
  expect(await scroll.evaluate((region) => region.scrollTop)).toBe(before)
})

test('AUTH-09 shows nothing of the kept page to another person or after a reload', async ({
  page,
  context,
  baseURL,
}) => {
  const writeAndLose = async () => {
    await page.goto('/teams')
    await page.getByRole('button', { name: 'Invite Teams' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Kelechi')
    await dialog.getByLabel('Last name').fill('Nwosu')
    await dialog.getByLabel('Email address').fill('kelechi@demo.test')
    await endSession(context)
    await clickUnlessSignedOut(dialog.getByRole('button', { name: 'Invite Team' }))
    await expectSignedOut(page, dialog)
  }
  await signIn(page, baseURL ?? '', colleague)
  await writeAndLose()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('[role="dialog"]')).toHaveCount(0)
  await signInHere(page, baseURL ?? '', colleague)
  await expect(page).toHaveURL(/\/merchants/)

  await writeAndLose()
  await signInHere(page, baseURL ?? '', operator)
  await expect(page).toHaveURL(/\/merchants/)
  await listReady(page)
  await expect(page.locator('[role="dialog"]')).toHaveCount(0)
  await expect(page.locator('[data-hidden]')).toHaveCount(0)
})
