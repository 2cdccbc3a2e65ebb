import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { payoutServer } from '../../../../testing/a-payout.ts'
import { renderScreen } from '../../../../testing/render-screen.tsx'
import { TransactionPage } from '../transaction-page.tsx'

const collection = { type: 'CREDIT', category: 'BANK_FUNDING' }
const own = { subAccount: null, splitType: null, splitValue: null, refunded: 0, reason: null }
const partner = {
  ...own,
  subAccount: { id: 'sub-1', name: 'Kernel Supplies' },
  splitType: 'PERCENTAGE',
  splitValue: 12.5,
  amount: 7_500,
  state: 'SETTLED',
  settlement: { id: 'settlement-1', status: 'FAILED' },
}

async function open(particulars: Partial<TransactionDetail>) {
  const { handlers } = payoutServer(particulars)
  renderScreen(<TransactionPage transactionId="txn_1" />, '/here', handlers)
  await screen.findByRole('heading', { level: 1, name: /60,000/ })
  return within(await screen.findByRole('region', { name: 'Settlement' }))
}

it('shows the shares of a collection and their settlements', async () => {
  const waits = { ...own, amount: 52_500, refunded: 1_000, state: 'WAITING', reason: 'Too little is available' }
  const section = await open({ ...collection, takers: [waits, partner] })
  const [merchant, sub] = section.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(merchant).toBe(
    'Danfo Express Logistics₦52,500.00₦1,000.00 was refunded or is disputed. Waiting: Too little is available',
  )
  expect(sub).toBe('Kernel Supplies receives 12.5%₦7,500.00Open settlementFailed')
  expect(section.getByRole('link', { name: 'Kernel Supplies' }).getAttribute('href')).toBe(
    '/sub-accounts/merchant-1/sub-1',
  )
  expect(section.getByRole('link', { name: 'Open settlement' }).getAttribute('href')).toBe('/settlements/settlement-1')
})

it.each([
  [null, null, 'Not settled'],
  ['SPENT', 'It was refunded', 'Not settled: It was refunded'],
])('shows the state of a share that is %s', async (state, reason, text) => {
  const section = await open({ ...collection, takers: [{ ...own, amount: 52_500, state, reason, settlement: null }] })
  expect(section.getByText(text)).toBeTruthy()
})

it('links a settlement attempt to its settlement', async () => {
  const { handlers } = payoutServer({ category: 'SETTLEMENT', settlementId: 'settlement-1' })
  renderScreen(<TransactionPage transactionId="txn_1" />, '/here', handlers)
  const link = await screen.findByRole('link', { name: 'View settlement' })
  expect(link.getAttribute('href')).toBe('/settlements/settlement-1')
})
