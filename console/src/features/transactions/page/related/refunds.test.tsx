import { contract } from '@kobo/contract'
import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { payoutServer } from '../../../../testing/a-payout.ts'
import { answer, refuse } from '../../../../testing/answer.ts'
import { renderScreen } from '../../../../testing/render-screen.tsx'
import { TransactionPage } from '../transaction-page.tsx'

const { request } = contract.refunds

const refunds: NonNullable<TransactionDetail['refunds']> = {
  left: 45_000,
  hindrance: null,
  made: [
    {
      id: 'refund-1',
      createdAt: '2026-11-20T14:00:00.000Z',
      amount: 15_000,
      status: 'processed',
      reason: 'Wrong size',
    },
  ],
}
const collection = { type: 'CREDIT', category: 'BANK_FUNDING', refunds }

async function open(particulars: Partial<TransactionDetail>, ...first: HttpHandler[]) {
  const { world, handlers } = payoutServer(particulars)
  const opened = renderScreen(<TransactionPage transactionId="txn_1" />, '/here', [...first, ...handlers])
  await screen.findByRole('heading', { level: 1, name: /60,000/ })
  return { world, ...opened }
}

const button = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Refund' })

async function openRefund(...first: HttpHandler[]) {
  const opened = await open(collection, ...first)
  await opened.user.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund' })
  await within(dialog).findByLabelText('Amount')
  return { ...opened, dialog, send: () => within(dialog).getByRole('button', { name: 'Refund' }) }
}

describe('Collection', () => {
  it('REFUND-01 shows refunds and the refundable amount and offers a refund', async () => {
    await open(collection)
    expect(button()?.disabled).toBe(false)
    const section = screen.getByRole('region', { name: 'Refunds' })
    expect(within(section).getByText('₦45,000.00 can be refunded now')).toBeTruthy()
    expect(within(section).getByText('Processed')).toBeTruthy()
    expect(section.textContent).toContain('Wrong size')
    expect(within(section).getByRole('link', { name: '₦15,000.00' }).getAttribute('href')).toBe(
      '/refunds?refundId=refund-1',
    )
  })

  it.each([
    'Refunds are not enabled for Danfo Express Logistics',
    'Its whole amount has been refunded or is being refunded',
    'A refund of ₦15,000.00 failed without the other side’s own word and may still arrive',
  ])('REFUND-01 shows the blocker of a refund: %s', async (blocker) => {
    await open({ ...collection, refunds: { ...refunds, hindrance: blocker } })
    expect(button()?.disabled).toBe(true)
    expect(button()?.title).toBe(blocker)
    expect(screen.getByText(blocker)).toBeTruthy()
    expect(screen.queryByText(/can be refunded now/)).toBeNull()
  })

  it('REFUND-01 shows the empty state for a collection without refunds and no section for other transactions', async () => {
    const { unmount } = await open({ ...collection, refunds: { ...refunds, made: [] } })
    expect(screen.getByText('No refunds yet')).toBeTruthy()
    unmount()
    await open({})
    expect(button()).toBeNull()
    expect(screen.queryByRole('region', { name: 'Refunds' })).toBeNull()
  })
})

describe('Refund dialog', () => {
  it('REFUND-01 defaults to the refundable amount and requires a reason', async () => {
    const sent: unknown[] = []
    const { user, dialog, send } = await openRefund(
      answer(
        request,
        ({ body }) => {
          sent.push(body)
          return { refundId: 'refund-2', refundTransactionId: 'txn_3' }
        },
        'The refund has been submitted',
      ),
    )
    expect(within(dialog).getByText('₦45,000.00 can be refunded now')).toBeTruthy()
    expect(within(dialog).getByText('DANFO EXPRESS LOGISTICS')).toBeTruthy()
    const amount = within(dialog).getByLabelText<HTMLInputElement>('Amount')
    expect(amount.value).toBe('₦45,000.00')
    await user.click(send())
    expect(within(dialog).getByText('Reason is required')).toBeTruthy()
    await user.clear(amount)
    await user.click(send())
    expect(within(dialog).getByText('Amount must be more than zero')).toBeTruthy()
    await user.type(amount, '1250.5')
    await user.type(within(dialog).getByLabelText('Reason'), 'Wrong size')
    await user.click(send())
    expect(await screen.findByText('The refund has been submitted')).toBeTruthy()
    expect(sent).toEqual([{ transactionId: 'txn_1', amount: 1250.5, reason: 'Wrong size' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('REFUND-01 shows why a refund was rejected and keeps the input', async () => {
    const { user, dialog, send } = await openRefund(
      refuse(request, 422, { message: 'Amount exceeds the refundable ₦10.00' }),
    )
    await user.type(within(dialog).getByLabelText('Reason'), 'Wrong size')
    await user.click(send())
    expect(await screen.findByText(/Amount exceeds the refundable/)).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Wrong size')
  })
})

it('REFUND-01 links a refund to its collection and offers the same requery and decisions as a payout', async () => {
  const { user } = await open({
    category: 'REFUND',
    status: 'PENDING',
    refundOf: { refundId: 'r', transactionId: 'txn_9' },
  })
  expect(screen.getByRole('link', { name: 'View collection' }).getAttribute('href')).toBe(
    '/payout/txn_9/transaction-payout',
  )
  expect(screen.getByRole('button', { name: 'Requery' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Mark as failed' }))
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'Are you sure that this refund failed? ' +
      'The held funds will be released, or held for the dispute again if it is the refund of a dispute.',
  )
})
