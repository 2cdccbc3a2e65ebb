import { contract } from '@kobo/contract'
import type { MerchantUpgradeRow } from '@kobo/contract/merchant-upgrades'
import type { MerchantRow } from '@kobo/contract/merchants'
import type { RouterHistory } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { choose } from '../../testing/list-dialogs.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { cells, headers, addressQuery, selectedTab } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { aMerchant } from '../../testing/a-merchant.ts'

const adire: MerchantRow = {
  id: 'm1',
  createdAt: '2026-11-20T13:32:00.000Z',
  prefix: 'ADI',
  businessName: 'Adire & Indigo Textiles Ltd',
  email: 'accounts@adireindigo.ng',
  totalWallets: 1842,
  verified: 'SUBMITTED',
  status: 'INACTIVE',
}
const balogun: MerchantRow = {
  ...adire,
  id: 'm2',
  businessName: 'Balogun Market Traders Union',
  verified: 'ACCEPTED',
  status: 'ACTIVE',
}
const pending: MerchantUpgradeRow = {
  id: 'u1',
  createdAt: '2026-11-20T13:32:00.000Z',
  status: 'IN-REVIEW',
  merchant: { id: 'm1', businessName: adire.businessName, email: adire.email },
  currentType: 'UNREGISTERED',
  requestedType: 'REGISTERED',
}

/** Renders the merchants page and returns the recorded requests. */
function renderMerchants(address = '/merchants', merchants = [adire, balogun], totalRecords = 2500) {
  const requests: string[] = []
  const record = (query: URLSearchParams) => requests.push(String(query))
  return {
    requests,
    ...renderConsole(address, [
      answer(contract.merchants.list, ({ query }) => {
        record(query)
        // Server-side totals, which cannot be derived from the rows.
        return { totalRecords, totalVerifiedMerchants: 1973, totalNonVerifiedMerchants: 527, merchants }
      }),
      answer(contract.merchantUpgrades.list, ({ query }) => {
        record(query)
        return { totalRecords: 1, upgrades: [pending] }
      }),
      answer(contract.merchantUpgrades.details, ({ query }) => {
        record(query)
        return { upgrade: pending }
      }),
      answer(contract.merchants.info, () => ({ merchant: aMerchant() })),
    ]),
  }
}

async function openFilter() {
  fireEvent.click(await screen.findByRole('button', { name: 'Filter by' }))
  await screen.findByRole('dialog')
}

