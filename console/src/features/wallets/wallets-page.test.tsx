import { contract } from '@kobo/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { aTierRequest, aWallet } from '../../testing/a-wallet.ts'
import { cells, figure, headers, listShown, addressQuery, selectedTab } from '../../testing/on-screen.ts'
import { optionsOf } from '../../testing/list-dialogs.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const tunde = aWallet()
const ngozi = aWallet({ id: 'w2', accountName: 'Ngozi Eze', tier: 3, status: 'PENDING', bankName: null })
const closed = aWallet({ id: 'w3', accountName: 'Musa Bello', status: 'CLOSED', merchant: null, accountNumber: null })

/** Renders the wallets page and returns the recorded requests. */
function renderWallets(address = '/wallets', upgrades = [aTierRequest()]) {
  const requests: string[] = []
  const record = (query: URLSearchParams) => requests.push(String(query))
  return {
    requests,
    ...renderConsole(address, [
      answer(contract.wallets.list, ({ query }) => {
        record(query)
        // Server-side totals, which cannot be derived from the rows.
        return { totalRecords: 5_200, totalTransactions: 81_346, wallets: [tunde, ngozi, closed] }
      }),
      answer(contract.walletUpgrades.list, ({ query }) => {
        record(query)
        return { totalRecords: upgrades.length, upgrades }
      }),
      answer(contract.wallets.info, () => ({ wallet: tunde })),
      answer(contract.transactions.walletList, () => ({ totalRecords: 0, transactions: [] })),
    ]),
  }
}

async function openFilter() {
  fireEvent.click(await screen.findByRole('button', { name: 'Filter by' }))
  await screen.findByRole('dialog')
}

async function choose(user: ReturnType<typeof renderWallets>['user'], field: string, option: string) {
  const input = screen.getByLabelText(field, { selector: 'input' })
  await user.click(input)
  const offered = optionsOf(input)
  await user.click(offered.find((shown) => shown.textContent === option) ?? input)
  return offered.map((shown) => [shown.getAttribute('value'), shown.textContent])
}

describe('Wallet list', () => {
  it.each(['/wallets', '/wallets?status=wallets', '/wallets?status=elsewhere'])(
    'shows the wallet list at %s',
    async (at) => {
      const { requests } = renderWallets(at)
      await listShown()
      expect(selectedTab()).toBe('Wallets 5,200')
      expect(requests).toEqual(['page=1&size=100'])
    },
  )

  it('WALLET-01 shows the totals that the server sends', async () => {
    renderWallets()
    await listShown()
    expect([figure('Total Wallets'), figure('Total Transactions')]).toEqual(['5,200', '81,346of all wallets'])
  })

  it('WALLET-03 STATE-05 shows its columns', async () => {
    renderWallets()
    await listShown()
    expect(headers()).toEqual(['Date created', 'Wallet name', 'Merchant name', 'Account details', 'Tier', 'Status'])
    expect(cells(/Tunde/).join(' | ')).toBe(
      '20-11-2026 14:32 | Tunde Bakare | Adire & Indigo Textiles Ltd | 9901234567 Providus Bank | Tier 1 | Active',
    )
    expect(cells(/Ngozi/).slice(3)).toEqual(['9901234567', 'Tier 3', 'Pending'])
    expect(cells(/Musa/).slice(2)).toEqual(['_', 'Providus Bank', 'Tier 1', 'Inactive'])
  })

  it('WALLET-04 opens the wallet when its row is clicked', async () => {
    const { user } = renderWallets()
    await listShown()
    await user.click(screen.getByText('Ngozi Eze'))
    await waitFor(() => expect(window.location.pathname).toBe('/wallets/w2'))
  })

  it('WALLET-05 reads its state from the search params', async () => {
    const { requests } = renderWallets(
      '/wallets?status=wallets&page=2&perPage=20&itemOffset=20&filterStatus=PENDING&tier=3&accountNo=9901',
    )
    await screen.findByText('Showing 21 to 23 of 5,200')
    expect(requests).toEqual(['page=2&size=20&status=PENDING&tier=3&accountNumber=9901'])
  })

  it('WALLET-02 WALLET-05 FILTER-15 CONST-15 filters by account number, tier and status and sets status=wallets', async () => {
    const { user, requests } = renderWallets('/wallets')
    await openFilter()
    await user.type(screen.getByLabelText('Account number', { selector: 'input' }), '9901234567')
    expect(await choose(user, 'Tier', 'Tier 2')).toEqual([
      ['1', 'Tier 1'],
      ['2', 'Tier 2'],
      ['3', 'Tier 3'],
    ])
    expect(await choose(user, 'Status', 'Inactive')).toEqual([
      ['ACTIVE', 'Active'],
      ['INACTIVE', 'Inactive'],
      ['PENDING', 'Pending'],
    ])
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&status=INACTIVE&tier=2&accountNumber=9901234567'))
    expect(addressQuery()).toEqual({
      status: 'wallets',
      page: '1',
      perPage: '100',
      itemOffset: '0',
      accountNo: '9901234567',
      tier: '2',
      filterStatus: 'INACTIVE',
    })
  })

  it('ERR-02 ERR-08 shows the standard error and empty texts', async () => {
    const { user } = renderConsole('/wallets', [refuse(contract.wallets.list, 500, { message: 'Broken' })])
    expect(await screen.findByText('Error Fetching List')).toBeTruthy()
    apiServer.use(answer(contract.wallets.list, () => ({ totalRecords: 0, totalTransactions: 0, wallets: [] })))
    await user.click(screen.getByRole('button', { name: 'Refetch List' }))
    expect(await screen.findByText('No List Record Found')).toBeTruthy()
  })
})

