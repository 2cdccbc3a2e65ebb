import { contract } from '@kobo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer } from '../../testing/answer.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { aFreeze, freezeServer } from '../../testing/freeze-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const createdAt = '2026-11-20T13:32:00.000Z'
const merchant = { id: 'm1', businessName: 'Lekki Stores' }
const account = { createdAt, accountNumber: '9901234567', bankName: 'Providus Bank', balance: 500, merchant }
const child = { ...account, id: 'a1', accountName: 'Rent of Tunde', status: 'ACTIVE' }
const subaccount = { ...account, id: 'a1', name: 'Rent of Tunde', status: 'ACTIVE' }
const store = { ...account, id: 'a1', name: 'Rent of Tunde' }

const records = [
  answer(contract.childAccounts.transactions, () => ({ totalRecords: 0, transactions: [], account: child })),
  answer(contract.merchants.info, () => ({ merchant: aMerchant(merchant) })),
  answer(contract.subAccounts.info, () => ({ subaccount })),
  answer(contract.settlements.list, () => ({ totalRecords: 0, settlements: [] })),
  answer(contract.stores.list, () => ({ totalRecords: 1, stores: [store] })),
]

const pages: [kind: string, address: string, checkboxes: number][] = [
  ['CHILD', paths.merchantChildren('m1', { accountId: 'a1' }), 3],
  ['STORE', paths.stores({ status: 'stores', storeId: 'a1' }), 2],
  ['SUBACCOUNT', paths.subAccountSettlements('m1', 'a1'), 0],
]

it.each(pages)(
  'freezes a record of the kind %s on its page %s in the scopes that apply',
  async (_kind, address, scopes) => {
    const { server, handlers } = freezeServer()
    const { user } = renderConsole(address, [...handlers, ...records])
    await user.click(await screen.findByRole('button', { name: 'Freeze' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Freeze Rent of Tunde' }))
    expect(dialog.queryAllByRole('checkbox')).toHaveLength(scopes)
    expect(dialog.queryAllByRole('radio', { name: 'Cancel them now' })).toHaveLength(scopes === 0 ? 0 : 1)
    await user.type(dialog.getByLabelText('Reason'), 'Court order')
    await user.click(dialog.getByRole('button', { name: 'Freeze' }))
    await waitFor(() => expect(server.sent).toEqual([{ accountId: 'a1', scope: ['ALL'], reason: 'Court order' }]))
  },
)

it.each(pages)('shows the freeze of a record of the kind %s on its page %s', async (kind, address) => {
  const { server, handlers } = freezeServer({
    inForce: [aFreeze({ kind, accountId: 'a1', walletId: kind === 'WALLET' ? 'a1' : null, name: 'Rent of Tunde' })],
  })
  const { user } = renderConsole(address, [...handlers, ...records])
  await screen.findByText(/^Frozen since 26-11-2026 19:20 by Ada Obi/)
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Lift the freeze' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lift the freeze' }))
  await user.type(dialog.getByLabelText('Reason'), 'Court order lifted')
  await user.click(dialog.getByRole('button', { name: 'Lift the freeze' }))
  await waitFor(() => expect(server.sent).toEqual([{ accountId: 'a1', reason: 'Court order lifted' }]))
  expect(await screen.findByRole('button', { name: 'Freeze' })).toBeDefined()
})

it('shows nothing of freezes on a server without them', async () => {
  withoutAdditions()
  const { server, handlers } = freezeServer({ inForce: [aFreeze({ kind: 'SUBACCOUNT', accountId: 'a1' })] })
  renderConsole(paths.subAccountSettlements('m1', 'a1'), [...handlers, ...records])
  await screen.findByRole('heading', { level: 1, name: 'Rent of Tunde' })
  // Anything else would be loaded by now.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull()
  expect(server.asked).toEqual([])
})
