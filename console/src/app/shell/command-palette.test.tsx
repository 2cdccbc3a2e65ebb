import { contract } from '@kobo/contract'
import { type SearchHit, findTextLength } from '@kobo/contract/search'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { payoutServer } from '../../testing/a-payout.ts'
import { aWallet } from '../../testing/a-wallet.ts'
import { answer, refuse, serverSession } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'
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

/** Opens the palette on a page without requests of its own. The search returns these hits for any text. */
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

/** Returns the texts of all items by group. */
async function shown(pattern: RegExp) {
  await screen.findByRole('option', { name: pattern })
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

it('FIND-20 groups results by kind with name, detail, amount, status, time and matched values', async () => {
  await openPalette([
    { ...payment, id: 't2', why: ['SESSION_ID'], status: 'DECLINED', amount: 1_234.5 },
    { kind: 'batch', id: 'B-1', title: 'B-1', detail: '120 payouts', status: 'UPLOADED', why: ['REFERENCE'] },
    { kind: 'wallet', id: 'w1', title: 'Tunde', detail: '9013345526', status: 'PENDING', why: ['BVN', 'NIN'] },
    payment,
    { kind: 'account', id: 'a1', title: '9901', detail: 'Zuma', status: 'UNUSED', why: ['SOMETHING_NEW'] },
  ])
  expect(await shown(/Tunde/)).toEqual([
    ['Payout batches', 'B-1120 payoutsMatched on: ReferenceUploaded'],
    [
      'Transactions',
      'Folasade Ogunleye0123456789, Zenith BankMatched on: Session ID₦1,234.50Declined20-11-2026 14:32',
      'Folasade Ogunleye0123456789, Zenith BankMatched on: Amount and account number₦25,000.00Success20-11-2026 14:32',
    ],
    ['Wallets', 'Tunde9013345526Matched on: BVN and NINPending'],
    ['Virtual accounts', '9901ZumaMatched on: Something newUNUSED'],
    ['All transactions', 'All transactions that match “25,000”Amount ₦25,000.00'],
  ])
})

it('marks a frozen record beside its status', async () => {
  const wallet = { kind: 'wallet', detail: '9013345526', status: 'ACTIVE' }
  await openPalette([
    { ...wallet, id: 'w1', title: 'Tunde', isFrozen: true },
    { ...wallet, id: 'w2', title: 'Tunji', isFrozen: false },
  ])
  expect((await shown(/Tunde/))[0]).toEqual(['Wallets', 'Tunde9013345526FrozenActive', 'Tunji9013345526Active'])
})

it('FIND-20 orders groups as the reply does, with records that hold transactions above the transactions', async () => {
  await openPalette(
    ['dispute', 'transaction', 'settlement', 'card', 'cardBatch', 'batch', 'merchant', 'transaction'].map(
      (kind, at) => ({ kind, id: `id-${at}`, title: `Found ${at}`, detail: '' }),
    ),
    'KBO',
  )
  expect((await shown(/Found 6/)).map(([group]) => group).join(' | ')).toBe(
    'Disputes | Settlements | Card batches | Payout batches | Transactions | Cards | Merchants | All transactions',
  )
})

it.each([
  ['RC_NUMBER', 'RC number'],
  ['CARD_NUMBER', 'Card number'],
  ['SERIAL_NUMBER', 'Serial number'],
  ['URL', 'URL'],
])('FIND-20 labels the match %s as “%s”', async (why, label) => {
  await openPalette([{ kind: 'merchant', id: 'm1', title: 'Found', detail: '', why: [why] }])
  expect(await screen.findByText(`Matched on: ${label}`)).toBeTruthy()
})

it('FIND-27 accepts a result with only kind, ID, title and detail', async () => {
  await openPalette([{ kind: 'merchant', id: 'm1', title: 'Adire Textiles', detail: 'pay@adire.ng' }], 'adi')
  expect((await shown(/Adire/))[0]).toEqual(['Merchants', 'Adire Textilespay@adire.ng'])
})

it('FIND-21 opens a batch by its reference, including special characters', async () => {
  const { user, router } = await openPalette([{ kind: 'batch', id: 'b1', title: 'May/June 50%', detail: '' }])
  await user.click(await screen.findByRole('option', { name: /May/ }))
  await waitFor(() => expect(router.latestLocation.href).toBe('/payout/May%2FJune%2050%25/bulk'))
})

it('FIND-21 opens the batch of its own merchant, since references repeat between merchants', async () => {
  const { user, router } = await openPalette([
    { kind: 'batch', id: 'b1', title: 'Found', detail: '', merchantId: 'm1' },
  ])
  await user.click(await screen.findByRole('option', { name: /Found/ }))
  await waitFor(() => expect(router.latestLocation.href).toBe('/payout/Found/bulk?merchantId=m1'))
})

it('FIND-21 shows a result of an unknown kind without a link', async () => {
  const { user } = await openPalette([{ kind: 'voucher', id: 'v1', title: 'Voucher 4242', detail: 'New' }])
  expect((await shown(/Voucher 4242/))[0]).toEqual(['Other', 'Voucher 4242New'])
  const voucher = screen.getByRole('option', { name: /Voucher 4242/ })
  expect(voucher.getAttribute('aria-disabled')).toBe('true')
  await user.click(voucher)
  expect(window.location.pathname).toBe('/disputes/sample')
  // Keyboard navigation skips it.
  await user.keyboard('{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/search'))
})

