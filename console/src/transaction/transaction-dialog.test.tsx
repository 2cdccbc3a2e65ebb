import { contract } from '@kobo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it, vi } from 'vitest'
import { payoutServer } from '../testing/a-payout.ts'
import { refuse } from '../testing/answer.ts'
import { apiServer } from '../testing/api-server.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'

const { info } = contract.transactions

async function open(...first: HttpHandler[]) {
  const { world, handlers } = payoutServer({ alert: 'Approved after it had failed' })
  const onClose = vi.fn<() => void>()
  const opened = renderScreen(<TransactionDialog id="txn_1" onClose={onClose} />, '/here', [...first, ...handlers])
  const dialog = await screen.findByRole('dialog', { name: 'Transaction details' })
  return { ...opened, world, dialog, onClose }
}

it('TXDETAIL-03 TXDETAIL-04 shows a transaction over its list', async () => {
  const { dialog, world } = await open()
  expect(await within(dialog).findByText('OKAFOR CHIDI EMEKA')).toBeDefined()
  const terms = within(dialog).getAllByRole('term')
  expect(terms.map((term) => term.textContent).join(' | ')).toBe(
    'From | To | Narration | Amount | Charges | Amount Processed | Date created | Channel | Status | Reference | Session ID | Description',
  )
  expect(within(dialog).getByRole('alert').textContent).toBe('Approved after it had failed')
  expect(world.asked.map(({ query }) => query.get('transactionId'))).toEqual(['txn_1'])
})

it('links to the transaction page', async () => {
  const { user, dialog, history } = await open()
  await user.click(within(dialog).getByRole('link', { name: 'Open transaction page' }))
  await waitFor(() => expect(history.location.pathname).toBe('/payout/txn_1/transaction-payout'))
})

it('TXDETAIL-17 shows failed details, and refetches them on request', async () => {
  const { user, dialog } = await open(refuse(info, 500, { message: 'The database is away' }))
  await within(dialog).findByText('Error Fetching Details')
  apiServer.use(...payoutServer().handlers)
  await user.click(within(dialog).getByRole('button', { name: 'Refetch Details' }))
  expect(await within(dialog).findByText('OKAFOR CHIDI EMEKA')).toBeDefined()
})

it('reports a missing transaction and closes', async () => {
  const { user, dialog, onClose } = await open(refuse(info, 404, { message: 'No', code: 'not_found' }))
  await within(dialog).findByText('This transaction does not exist in Live mode')
  await user.click(within(dialog).getByText('Close'))
  expect(onClose).toHaveBeenCalledOnce()
})