describe('Merchant list', () => {
  it.each(['/merchants', '/merchants?status=merchants', '/merchants?status=elsewhere'])(
    'MERCH-01 MERCH-02 shows the merchant list at %s',
    async (address) => {
      const { requests } = renderMerchants(address)
      await screen.findByText('Showing 1 to 2 of 2,500')
      expect(selectedTab()).toBe('Merchants 2,500')
      expect(requests).toEqual(['page=1&size=100'])
    },
  )

  it('calls the server only after the remembered search is in the search params', async () => {
    localStorage.setItem('kobo.list.merchants.search', 'adire')
    const { requests, router } = renderMerchants()
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const history: RouterHistory = router.history
    history.block({ blockerFn: () => arrival.then(() => false), enableBeforeUnload: false })
    await screen.findByRole('table', { busy: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(addressQuery()).toEqual({})
    expect(requests).toEqual([])
    arrive()
    await screen.findByText('Showing 1 to 2 of 2,500')
    expect(addressQuery()['search']).toBe('adire')
    expect(requests).toEqual(['page=1&size=100&search=adire'])
  })

  it('MERCH-12 shows its columns', async () => {
    renderMerchants()
    await screen.findByText('Showing 1 to 2 of 2,500')
    expect(headers().join(' | ')).toBe(
      'Date created | Business name | Email address | Number of wallets | KYC status | Account status',
    )
    expect(cells(/Adire/).join(' | ')).toBe(
      '20-11-2026 14:32 | AAdire & Indigo Textiles Ltd | accounts@adireindigo.ng | 1,842 | Submitted | Inactive',
    )
    expect(cells(/Balogun/).slice(-2)).toEqual(['Approved', 'Active'])
  })

  it('MERCH-09 MERCH-10 MERCH-11 shows the totals that the server sends', async () => {
    renderMerchants()
    await screen.findByText('Showing 1 to 2 of 2,500')
    const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    expect([figure('Total records'), figure('Active'), figure('Inactive')]).toEqual(['2,500', '1,97378.9%', '52721.1%'])
  })

  it('MERCH-10 MERCH-11 shows no percentages while a filter is active', async () => {
    renderMerchants('/merchants?filterStatus=REJECTED', [adire, balogun], 169)
    await screen.findByText('Showing 1 to 2 of 169')
    const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    expect([figure('Total records'), figure('Active'), figure('Inactive')]).toEqual(['169', '1,973', '527'])
  })

  it('MERCH-04 MERCH-05 MERCH-14 reads page, perPage, filterStatus and search from the search params', async () => {
    const { requests } = renderMerchants(
      '/merchants?page=2&perPage=20&itemOffset=20&filterStatus=PROCESSING&search=ade',
    )
    await screen.findByText('Showing 21 to 22 of 2,500')
    expect(requests).toEqual(['page=2&size=20&verified=PROCESSING&search=ade'])
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    expect(pages.getAllByRole('link').map((link) => link.textContent)).toEqual(['1', '2', '3'])
    expect(pages.getByRole('button', { name: 'Prev' })).toBeTruthy()
    expect(pages.getByRole('button', { name: 'Next' })).toBeTruthy()
    expect(pages.getAllByRole('option')).toHaveLength(7)
  })

  it('MERCH-06 MERCH-07 searches by business name 500 ms after the last keystroke, from page 1, and remembers it', async () => {
    const { requests } = renderMerchants('/merchants?page=3&perPage=100&itemOffset=200')
    const box = await screen.findByRole('searchbox', { name: 'Search by business name' })
    await screen.findByText('Showing 201 to 202 of 2,500')
    vi.useFakeTimers()
    fireEvent.change(box, { target: { value: 'adire' } })
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(requests).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&search=adire'))
    expect(addressQuery()).toEqual({ status: 'merchants', page: '1', perPage: '100', itemOffset: '0', search: 'adire' })
    expect(Object.values(localStorage)).toContain('adire')
  })

  it('MERCH-08 FILTER-11 filters by KYC status with the values of the API', async () => {
    const { user, requests } = renderMerchants()
    await openFilter()
    await user.click(await screen.findByLabelText('KYC status', { selector: 'input' }))
    const options = within(await screen.findByRole('listbox', { hidden: true })).getAllByRole('option', {
      hidden: true,
    })
    expect(options.map((option) => [option.getAttribute('value'), option.textContent])).toEqual([
      ['ACCEPTED', 'Approved'],
      ['REJECTED', 'Rejected'],
      ['SUBMITTED', 'Submitted'],
      ['NOT_SUBMITTED', 'Not Submitted'],
      ['PROCESSING', 'Processing'],
    ])
    await user.click(screen.getByRole('option', { name: 'Approved', hidden: true }))
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&verified=ACCEPTED'))
    expect(addressQuery().filterStatus).toBe('ACCEPTED')
  })

  it('MERCH-13 opens the merchant when its row is clicked', async () => {
    const { user } = renderMerchants()
    await screen.findByText('Showing 1 to 2 of 2,500')
    await user.click(screen.getByText('Balogun Market Traders Union'))
    await waitFor(() => expect(window.location.pathname).toBe('/merchants/m2'))
  })

  it('MERCH-20 ERR-01 ERR-09 LIST-07 shows its own error and empty texts', async () => {
    const { user } = renderConsole('/merchants', [refuse(contract.merchants.list, 500, { message: 'Broken' })])
    expect(await screen.findByText('Error Fetching Merchant List')).toBeTruthy()
    apiServer.use(
      answer(contract.merchants.list, () => ({
        totalRecords: 0,
        totalVerifiedMerchants: 0,
        totalNonVerifiedMerchants: 0,
        merchants: [],
      })),
    )
    await user.click(screen.getByRole('button', { name: 'Refetch Merchant List' }))
    expect(await screen.findByText('No Merchant List Record Found')).toBeTruthy()
  })

  it('offers the KYC statuses in the export dialog', async () => {
    const { user } = renderMerchants()
    await screen.findByText('Showing 1 to 2 of 2,500')
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByRole('dialog')
    await choose(user, 'KYC status', 'Approved')
    expect(screen.getByText('1 of the 2 rows on this page')).toBeTruthy()
  })
})

describe('Approval requests', () => {
  it.each(['approval', 'requests'])(
    'MERCH-03 MERCH-15 lists merchants whose KYC is submitted at status=%s',
    async (status) => {
      const { requests } = renderMerchants(`/merchants?status=${status}`, [adire])
      await screen.findByText('Showing 1 to 1 of 2,500')
      expect(selectedTab()).toBe('Approval requests 2,500')
      expect(requests).toEqual(['page=1&size=100&verified=SUBMITTED'])
    },
  )

  it('EVIDENCE-04 lists merchants in review in their own tab with the reviewer', async () => {
    const review = { staffName: 'Bola Ade', startedAt: '2026-11-20T15:00:00.000Z' }
    const { requests } = renderMerchants('/merchants?status=review', [{ ...adire, verified: 'PROCESSING', review }])
    await screen.findByText('Showing 1 to 1 of 2,500')
    expect(selectedTab()).toBe('In review 2,500')
    expect(requests).toEqual(['page=1&size=100&verified=PROCESSING'])
    expect(cells(/Adire/).slice(-2)).toEqual(['Bola Ade', '20-11-2026 16:00'])
  })

  it('MERCH-16 MERCH-17 CONST-16 shows date and time created, business name, email address and KYC Approval', async () => {
    renderMerchants('/merchants?status=approval', [adire])
    await screen.findByText('Showing 1 to 1 of 2,500')
    expect(headers()).toEqual(['Date and time created', 'Business name', 'Email address', 'Request type'])
    expect(cells(/Adire/).join(' | ')).toBe(
      '20-11-2026 14:32 | AAdire & Indigo Textiles Ltd | accounts@adireindigo.ng | KYC Approval',
    )
  })

  it('MERCH-18 opens the merchant when its row is clicked', async () => {
    const { user } = renderMerchants('/merchants?status=approval', [adire])
    await screen.findByText('Showing 1 to 1 of 2,500')
    await user.click(screen.getByText('KYC Approval'))
    await waitFor(() => expect(window.location.pathname).toBe('/merchants/m1'))
  })

  it.each([
    ['Completed', 'COMPLETED', 'Status: Completed (this tab lists only pending requests)'],
    ['Rejected', 'REJECTED', 'Status: Rejected (this tab lists only pending requests)'],
    ['Pending', 'PENDING', 'Status: Pending'],
  ])(
    'MERCH-15 MERCH-19 FILTER-12 writes the filter %s to the URL as %s and still lists only pending requests',
    async (label, written, chip) => {
      const { user, requests } = renderMerchants('/merchants?status=approval', [adire])
      await openFilter()
      await choose(user, 'Status', label)
      await choose(user, 'Request type', 'Activation')
      await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
      await waitFor(() => expect(addressQuery().filterStatus).toBe(written))
      expect(addressQuery()).toMatchObject({ status: 'approval', category: 'ACTIVATION', page: '1', itemOffset: '0' })
      expect(await screen.findByText(chip)).toBeTruthy()
      expect(new Set(requests)).toEqual(new Set(['page=1&size=100&verified=SUBMITTED']))
    },
  )

  it('FILTER-12 returns to status=requests, this same tab, on Reset', async () => {
    const { user } = renderMerchants('/merchants?status=approval&filterStatus=COMPLETED&category=UPGRADE', [adire])
    await openFilter()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() =>
      expect(addressQuery()).toEqual({ status: 'requests', page: '1', perPage: '100', itemOffset: '0' }),
    )
    await waitFor(() => expect(selectedTab()).toBe('Approval requests 2,500'))
  })

  it('ERR-02 LIST-04 shows Error Fetching List and Refetch List on failure', async () => {
    renderConsole('/merchants?status=approval', [refuse(contract.merchants.list, 500, { message: 'Broken' })])
    expect(await screen.findByText('Error Fetching List')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Refetch List' })).toBeTruthy()
  })
})

describe('Upgrade requests', () => {
  it('UPGRADE-01 UPGRADE-05 lists upgrade requests with their raw status at status=upgrade', async () => {
    const { requests } = renderMerchants('/merchants?status=upgrade')
    await screen.findByText('Showing 1 to 1 of 1')
    expect(requests).toEqual(['page=1&size=100'])
    expect(cells(/Adire/).join(' | ')).toBe(
      '20-11-2026 14:32 | AAdire & Indigo Textiles Ltd | accounts@adireindigo.ng | Unregistered | Registered | IN-REVIEW',
    )
  })

  it.each(['APPROVED', 'DECLINED', 'IN-REVIEW', 'PENDING'])('FILTER-36 sends %s unchanged', async (status) => {
    const { user, requests } = renderMerchants('/merchants?status=upgrade')
    await openFilter()
    await choose(user, 'Status', status)
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe(`page=1&size=100&status=${status}`))
    expect(addressQuery()).toMatchObject({ status: 'upgrade', filterStatus: status })
  })

  it('FILTER-36 returns to status=upgrade on Reset', async () => {
    const { user } = renderMerchants('/merchants?status=upgrade&filterStatus=PENDING')
    await openFilter()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() =>
      expect(addressQuery()).toEqual({ status: 'upgrade', page: '1', perPage: '100', itemOffset: '0' }),
    )
  })

  it('PANEL-18 opens the panel through the search params and fetches the details only then', async () => {
    const { user, requests } = renderMerchants('/merchants?status=upgrade')
    await screen.findByText('Showing 1 to 1 of 1')
    expect(requests).toEqual(['page=1&size=100'])
    await user.click(screen.getByText('IN-REVIEW'))
    await screen.findByRole('dialog')
    expect(addressQuery()).toEqual({ status: 'upgrade', upgrade: 'u1' })
    await waitFor(() => expect(requests.at(-1)).toBe('upgradeRequestId=u1'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(addressQuery()).toEqual({ status: 'upgrade' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('ERR-03 shows Refetct Request List on failure; ERR-08 shows No List Record Found when empty', async () => {
    const { user } = renderConsole('/merchants?status=upgrade', [
      refuse(contract.merchantUpgrades.list, 500, { message: 'Broken' }),
    ])
    expect(await screen.findByText('Error Fetching List')).toBeTruthy()
    apiServer.use(answer(contract.merchantUpgrades.list, () => ({ totalRecords: 0, upgrades: [] })))
    await user.click(screen.getByRole('button', { name: 'Refetct Request List' }))
    expect(await screen.findByText('No List Record Found')).toBeTruthy()
  })
})
