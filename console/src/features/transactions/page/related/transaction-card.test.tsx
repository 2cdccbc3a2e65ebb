import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { payoutServer } from '../../../../testing/a-payout.ts'
import { renderScreen } from '../../../../testing/render-screen.tsx'
import { TransactionPage } from '../transaction-page.tsx'

const card: NonNullable<TransactionDetail['card']> = {
  id: 'card-1',
  maskedPan: '506140******4417',
  holderName: 'HADIZA BELLO',
  paymentTransactionId: 'txn_1',
}

async function openCard(more: Partial<NonNullable<TransactionDetail['card']>>) {
  const { handlers } = payoutServer({ category: 'CARD_PAYMENT', card: { ...card, ...more } })
  renderScreen(<TransactionPage transactionId="txn_1" />, '/here', handlers)
  const section = within(await screen.findByRole('region', { name: 'Card' }))
  const terms = section.getAllByRole('term')
  return {
    link: section.getByRole('link', { name: 'HADIZA BELLO, 506140******4417' }),
    fields: Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])),
  }
}

it('CARD-03 links a held payment to its card and shows when the hold ends', async () => {
  const { link, fields } = await openCard({ authorisedAmount: 5000, heldUntil: '2026-11-27T13:32:00.000Z' })
  expect(link.getAttribute('href')).toBe('/cards/card-1')
  expect(fields).toEqual({
    Card: 'HADIZA BELLO, 506140******4417',
    Authorised: '₦5,000.00',
    'Held until': '27-11-2026 14:32',
  })
})

it('CARD-03 shows the covered shortfall of a payment and links to its reversal', async () => {
  const { fields } = await openCard({ clearedAmount: 9000, coveredAmount: 4000, reversalTransactionId: 'txn_2' })
  expect(fields).toEqual({
    Card: 'HADIZA BELLO, 506140******4417',
    Cleared: '₦9,000.00',
    'Shortfall covered': "₦4,000.00 above the account's balance",
    'Reversed by': 'Open reversal',
  })
})
