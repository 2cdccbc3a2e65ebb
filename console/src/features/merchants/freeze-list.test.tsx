import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { contract } from '@kobo/contract'
import { answer } from '../../testing/answer.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { aFreeze, freezeServer } from '../../testing/freeze-server.ts'
import { choose, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, cells, headers, listShown, selectedTab } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { returnToWindow } from '../../testing/return-to-window.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { walletServer } from '../../testing/wallet-server.ts'

const ended = aFreeze({
  id: 'freeze-2',
  kind: 'WALLET',
  accountId: 'a1',
  walletId: 'w1',
  name: 'Tunde Bakare',
  scopes: ['CARDS'],
  until: '2026-11-27T08:00:00.000Z',
  endedAt: '2026-11-27T08:00:00.000Z',
})

function open(address = '/merchants?status=freezes') {
  const { server, handlers } = freezeServer({ inForce: [aFreeze(), ended] })
  const merchants = answer(contract.merchants.list, () => ({
    totalRecords: 0,
    totalVerifiedMerchants: 0,
    totalNonVerifiedMerchants: 0,
    merchants: [],
  }))
  // Rows under the pointer preload their records.
  const records = [...merchantServer(() => aMerchant()), ...walletServer().handlers]
  return { server, ...renderConsole(address, [...handlers, merchants, ...records]) }
}

it('lists freezes in a tab of the merchants, each with a link to its record', async () => {
  const { server } = open()
  await listShown()
  expect(selectedTab()).toBe('Freezes 2')
  expect(headers().join(' | ')).toMatch(/^Started \| Name \| Kind \| Stopped \| Until \| Status \| Frozen by \| Ended/)
  expect(cells(/Lekki Stores/).slice(0, 8)).toEqual([
    '26-11-2026 19:20',
    'Lekki Stores',
    'Merchant',
    'Money out, collections',
    '_',
    'In force',
    'Ada Obi',
    '_',
  ])
  expect(cells(/Tunde Bakare/).slice(2, 8)).toEqual([
    'Wallet',
    'Card purchases',
    '27-11-2026 09:00',
    'Ended',
    'Ada Obi',
    '27-11-2026 09:00',
  ])
  expect(server.asked).toEqual(['page=1&size=100'])
  const linkOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect([linkOf(/, Lekki Stores/), linkOf(/, Tunde Bakare/)]).toEqual(['/merchants/m1', '/wallets/w1'])
})

it('filters by status and kind, searches, and keeps the filters in the URL', async () => {
  const { server, user } = open('/merchants?status=freezes&filterStatus=IN_FORCE')
  await screen.findByText('Status: In force')
  await listShown()
  const dialog = await openDialog('Filter by')
  await choose(user, 'Kind', 'Child account')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await waitFor(() => expect(server.asked.at(-1)).toBe('page=1&size=100&status=IN_FORCE&kind=CHILD'))
  await user.type(screen.getByPlaceholderText('Search by name, number or reason'), 'theft')
  await waitFor(() => expect(server.asked.at(-1)).toBe('page=1&size=100&status=IN_FORCE&kind=CHILD&search=theft'))
  expect(addressQuery()).toMatchObject({ status: 'freezes', filterStatus: 'IN_FORCE', kind: 'CHILD' })
})

it('lifts a freeze from the menu of its row, if it is in force', async () => {
  const { server, user } = open()
  await listShown()
  await user.click(screen.getByRole('button', { name: /^Actions for .*Tunde Bakare/ }))
  await screen.findByRole('menuitem', { name: 'View record' })
  expect(screen.queryByRole('menuitem', { name: 'Lift the freeze' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /^Actions for .*Lekki Stores/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Lift the freeze' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lift the freeze' }))
  await user.type(dialog.getByLabelText('Reason'), 'New credentials')
  await user.click(dialog.getByRole('button', { name: 'Lift the freeze' }))
  await waitFor(() => expect(server.sent).toEqual([{ merchantId: 'm1', reason: 'New credentials' }]))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Lekki Stores/ })).toBeNull())
})

it('says in the open dialog of a row that its freeze is over', async () => {
  const { server, user } = open()
  await listShown()
  await user.click(screen.getByRole('button', { name: /^Actions for .*Lekki Stores/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Lift the freeze' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lift the freeze' }))
  await user.type(dialog.getByLabelText('Reason'), 'New credentials')
  server.inForce = [aFreeze({ endedAt: '2026-11-27T08:00:00.000Z' }), ended]
  returnToWindow()
  expect(await dialog.findByText('This freeze is over.')).toBeDefined()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('New credentials')
})

it('shows no tab on a server without freezes', async () => {
  withoutAdditions()
  open()
  await screen.findByText('No Merchant List Record Found')
  expect(screen.queryByRole('tab', { name: /^Freezes/ })).toBeNull()
  expect(selectedTab()).toBe('Merchants 0')
})
