import { contract } from '@kobo/contract'
import type { SearchHit } from '@kobo/contract/search'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { payoutServer } from '../../testing/a-payout.ts'
import { aWallet } from '../../testing/a-wallet.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { serverSession } from '../../testing/server-session.ts'
import { walletServer } from '../../testing/wallet-server.ts'

const { search, session } = contract

const payment: SearchHit = {
  kind: 'transaction',
  id: 'txn_1',
  title: 'Folasade Ogunleye',
  detail: '0123456789, Zenith Bank',
  mode: 'PRODUCTION',
  amount: 25_000,
  status: 'SUCCESS',
  createdAt: '2026-11-20T13:32:00.000Z',
  why: ['AMOUNT', 'ACCOUNT_NUMBER'],
}
const noPayments = answer(search.transactions, () => ({ totalRecords: 0, transactions: [] }))

/** Opens the palette on a page that asks for nothing, where these hits are found for any text. */
async function openPalette(hits: SearchHit[], text = '25,000') {
  const opened = renderConsole('/disputes/sample', [
    answer(search.everything, () => ({ hits })),
    noPayments,
    ...payoutServer().handlers,
  ])
  await screen.findByRole('heading', { level: 1 })
  await type(opened.user, text)
  return opened
}

const box = () => screen.findByRole('combobox', { name: 'Find anything' })

async function type(user: UserEvent, text: string) {
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await box(), text)
}

/** The words of every entry, group by group. */
async function shown(wanted: RegExp) {
  await screen.findByRole('option', { name: wanted })
  return screen
    .getAllByRole('group')
    .filter((group) => group.closest('[role="listbox"]'))
    .map((group) => [
      group.getAttribute('aria-label'),
      ...within(group)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ])
}

it('FIND-20 shows what was found by kind: name, detail, amount, status, time, and what it was found by', async () => {
  await openPalette([
    { ...payment, id: 't2', why: ['SESSION_ID'], status: 'DECLINED', amount: 1_234.5 },
    { kind: 'batch', id: 'B-1', title: 'B-1', detail: '120 payouts', status: 'UPLOADED', why: ['REFERENCE'] },
    { kind: 'wallet', id: 'w1', title: 'Tunde', detail: '9013345526', status: 'PENDING', why: ['BVN', 'NIN'] },
    payment,
    { kind: 'account', id: 'a1', title: '9901', detail: 'Zuma', status: 'UNUSED', why: ['SOMETHING_NEW'] },
  ])
  expect(await shown(/Tunde/)).toEqual([
    ['Wallets', 'Tunde9013345526Found by: BVN and NINPending'],
    [
      'Transactions',
      'Folasade Ogunleye0123456789, Zenith BankFound by: Session ID₦1,234.50Declined20-11-2026 14:32',
      'Folasade Ogunleye0123456789, Zenith BankFound by: Amount and account number₦25,000.00Success20-11-2026 14:32',
    ],
    ['Batches', 'B-1120 payoutsFound by: ReferenceUploaded'],
    ['Accounts', '9901ZumaFound by: Something newUNUSED'],
    ['All transactions', 'All transactions that match “25,000”Amount ₦25,000.00'],
  ])
})

it('FIND-27 a server that tells kind, id, title and detail alone is enough', async () => {
  await openPalette([{ kind: 'merchant', id: 'm1', title: 'Adire Textiles', detail: 'pay@adire.ng' }], 'adi')
  expect((await shown(/Adire/))[0]).toEqual(['Merchants', 'Adire Textilespay@adire.ng'])
})

it('FIND-21 a batch leads to that of its merchant, since others may use its reference too', async () => {
  const { user, router } = await openPalette([
    { kind: 'batch', id: 'b1', title: 'Found', detail: '', merchantId: 'm1' },
  ])
  await user.click(await screen.findByRole('option', { name: /Found/ }))
  await waitFor(() => expect(router.latestLocation.href).toBe('/payout/Found/bulk?merchantId=m1'))
})

it.each([
  ['merchant', 'm1', '/merchants/m1'],
  ['wallet', 'w1', '/wallets/w1'],
  ['transaction', 'txn_1', '/payout/txn_1/transaction-payout'],
  ['batch', 'b1', '/payout/Found/bulk'],
  ['account', 'a1', '/virtual-account?virtualAccountId=a1'],
])('FIND-21 what is of the kind %s leads to its own page', async (kind, id, address) => {
  const { user, router } = await openPalette([{ kind, id, title: 'Found', detail: '' }])
  await user.click(await screen.findByRole('option', { name: /Found/ }))
  await waitFor(() => expect(router.latestLocation.href).toBe(address))
  expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull()
})

it('FIND-21 what the console does not know of is shown and leads nowhere', async () => {
  const { user } = await openPalette([{ kind: 'card', id: 'c1', title: 'Card 4242', detail: 'New' }])
  expect((await shown(/Card 4242/))[0]).toEqual(['Other', 'Card 4242New'])
  const card = screen.getByRole('option', { name: /Card 4242/ })
  expect(card.getAttribute('aria-disabled')).toBe('true')
  await user.click(card)
  expect(window.location.pathname).toBe('/disputes/sample')
  // Keys pass it by.
  await user.keyboard('{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/search'))
})

