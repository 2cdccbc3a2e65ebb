import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, listReady, test } from './console.ts'
import { accounts, availableKobo, headOf, isSigned, kobo, submitPayout, receivedAbout, settledPayout } from './money.ts'

test('MTX-05 MDETAIL-31 SHELL-03 opens a transaction from its merchant, and returns on Back to the row', async ({
  console: page,
}) => {
  const { merchantId, reference } = await submitPayout({ amount: 1200, to: accounts.approved })
  await page.goto(`/merchants/${merchantId}`)
  // The merchant's directors are in another table.
  const rows = page.getByRole('tabpanel').locator('tbody tr')
  await page.getByRole('tab', { name: 'Transactions', exact: true }).click()
  await listReady(page)
  await page.getByRole('searchbox', { name: 'Search by reference number' }).fill(reference.toLowerCase())
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('₦1,200.00')
  await rows.first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(reference)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('tab', { name: 'Wallet transactions' }).click()
  await expect(page.getByText('Total wallet balance')).toBeVisible()
  await page.getByRole('tab', { name: 'Charges' }).click()
  await expect(page.getByRole('heading', { name: 'Transfers (Payout)' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Total wallet balance')).toBeVisible()
})

test('TXDETAIL-01 TXDETAIL-14 follows a payout to success, and resends its webhook with a valid signature', async ({
  console: page,
}) => {
  const payout = await submitPayout({ amount: 25_000, to: accounts.approved, after: 8 })
  await page.goto(`/payout/${payout.transactionId}/transaction-payout`)
  const header = headOf(page)
  await expect(header).toContainText('Queued')
  // The page updates without a reload.
  await expect(header).toContainText('Success', { timeout: 30_000 })
  const log = page.getByRole('region', { name: 'Activity log' })
  for (const step of ['Session Init', 'Transfer Init', 'Fund Pending', 'Fund Success', 'Transfer Successful']) {
    await expect(log).toContainText(step)
  }
  await expect(page.getByText('Amount Processed')).toBeVisible()

  await expect.poll(async () => (await receivedAbout(payout)).length, { timeout: 15_000 }).toBeGreaterThan(0)
  const before = (await receivedAbout(payout)).length
  await page.getByRole('button', { name: 'Resend Webhook Event' }).click()
  await expect(page.getByText('The webhook event is being sent again')).toBeVisible()
  await expect.poll(async () => (await receivedAbout(payout)).length, { timeout: 15_000 }).toBeGreaterThan(before)
  const deliveries = await receivedAbout(payout)
  for (const delivery of deliveries) expect(isSigned(delivery, payout.webhookSecret)).toBe(true)
  expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('STORY-01 STORY-04 completes a payout without a response after a status query, and explains it at the top', async ({
  console: page,
}) => {
  const payout = await submitPayout({ amount: 7_500, to: accounts.approvedWithoutAnswer })
  await page.goto(`/payout/${payout.transactionId}/transaction-payout`)
  await expect(headOf(page)).toContainText('Pending')
  await expect(headOf(page)).toContainText('Success', { timeout: 45_000 })
  await expect(page.getByRole('region', { name: 'Activity log' })).toContainText('Transaction Status')
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(
    /Paid: accepted by .+ at .+; ₦[\d,.]+ was debited from /,
  )
  await expect(page.getByRole('region', { name: 'Status queries to the switch' })).toContainText('00 Approved')
  await page.getByRole('region', { name: 'Ledger' }).getByRole('link', { name: 'Float at' }).first().click()
  await expect(page).toHaveURL(/\/ledger-position\//)
})

test('marks a lost payout as failed, and restores the wallet’s balance', async ({ console: page }) => {
  const { merchantId } = await settledPayout(page)
  const before = await availableKobo(page, merchantId)
  const payout = await submitPayout({ amount: 60_000, to: accounts.lost })
  expect(payout.merchantId).toBe(merchantId)
  await page.goto(`/payout/${payout.transactionId}/transaction-payout`)
  await expect(headOf(page)).toContainText('Pending')
  const summary = await page.getByRole('region', { name: 'Summary' }).innerText()
  const charges = kobo(/Charges\s*(₦[\d,]+\.\d\d)/.exec(summary)?.[1] ?? '')
  expect(charges).toBeGreaterThan(kobo('50.00'))
  await expect.poll(() => availableKobo(page, merchantId)).toBe(before - kobo('60,000.00') - charges)

  await page.goto(`/payout/${payout.transactionId}/transaction-payout`)
  await page.getByRole('button', { name: 'Mark as failed' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('₦60,000.00')
  await expect(dialog).toContainText('Live')
  await dialog.getByRole('button', { name: 'Mark as failed' }).click()
  await expect(dialog).toContainText('Reason is required')
  await dialog.getByLabel('Reason').fill('The bank says that nothing came')
  await dialog.getByRole('button', { name: 'Mark as failed' }).click()
  await expect(headOf(page)).toContainText('Failed')
  await expect(page.getByRole('region', { name: 'Activity log' })).toContainText('The bank says that nothing came')
  await expect.poll(() => availableKobo(page, merchantId)).toBe(before)
})

/** Each group, one of its fields, its new value, and the text on the card afterwards. */
const edits = [
  ['Transfers (Payout)', /5,001 to/, '26.5', '₦26.50'],
  ['KYC', /BVN lookup/, '61', '₦61.00'],
  ['Static Account', /Monthly maintenance/, '21.25', '₦21.25'],
  ['Virtual Account', /Percentage/, '1.25', '1.25%'],
  ['Subaccount', /Transfer charge/, '12', '₦12.00'],
  ['Child Wallet Transfer', /Transfer charge/, '13', '₦13.00'],
] as const

test('CHG-01 CHG-02 CHG-21 edits each charge group, and keeps the changes after a reload', async ({
  console: page,
}) => {
  const { merchantId } = await submitPayout({ amount: 100, to: accounts.approved })
  await page.goto(`/merchants/${merchantId}?status=charges`)
  for (const [title, field, typed] of edits) {
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(field).fill(typed)
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.reload()
  for (const [title, , , shown] of edits) {
    const card = page.getByRole('region', { name: title, exact: true })
    await expect(card).toContainText(shown)
  }
})

test('STMT-10 STMT-11 generates a statement whose figures match each other and the balance', async ({
  console: page,
}) => {
  const { merchantId } = await settledPayout(page)
  await page.goto(`/merchants/${merchantId}?status=transactions`)
  const account = page.getByRole('region', { name: 'Account and balance' })
  await expect(account).toContainText('₦')
  const panel = await account.innerText()
  const booked = kobo(/Book balance\s*(₦[\d,]+\.\d\d)/i.exec(panel)?.[1] ?? '')
  await page.getByRole('button', { name: 'Generate Statement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Duration' }).click()
  await page.getByRole('option', { name: 'Last week' }).click()
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog).toContainText('Your request was submitted successfully. Please check your mail shortly.', {
    timeout: 20_000,
  })
  // The statement is built in the background and offered when ready.
  await expect(dialog.getByRole('link', { name: 'Download CSV' })).toBeVisible({ timeout: 30_000 })

  const [csvFile] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const csv = (await readFile(await csvFile.path(), 'utf8')).trim().split('\r\n')
  const balanceOf = (line = '') => kobo(line.split(',').at(-1) ?? '')
  const opening = balanceOf(csv[1])
  const closing = balanceOf(csv.at(-1))
  const movements = csv.slice(2, -1).map((line) => {
    const [debit = '', credit = ''] = line.split(',').slice(-6, -4)
    return credit ? kobo(credit) : -kobo(debit)
  })
  expect(movements.length).toBeGreaterThan(2)
  expect(opening + movements.reduce((sum, movement) => sum + movement, 0n)).toBe(closing)
  expect(closing).toBe(booked)

  const [pdfFile] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download statement' }).click(),
  ])
  const bytes = new Uint8Array(await readFile(await pdfFile.path()))
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
  const figures = (text.match(/[\d,]+\.\d\d/g) ?? []).map(kobo)
  expect(figures).toContain(opening)
  expect(figures).toContain(closing)
  for (const movement of movements) expect(figures).toContain(movement < 0n ? -movement : movement)

  // The file is available immediately; the mail follows, and its link returns the same file.
  const mails = async () => await (await page.request.get('/outbox.json?to=admin@demo.test')).text()
  await expect.poll(mails, { timeout: 20_000 }).toContain('Statement of')
  const [link = ''] = /http[^\s\\]+\.csv[^\s\\]+/.exec(await mails()) ?? []
  const { pathname, search } = new URL(link)
  const mailed = await page.request.get(`${pathname}${search}`)
  expect((await mailed.text()).trim().split('\r\n')).toEqual(csv)
})
