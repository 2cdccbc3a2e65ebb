import { contract } from '@kobo/contract'
import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { payoutServer } from '../../../testing/a-payout.ts'
import { answer } from '../../../testing/answer.ts'
import { renderConsole } from '../../../testing/render-console.tsx'

const collection: Partial<TransactionDetail> = {
  type: 'CREDIT',
  category: 'BANK_FUNDING',
  originatorAccountName: 'HADIZA BELLO',
  refunds: { left: 45_000, hindrance: null, made: [] },
  disputes: [],
}
const refund = (amount: number, status: string) => {
  return { id: `refund-${status}-${amount}`, createdAt: '2026-11-20T14:00:00.000Z', amount, status, reason: null }
}
const created = { id: 'dispute-1', createdAt: '2026-11-20T13:32:00.000Z', amount: 8_000, category: 'CHARGEBACK' }

async function open(particulars: Partial<TransactionDetail>) {
  const opened = renderConsole(paths.transaction('txn_1'), payoutServer(particulars).handlers)
  await screen.findByRole('heading', { level: 1, name: /60,000/ })
  await screen.findByText('Narration')
  return opened
}

const button = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Raise dispute' })

it('DISPUTE-03 a transaction is disputed from its own page, with all that it tells filled in', async () => {
  const sent: unknown[] = []
  const { user } = await open(collection)
  const { apiServer } = await import('../../../testing/api-server.ts')
  apiServer.use(
    answer(contract.disputes.initiate, ({ body }) => {
      if (body instanceof FormData) sent.push(Object.fromEntries(body))
      return { disputeId: 'dispute-1' }
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Raise dispute' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Initiate Dispute' }))
  const value = async (label: string) =>
    (await panel.findByLabelText<HTMLInputElement>(label, { selector: 'input' })).value
  expect(await value('Merchant')).toBe('Danfo Express Logistics')
  expect(await value('Customer name')).toBe('HADIZA BELLO')
  expect(await value('Amount')).toBe('45000.00')
  expect(await value('Transaction type')).toBe('Credit')
  expect(await value('Transaction category')).toBe('Bank funding')
  expect(await value('Transaction reference')).toBe('KBO-26112014320511-7Q2F')
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Submit' }).disabled).toBe(true)
  await user.type(panel.getByLabelText('Dispute description'), 'Never arrived')
  await user.click(panel.getByLabelText('Dispute type', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: 'Scam', hidden: true }))
  await user.click(panel.getByRole('button', { name: 'Submit' }))
  await expect
    .poll(() => sent)
    .toEqual([
      {
        merchantId: 'merchant-1',
        customer: 'HADIZA BELLO',
        amount: '45000.00',
        category: 'SCAM',
        transactionCategory: 'BANK_FUNDING',
        description: 'Never arrived',
        transactionType: 'CREDIT',
        transactionReference: 'KBO-26112014320511-7Q2F',
      },
    ])
})

it.each<[string, Partial<TransactionDetail>]>([
  ['It already has an open dispute', { disputes: [{ ...created, status: 'AWAITING_FEEDBACK' }] }],
  [
    'It has already been refunded in full',
    { refunds: { left: 0, hindrance: 'None', made: [refund(45_000.1, 'processed'), refund(14_999.9, 'processed')] } },
  ],
  [
    'It is being refunded',
    { refunds: { left: 0, hindrance: 'None', made: [refund(45_000, 'processing'), refund(15_000, 'processed')] } },
  ],
  [
    '₦60,000.00 of this collection is disputed: nothing can be refunded outside the dispute',
    {
      refunds: {
        left: 0,
        hindrance: '₦60,000.00 of this collection is disputed: nothing can be refunded outside the dispute',
        made: [refund(60_000, 'failed')],
      },
      disputes: [{ ...created, status: 'RESOLVED' }],
    },
  ],
])('DISPUTE-03 disables raising a dispute and shows the blocker: %s', async (sentence, particulars) => {
  await open({ ...collection, ...particulars })
  expect(button()?.disabled).toBe(true)
  expect(button()?.title).toBe(sentence)
})

it('the page of a transaction tells its disputes, and leads to them', async () => {
  await open({ ...collection, disputes: [{ ...created, status: 'REJECTED' }] })
  const section = within(screen.getByRole('region', { name: 'Disputes' }))
  expect(section.getByText('Rejected')).toBeTruthy()
  expect(section.getByText('20-11-2026 14:32')).toBeTruthy()
  expect(section.getByRole('link', { name: '₦8,000.00' }).getAttribute('href')).toBe('/disputes/dispute-1/merchant')
  expect(button()?.disabled).toBe(false)
})

it('what has not succeeded, or is no transfer of a bank, is not disputed', async () => {
  const { unmount } = await open({ status: 'PENDING' })
  expect(button()).toBeNull()
  unmount()
  await open({ ...collection, category: 'WALLET_TO_WALLET' })
  expect(button()).toBeNull()
  expect(screen.queryByRole('region', { name: 'Disputes' })).toBeNull()
})