it('FIND-22 labels a record of the other mode, and changes the mode before opening it', async () => {
  const events: string[] = []
  const { user } = renderConsole('/disputes/sample', [
    answer(search.everything, () => ({
      hits: [{ kind: 'wallet', id: 'w1', title: 'Tunde', detail: '', mode: 'SANDBOX' }],
    })),
    answer(session.changeMode, ({ body }) => {
      events.push(JSON.stringify(body))
      serverSession.mode = 'SANDBOX'
      return {}
    }),
    answer(contract.wallets.info, () => {
      events.push(`read in ${serverSession.mode}`)
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
  expect(screen.getByText('Test mode: no real money is moved')).toBeTruthy()
  await waitFor(() => expect(events.slice(0, 2)).toEqual(['{"mode":"SANDBOX"}', 'read in SANDBOX']))
})

it('FIND-22 stays on the page when the mode cannot be changed', async () => {
  const { user } = await openPalette([{ ...payment, mode: 'SANDBOX' }])
  apiServer.use(refuse(session.changeMode, 500, { message: 'The mode cannot be changed now' }))
  await user.click(await screen.findByRole('option', { name: /Folasade/ }))
  expect(await screen.findByText('The mode cannot be changed now')).toBeTruthy()
  expect(window.location.pathname).toBe('/disputes/sample')
})

it('FIND-23 offers all matching transactions as the last entry', async () => {
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

it('FIND-24 supports keyboard use: arrows wrap around, Enter opens, Esc closes', async () => {
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

it('FIND-25 puts keys typed before the box has the focus into the box only', async () => {
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
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
})

it('FIND-26 never shows results of an older text', async () => {
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

it('FIND-26 reports when there are no results', async () => {
  await openPalette([], 'nobody')
  expect(await screen.findByText('No results for “nobody”')).toBeTruthy()
})

it.each([
  ['FINANCE', 'ngozi@mail.example', 'Your role cannot search by email address'],
  ['OPERATIONS', '22123 456789', 'Your role cannot search by BVN or NIN'],
  ['OPERATIONS', '08035550142', 'No results for “08035550142”'],
  ['COMPLIANCE', 'ngozi@mail.example', 'No results for “ngozi@mail.example”'],
  ['COMPLIANCE', '22123456789', 'No results for “22123456789”'],
])('FIND-26 says whether the role %s finds nothing by %s or may not search by it', async (role, text, sentence) => {
  const { user } = renderConsole('/disputes/sample', [
    signedInAs(role),
    answer(search.everything, () => ({ hits: [] })),
  ])
  await screen.findByRole('heading', { level: 1 })
  await type(user, text)
  expect(await screen.findByText(sentence)).toBeTruthy()
})

it('FIND-26 does not report missing results when a page matches', async () => {
  await openPalette([], 'refunds')
  expect((await shown(/Refunds/))[0]).toEqual(['Pages', 'Refunds'])
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull())
  expect(screen.queryByText(/No results/)).toBeNull()
})

it('FIND-26 accepts a pasted URL and table cells, and truncates text beyond the search limit', async () => {
  const texts: string[] = []
  const { user } = renderConsole('/disputes/sample', [
    answer(search.everything, ({ query }) => {
      texts.push(query.get('text') ?? '')
      return { hits: [] }
    }),
  ])
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await box())
  await user.paste(`OKAFOR\tCHIDI ${'x'.repeat(2 * findTextLength)}`)
  await waitFor(() => expect(texts).toEqual([`OKAFOR CHIDI ${'x'.repeat(findTextLength - 13)}`]))
  expect(await screen.findByText(/^No results/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('FIND-26 shows why the search failed, and retries on request', async () => {
  const { user } = renderConsole('/disputes/sample', [refuse(search.everything, 503, { message: 'Search is away' })])
  await screen.findByRole('heading', { level: 1 })
  await type(user, 'ade')
  expect((await screen.findByRole('alert')).textContent).toBe('Search is away · Request req_1')
  apiServer.use(answer(search.everything, () => ({ hits: [payment] })))
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Folasade Ogunleye')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
