import type { Page } from '@playwright/test'
import { barriersIn, type Screen, testScreens } from './axe.ts'
import { expect, listReady, test } from './console.ts'
import { picture, raise, sectionOf, takeStep } from './dispute-actions.ts'
import { availableKobo, headOf, payLink, replyToDispute } from './money.ts'

/** Timeout for updates without a reload. */
const soon = { timeout: 30_000 }

async function sendMessage(page: Page, message: string) {
  const form = page.getByRole('form', { name: 'New message' })
  await form.getByLabel('Subject').fill('A payment is disputed')
  await form.getByLabel('Message').fill(message)
  await form.locator('input[type="file"]').setInputFiles([{ name: 'question.png', ...picture }])
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article').filter({ hasText: message })).toHaveAttribute('data-side', 'end')
}

test('DISPUTE-03 DISPUTE-04 DISPUTE-10 DISPUTE-18 raises, discusses and resolves a dispute, which refunds its held amount', async ({
  console: page,
}) => {
  test.setTimeout(120_000)
  const { merchant, payment } = await payLink(page)
  const merchantId = merchant.replace('/merchants/', '')
  const before = await availableKobo(page, merchantId)
  await raise(page, payment, '100.50')
  const dispute = page.url()
  const disputeId = new URL(dispute).pathname.split('/')[2] ?? ''
  await expect(headOf(page)).toContainText('New')
  await expect(sectionOf(page, 'Information').getByRole('button', { name: /^View / })).toHaveCount(2)
  await expect(sectionOf(page, 'Money')).toContainText('No funds are held until review starts')

  await takeStep(page, 'Start review', 'The bank asks for it')
  await expect(headOf(page)).toContainText('In Progress')
  await expect(sectionOf(page, 'Money')).toContainText('All of ₦100.50 is held')
  // The merchant may be charged for something else in the meantime.
  expect(before - (await availableKobo(page, merchantId))).toBeGreaterThanOrEqual(10_050n)

  await page.goto(dispute)
  await expect(page.getByText('No conversation available')).toBeVisible()
  await sendMessage(page, 'Kindly send the proof of delivery')
  await takeStep(page, 'Request feedback', 'They shall show the signature')
  await expect(headOf(page)).toContainText('Awaiting Feedback')
  await replyToDispute(disputeId, 'We have no signature')
  const reply = page.getByRole('article').filter({ hasText: 'We have no signature' })
  await expect(reply).toHaveAttribute('data-side', 'start', soon)
  const own = page.getByRole('article').filter({ hasText: 'Kindly send the proof of delivery' })
  const [left, right] = await Promise.all([reply.boundingBox(), own.boundingBox()])
  expect(left?.x).toBeLessThan(right?.x ?? 0)
  await expect(headOf(page)).toContainText('Feedback Provided', soon)
  await reply.getByRole('button', { name: /^View / }).click()
  await expect(page.getByRole('dialog').locator('img')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    expect(await barriersIn(page, colorScheme), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })

  await takeStep(page, 'Resolve', 'Nobody signed for it')
  await expect(headOf(page)).toContainText('Resolved')
  await expect(sectionOf(page, 'Money')).toContainText('₦100.50 was refunded to the payer', soon)
  const activities = sectionOf(page, 'Activity log').getByRole('listitem')
  await expect(activities.filter({ hasText: 'Nobody signed for it' })).toContainText('Adaeze Okonkwo')
  await sectionOf(page, 'Money').getByRole('link', { name: '₦100.50' }).click()
  const details = page.getByRole('dialog', { name: 'Refund Details' })
  await expect(details).toContainText('Processed')
  await page.goto(payment)
  await expect(sectionOf(page, 'Disputes')).toContainText('Resolved')
  await expect(sectionOf(page, 'Refunds')).toContainText('₦100.50')
  // The merchant may be charged for something else in the meantime.
  expect(before - (await availableKobo(page, merchantId))).toBeGreaterThanOrEqual(10_050n)
})

test('DISPUTE-11 FILTER-26 releases the hold of a rejected dispute, and finds it by its filters', async ({
  console: page,
}) => {
  const { merchant, payment } = await payLink(page)
  const merchantId = merchant.replace('/merchants/', '')
  const before = await availableKobo(page, merchantId)
  await raise(page, payment, '50')
  const { pathname } = new URL(page.url())
  await takeStep(page, 'Start review', 'The bank asks for it')
  await expect(sectionOf(page, 'Money')).toContainText('All of ₦50.00 is held')
  const toggle = page.getByRole('switch', { name: 'Conversation ENABLED' })
  await toggle.click({ force: true })
  await expect(page.getByText(/neither side can send a message/)).toBeVisible()
  await expect(replyToDispute(pathname.split('/')[2] ?? '', 'Too late')).rejects.toThrow()
  await takeStep(page, 'Reject', 'It was signed for')
  await expect(headOf(page)).toContainText('Rejected')
  expect(before - (await availableKobo(page, merchantId))).toBeLessThan(5_000n)

  await page.goto('/disputes?filterStatus=REJECTED&filterCategory=CHARGEBACK')
  await listReady(page)
  await page.locator(`a[href="${pathname}"]`).first().click()
  await expect(headOf(page)).toContainText('₦50.00')
  await expect(page.getByRole('button', { name: 'Resolve' })).toBeHidden()
})

async function openDisputes(page: Page) {
  await page.goto('/disputes')
  await listReady(page)
}

const screens: Screen[] = [
  {
    name: 'the panel that initiates a dispute',
    open: async (page) => {
      await openDisputes(page)
      await page.getByRole('button', { name: 'Initiate Dispute' }).click()
      const panel = page.getByRole('dialog', { name: 'Initiate Dispute' })
      await panel.getByLabel('Customer name').click()
      await panel.getByLabel('Amount').fill('12a')
      await panel.getByLabel('Customer name').click()
      await panel.getByText('Amount must contain numbers only').waitFor()
    },
  },
  {
    name: 'the sample dispute with its conversation',
    open: async (page) => {
      await openDisputes(page)
      await page.getByRole('link', { name: 'Sample dispute' }).click()
      await page.getByRole('button', { name: 'Conversation' }).click()
      await page.getByRole('dialog').getByLabel('Subject').waitFor()
    },
  },
]

testScreens(screens)
