import { contract } from '@kobo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer } from '../../testing/answer.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { aLien, lienServer } from '../../testing/lien-server.ts'
import { choose, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, cells, headers, listShown, selectedTab } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { returnToWindow } from '../../testing/return-to-window.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { walletServer } from '../../testing/wallet-server.ts'

const ended = aLien({
  id: 'lien-2',
  kind: 'MERCHANT',
  name: 'Lekki Stores',
  walletId: null,
  held: 0,
  until: '2026-11-27T08:00:00.000Z',
  endedAt: '2026-11-27T08:00:00.000Z',
})

function open(address = '/merchants?status=liens') {
  const { server, handlers } = lienServer({ liens: [aLien({ held: 20_000 }), ended] })
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

it('lists liens in a tab of the merchants, each with a link to its account', async () => {
  const { server } = open()
  await listShown()
  expect(selectedTab()).toBe('Liens 2')
  expect(headers().join(' | ')).toMatch(
    /^Placed \| Name \| Kind \| Amount \| Held now \| Until \| Status \| Placed by \| Ended/,
  )
  expect(cells(/Tunde Bakare/).slice(0, 9)).toEqual([
    '26-11-2026 19:20',
    'Tunde Bakare',
    'Wallet',
    '₦50,000.00',
    '₦20,000.00',
    '_',
    'Open',
    'Ada Obi',
    '_',
  ])
  expect(cells(/Lekki Stores/).slice(4, 9)).toEqual([
    '₦0.00',
    '27-11-2026 09:00',
    'Ended',
    'Ada Obi',
    '27-11-2026 09:00',
  ])
  expect(server.asked).toEqual(['page=1&size=100'])
  const linkOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect([linkOf(/, Tunde Bakare/), linkOf(/, Lekki Stores/)]).toEqual(['/wallets/w1', '/merchants/m1'])
})

it('filters by status and kind, searches, and keeps both in the URL', async () => {
  const { server, user } = open('/merchants?status=liens&filterStatus=OPEN')
  await screen.findByText('Status: Open')
  await listShown()
  const dialog = await openDialog('Filter by')
  await choose(user, 'Kind', 'Store')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await waitFor(() => expect(server.asked.at(-1)).toBe('page=1&size=100&status=OPEN&kind=STORE'))
  await user.type(screen.getByPlaceholderText('Search by name, number or reason'), 'court')
  await waitFor(() => expect(server.asked.at(-1)).toBe('page=1&size=100&status=OPEN&kind=STORE&search=court'))
  expect(addressQuery()).toMatchObject({ status: 'liens', filterStatus: 'OPEN', kind: 'STORE' })
})

it('releases a lien from the menu of its row, if it is open', async () => {
  const { server, user } = open()
  await listShown()
  await user.click(screen.getByRole('button', { name: /^Actions for .*Lekki Stores/ }))
  await screen.findByRole('menuitem', { name: 'View account' })
  expect(screen.queryByRole('menuitem', { name: 'Release the lien' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /^Actions for .*Tunde Bakare/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Release the lien' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release the lien' }))
  await user.type(dialog.getByLabelText('Reason'), 'Lifted')
  await user.click(dialog.getByRole('button', { name: 'Release the lien' }))
  await waitFor(() => expect(server.sent).toEqual([{ lienId: 'lien-1', reason: 'Lifted' }]))
})

it('says in the open dialog of a row that its lien is over', async () => {
  const { server, user } = open()
  await listShown()
  await user.click(screen.getByRole('button', { name: /^Actions for .*Tunde Bakare/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Release the lien' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release the lien' }))
  await user.type(dialog.getByLabelText('Reason'), 'Lifted')
  server.liens = server.liens.map((lien) => ({ ...lien, endedAt: '2026-11-27T08:00:00.000Z' }))
  returnToWindow()
  expect(await dialog.findByText('This lien is over.')).toBeDefined()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Lifted')
})

it('shows no tab on a server without liens', async () => {
  withoutAdditions()
  open()
  await screen.findByText('No Merchant List Record Found')
  expect(screen.queryByRole('tab', { name: /^Liens/ })).toBeNull()
  expect(selectedTab()).toBe('Merchants 0')
})
