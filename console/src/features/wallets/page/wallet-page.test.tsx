import { contract } from '@kobo/contract'
import type { Wallet } from '@kobo/contract/wallets'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, type HttpHandler, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { answer, record, refuse, serverSession } from '../../../testing/answer.ts'
import { aTierRequest } from '../../../testing/a-wallet.ts'
import { renderConsole } from '../../../testing/render-console.tsx'
import { walletServer } from '../../../testing/wallet-server.ts'

/** Opens a wallet's page on a server that stores changes. */
async function openWallet(particulars: Partial<Wallet> = {}, extra: HttpHandler[] = []) {
  const { server, handlers } = walletServer(particulars)
  const opened = renderConsole(paths.wallet('w1'), [...extra, ...handlers])
  await screen.findByRole('heading', { level: 1, name: server.wallet.accountName })
  return { server, ...opened }
}

const field = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const button = (name: string) => screen.queryByRole('button', { name })
const headerTexts = () =>
  [...(screen.getByRole('heading', { level: 1 }).parentElement?.children ?? [])].map((part) => part.textContent)

describe('Wallet page', () => {
  it('WALLET-06 WALLET-09 WALLET-11 WALLET-12 shows every field of wallet and holder', async () => {
    await openWallet()
    const shown = [
      'Merchant',
      'Wallet ID',
      'Account name',
      'Bank',
      'Current tier',
      'Email',
      'Phone number',
      'Date of birth',
      'Address',
      'City',
      'State',
      'Country',
      'Postal code',
    ]
    expect(shown.map(field).join(' | ')).toBe(
      'Adire & Indigo Textiles Ltd | w1 | Tunde Bakare | Providus Bank | Tier 1 | tunde@example.ng | +234 803 555 0142 | 07-02-1991 | 3 Awolowo Road | Ikeja | Lagos | Nigeria | N/A',
    )
    expect(screen.getByRole('link', { name: 'Adire & Indigo Textiles Ltd' }).getAttribute('href')).toBe('/merchants/m1')
  })

  it('WALLET-12 shows the fixed values when the other data is missing', async () => {
    await openWallet({ merchant: null, email: null, bvn: null, nin: null, dateOfBirth: null, state: null })
    expect(['Merchant', 'Email', 'BVN', 'NIN', 'Date of birth', 'State'].map(field)).toEqual(Array(6).fill('_'))
    expect(['Country', 'Postal code'].map(field)).toEqual(['Nigeria', 'N/A'])
    expect(button('Reveal BVN')).toBeNull()
  })

  it('WALLET-07 ERR-16 copies the account number and confirms it', async () => {
    const { user } = await openWallet()
    expect(field('Account number')).toBe('9901234567')
    await user.click(screen.getByRole('button', { name: 'Copy account number' }))
    expect(await screen.findByText('Account number copied successfully')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('9901234567')
  })

  it('WALLET-08 shows the available and the booked balance in naira', async () => {
    await openWallet()
    expect([field('Available balance'), field('Book balance')]).toEqual(['₦120,000.50', '₦150,000.00'])
  })

  it.each([
    ['ACTIVE', 'Active'],
    ['PENDING', 'Pending'],
    ['CLOSED', 'Inactive'],
  ])('STATE-05 shows %s as %s next to the name, with the tier', async (status, label) => {
    await openWallet({ status })
    expect(headerTexts()).toEqual(['Tunde Bakare', label, 'Tier 1'])
  })

  it('marks a wallet on which no debit may be posted', async () => {
    await openWallet({ postNoDebit: true })
    expect(headerTexts()).toEqual(['Tunde Bakare', 'Active', 'Tier 1', 'Post No Debit'])
  })

  it('shows how much of the limits is used', async () => {
    await openWallet()
    const debits = screen.getByRole('meter', { name: 'Debited today' })
    expect(debits.getAttribute('aria-valuetext')).toBe('₦12,500.00 of ₦50,000.00')
    expect(debits.getAttribute('aria-valuenow')).toBe('25')
    const balance = screen.getByRole('meter', { name: 'Balance' })
    expect(balance.getAttribute('aria-valuetext')).toBe('₦150,000.00 of ₦300,000.00')
  })

  it('shows No limit if there is none', async () => {
    await openWallet({ tier: 3, limits: { dailyDebit: 5_000_000, debitedToday: 0, balance: null } })
    expect(screen.getByText('₦150,000.00 / No limit')).toBeTruthy()
    expect(screen.queryByRole('meter', { name: 'Balance' })).toBeNull()
  })

  it('hides the limits if the server sends none', async () => {
    await openWallet({ limits: null })
    expect(screen.queryByRole('heading', { name: 'Limits' })).toBeNull()
  })

  it('ERR-07 offers a retry when the wallet cannot be fetched', async () => {
    const broken = refuse(contract.wallets.info, 500, { message: 'Broken' })
    renderConsole(paths.wallet('w1'), [broken, ...walletServer().handlers])
    expect(await screen.findByText('Error Fetching Details')).toBeTruthy()
    expect(button('Refetch Details')).not.toBeNull()
  })

  it('reports a wallet that does not exist in this mode and links back', async () => {
    const { user } = renderConsole(paths.wallet('w9'), [
      refuse(contract.wallets.info, 404, { message: 'There is no such wallet' }),
      answer(contract.wallets.list, () => ({ totalRecords: 0, totalTransactions: 0, wallets: [] })),
      ...walletServer().handlers,
    ])
    expect(await screen.findByText('This wallet does not exist in Live mode')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back to wallets' }))
    await waitFor(() => expect(window.location.pathname).toBe('/wallets'))
  })
})

describe('Wallet of the other mode', () => {
  it('offers to open it in the mode to which it belongs', async () => {
    const bodies: unknown[] = []
    const { server, handlers } = walletServer()
    const { user } = renderConsole(paths.wallet('w1'), [
      http.get(`/api${contract.wallets.info.path}`, () => {
        if (serverSession.mode === 'SANDBOX') return undefined
        const failure = { status: false, code: 'not_found', message: 'No such wallet', existsIn: 'SANDBOX' }
        return HttpResponse.json(failure, { status: 404, headers: { 'x-mode': serverSession.mode } })
      }),
      answer(contract.session.changeMode, ({ body }) => {
        bodies.push(body)
        serverSession.mode = 'SANDBOX'
        return {}
      }),
      ...handlers,
    ])
    expect(await screen.findByText('This wallet does not exist in Live mode')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open in Test mode' }))
    expect(await screen.findByRole('heading', { level: 1, name: server.wallet.accountName })).toBeTruthy()
    expect(bodies).toEqual([{ mode: 'SANDBOX' }])
  })
})

describe('Wallet status', () => {
  it.each([
    ['ACTIVE', 'Disable', 'Wallet disabled', 'Inactive'],
    ['INACTIVE', 'Enable', 'Wallet enabled', 'Active'],
  ])(
    'WALLET-16 asks for confirmation, naming wallet and mode, when a wallet is %s: %s',
    async (status, action, toast, then) => {
      const { user, server } = await openWallet({ status })
      await user.click(screen.getByRole('button', { name: action }))
      const dialog = within(await screen.findByRole('dialog', { name: `${action} wallet` }))
      for (const named of ['Tunde Bakare', '9901234567', 'Live mode']) expect(dialog.getByText(named)).toBeTruthy()
      expect(server.sent).toEqual([])
      await user.click(dialog.getByRole('button', { name: action }))
      expect(await screen.findByText(toast)).toBeTruthy()
      expect(server.sent).toEqual([{ walletId: 'w1' }])
      await waitFor(() => expect(headerTexts()[1]).toBe(then))
    },
  )

  it('ERR-13 shows the current status when another operator was faster', async () => {
    const { user, server } = await openWallet({}, [
      refuse(contract.wallets.disable, 409, { message: 'This wallet is disabled already' }),
    ])
    await user.click(screen.getByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog'))
    server.wallet = { ...server.wallet, status: 'INACTIVE' }
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    expect(await screen.findByText('This wallet is disabled already')).toBeTruthy()
    await waitFor(() => expect(headerTexts()[1]).toBe('Inactive'))
    expect(dialog.getByText('This wallet is already disabled.')).toBeTruthy()
  })
})

describe('Personal numbers', () => {
  async function reveal() {
    const opened = await openWallet()
    await opened.user.click(screen.getByRole('button', { name: 'Reveal BVN' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reveal BVN' })
    return { ...opened, dialog: within(dialog) }
  }

  it('WALLET-10 masks BVN and NIN regardless of the server', async () => {
    await openWallet({ nin: '70412345678' })
    expect([field('BVN'), field('NIN')]).toEqual(['2212*******Reveal', '7041*******Reveal'])
  })

  it('reveals nothing without a reason', async () => {
    const { user, dialog, server } = await reveal()
    await user.click(dialog.getByRole('button', { name: 'Reveal' }))
    expect(await dialog.findByText('Reason is required')).toBeTruthy()
    expect(server.sent).toEqual([])
  })

  it('WALLET-10 shows one number for 60 seconds without storing it', async () => {
    const { user, dialog, server } = await reveal()
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Call of the holder')
    // Faked only from here on, since typing would hang on a stopped clock.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    fireEvent.click(dialog.getByRole('button', { name: 'Reveal' }))
    await waitFor(() => expect(field('BVN')).toBe('22123456789Hide'))
    expect(server.sent).toEqual([{ walletId: 'w1', field: 'bvn', reason: 'Call of the holder' }])
    expect(field('NIN')).toBe('7041*******Reveal')
    expect(JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage)))).not.toContain(
      '22123456789',
    )
    await act(() => vi.advanceTimersByTimeAsync(55_000))
    expect(field('BVN')).toBe('22123456789Hide')
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(field('BVN')).toBe('2212*******Reveal')
  })

  it('hides a revealed number on demand', async () => {
    const { user, dialog } = await reveal()
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Call of the holder')
    await user.click(dialog.getByRole('button', { name: 'Reveal' }))
    await user.click(await screen.findByRole('button', { name: 'Hide BVN' }))
    expect(field('BVN')).toBe('2212*******Reveal')
  })
})

describe('Wallet tabs', () => {
  it("lists the wallet's requests in a tab and keeps the open request visible", async () => {
    const requests: string[] = []
    const { handlers } = walletServer({}, [aTierRequest()])
    const { user } = renderConsole(
      paths.wallet('w1', { request: 'UPGRADE', requestId: 'r1', walletStatus: 'PENDING' }),
      [
        record(requests, contract.walletUpgrades.list, () => ({ totalRecords: 1, upgrades: [aTierRequest()] })),
        ...handlers,
      ],
    )
    await user.click(await screen.findByRole('tab', { name: 'Tier requests' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&walletId=w1'))
    expect(await screen.findByText('Tier Upgrade')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Tier upgrade request' })).toBeTruthy()
  })
})