describe('Tier requests', () => {
  it('WREQ-01 lists requests at status=requests', async () => {
    const { requests } = renderWallets('/wallets?status=requests')
    await listShown()
    expect(selectedTab()).toBe('Requests 1')
    expect(requests).toEqual(['page=1&size=100'])
  })

  it('WREQ-02 WREQ-03 WREQ-08 STATE-08 shows its columns, the type Tier Upgrade and the raw status', async () => {
    const activation = aTierRequest({ id: 'r2', category: 'ACTIVATION', status: 'COMPLETED' })
    renderWallets('/wallets?status=requests', [
      aTierRequest(),
      { ...activation, wallet: { id: 'w2', accountName: 'Ngozi Eze', tier: 2 } },
    ])
    await listShown()
    expect(headers().join(' | ')).toBe(
      'Date and time created | Wallet name | Merchant name | Current tier | Request type | Status',
    )
    expect(cells(/Tunde/).join(' | ')).toBe(
      '19-11-2026 09:05 | Tunde Bakare | Adire & Indigo Textiles Ltd | Tier 1 | Tier Upgrade | PENDING',
    )
    expect(cells(/Ngozi/).slice(3)).toEqual(['Tier 2', 'Tier Upgrade', 'COMPLETED'])
  })

  it.each([
    ['PENDING', { request: 'UPGRADE', requestId: 'r1', walletStatus: 'PENDING' }],
    ['REJECTED', { request: 'UPGRADE', requestId: 'r1', walletStatus: 'REJECTED' }],
    ['COMPLETED', {}],
  ])('WREQ-04 WREQ-05 WREQ-06 opens the wallet of a request that is %s with %j', async (status, search) => {
    const { user } = renderWallets('/wallets?status=requests', [aTierRequest({ status })])
    await listShown()
    await user.click(screen.getByText('Tier Upgrade'))
    await waitFor(() => expect(window.location.pathname).toBe('/wallets/w1'))
    expect(addressQuery()).toEqual(search)
  })

  it('WREQ-07 reads its state from the search params', async () => {
    const { requests } = renderWallets(
      paths.wallets({
        status: 'requests',
        page: 1,
        perPage: 50,
        itemOffset: 0,
        filterStatus: 'REJECTED',
        category: 'ACTIVATION',
      }),
    )
    await listShown()
    expect(requests).toEqual(['page=1&size=50&status=REJECTED&category=ACTIVATION'])
  })

  it('FILTER-12 filters by status and request type and resets to status=requests', async () => {
    const { user, requests } = renderWallets('/wallets?status=requests')
    await openFilter()
    expect(await choose(user, 'Status', 'PENDING')).toEqual([
      ['COMPLETED', 'COMPLETED'],
      ['REJECTED', 'REJECTED'],
      ['PENDING', 'PENDING'],
    ])
    expect(await choose(user, 'Request type', 'Upgrade')).toEqual([
      ['ACTIVATION', 'Activation'],
      ['UPGRADE', 'Upgrade'],
    ])
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&status=PENDING&category=UPGRADE'))
    expect(addressQuery()).toMatchObject({ status: 'requests', filterStatus: 'PENDING', category: 'UPGRADE' })
    await openFilter()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() =>
      expect(addressQuery()).toEqual({ status: 'requests', page: '1', perPage: '100', itemOffset: '0' }),
    )
  })

  it('ERR-03 shows Refetct Request List on failure', async () => {
    const { user } = renderConsole('/wallets?status=requests', [
      refuse(contract.walletUpgrades.list, 500, { message: 'Broken' }),
    ])
    expect(await screen.findByText('Error Fetching List')).toBeTruthy()
    apiServer.use(answer(contract.walletUpgrades.list, () => ({ totalRecords: 0, upgrades: [] })))
    await user.click(screen.getByRole('button', { name: 'Refetct Request List' }))
    expect(await screen.findByText('No List Record Found')).toBeTruthy()
  })
})