it('FIND-22 names a record of the other mode, and turns to that mode before it opens the record', async () => {
  const done: string[] = []
  const { user } = renderConsole('/disputes/sample', [
    answer(search.everything, () => ({
      hits: [{ kind: 'wallet', id: 'w1', title: 'Tunde', detail: '', mode: 'SANDBOX' }],
    })),
    answer(session.changeMode, ({ body }) => {
      done.push(JSON.stringify(body))
      serverSession.mode = 'SANDBOX'
      return {}
    }),
    answer(contract.wallets.info, () => {
      done.push(`read in ${serverSession.mode}`)
      return { wallet: aWallet() }
    }),
    ...walletServer().handlers,
  ])
  await screen.findByRole('heading', { level: 1 })
  await type(user, 'tunde')
  const wallet = await screen.findByRole('option', { name: /Tunde/ })
  expect(within(wallet).getByText('Test mode')).toBeTruthy()
  await user.click(wallet)
  await waitFor(() => expect(window.location.pathname).toBe('/wallets/w1'))
  expect(screen.getByText('Test mode: nothing here is real money')).toBeTruthy()
  await waitFor(() => expect(done.slice(0, 2)).toEqual(['{"mode":"SANDBOX"}', 'read in SANDBOX']))
})

it('FIND-22 stays where it is when the mode cannot be changed', async () => {
  const { user } = await openPalette([{ ...payment, mode: 'SANDBOX' }])
  apiServer.use(refuse(session.changeMode, 500, { message: 'The mode cannot be changed now' }))
  await user.click(await screen.findByRole('option', { name: /Folasade/ }))
  expect(await screen.findByText('The mode cannot be changed now')).toBeTruthy()
  expect(window.location.pathname).toBe('/disputes/sample')
})

it('FIND-23 the last entry leads to all transactions that match', async () => {
  const { user } = await openPalette([payment], '25,000 0123456789')
  await screen.findByRole('option', { name: /Folasade/ })
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/search'))
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    minAmount: '25000',
    maxAmount: '25000',
    accountNumber: '0123456789',
  })
})

it('FIND-24 works by keys alone: arrows go round, Enter opens, Esc closes', async () => {
  const { user, router } = await openPalette([payment, { ...payment, id: 't2', title: 'Tunde' }])
  await screen.findByRole('option', { name: /Tunde/ })
  const chosen = () => screen.getByRole('option', { selected: true }).textContent
  const input = await box()
  expect(chosen()).toMatch(/^Folasade/)
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toMatch(/^Tunde/)
  expect(document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent).toMatch(/^Tunde/)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(chosen()).toMatch(/^Folasade/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull())
  await type(user, '25,000')
  await screen.findByRole('option', { name: /Tunde/ })
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(router.latestLocation.pathname).toBe('/payout/t2/transaction-payout'))
})

it('FIND-25 what is typed before the box has the focus stands in it, and nowhere else', async () => {
  renderConsole('/disputes/sample', [answer(search.everything, () => ({ hits: [] }))])
  const button = await screen.findByRole('button', { name: /Find anything/ })
  button.focus()
  fireEvent.keyDown(button, { key: 'k', ctrlKey: true })
  for (const key of ['o', 'd', 'x', 'Backspace', '?', 'Enter', 'c']) {
    fireEvent.keyDown(button, { key, ctrlKey: key === 'c' })
  }
  const input = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Find anything' })
  await waitFor(() => expect(document.activeElement).toBe(input))
  expect(input.value).toBe('od?')
  expect(input.selectionStart).toBe(3)
  expect(screen.queryByRole('dialog', { name: 'Keyboard keys' })).toBeNull()
})

it('FIND-26 never shows what was found for an older text', async () => {
  const releases: (() => void)[] = []
  const { user } = renderConsole('/disputes/sample', [
    answer(search.everything, async ({ query }) => {
      const text = query.get('text') ?? ''
      if (text === 'ade') await new Promise<void>((resolve) => releases.push(resolve))
      return { hits: [{ kind: 'merchant', id: text, title: `Found ${text}`, detail: '' }] }
    }),
  ])
  await screen.findByRole('heading', { level: 1 })
  await type(user, 'ade')
  expect(await screen.findByText('Searching…')).toBeTruthy()
  await waitFor(() => expect(releases).toHaveLength(1))
  await user.type(await box(), 'b')
  await screen.findByText('Found adeb')
  releases[0]?.()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText('Found ade')).toBeNull()
  await user.type(await box(), 'c')
  expect(screen.queryByText('Found adeb')).toBeNull()
})

it('FIND-26 says that nothing was found', async () => {
  await openPalette([], 'nobody')
  expect(await screen.findByText('Nothing found for “nobody”')).toBeTruthy()
})

it('FIND-26 says why nothing could be found, and tries again', async () => {
  const { user } = renderConsole('/disputes/sample', [refuse(search.everything, 503, { message: 'Search is away' })])
  await screen.findByRole('heading', { level: 1 })
  await type(user, 'ade')
  expect((await screen.findByRole('alert')).textContent).toBe('Search is away')
  apiServer.use(answer(search.everything, () => ({ hits: [payment] })))
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Folasade Ogunleye')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
