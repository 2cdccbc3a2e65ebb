import { contract } from '@kobo/contract'
import type { Partner } from '@kobo/contract/partners'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, record } from '../../testing/answer.ts'
import { choose, offered, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, figure, headers, listShown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'

const { list, info, merchants } = contract.partners

const zuma: Partner = {
  id: 'partner-1',
  createdAt: '2026-11-02T13:32:00.000Z',
  name: 'Zuma Rock Advisers',
  email: 'desk@zumarock.example',
  phoneNumber: '+2348035550142',
  totalMerchants: 12,
  status: 'ACTIVE',
}
const olumo = { ...zuma, id: 'partner-2', name: 'Olumo Channels', totalMerchants: 0, status: 'INACTIVE' }
const danfo = {
  id: 'merchant-1',
  createdAt: '2026-11-05T13:32:00.000Z',
  businessName: 'Danfo Express Logistics',
  email: 'ops@danfo.example',
  verified: 'ACCEPTED',
  status: 'ACTIVE',
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    record(requests, list, () => ({ totalRecords: 55, totalActive: 46, totalInactive: 9, partners: [zuma, olumo] })),
    answer(info, () => ({ partner: zuma })),
    record(requests, merchants, () => ({ totalRecords: 12, merchants: [danfo] })),
    answer(contract.merchants.info, () => ({
      merchant: aMerchant({ partner: { id: zuma.id, name: zuma.name } }),
    })),
  ])
  return { requests, ...opened }
}

describe('Partners', () => {
  it('PARTNER-01 lists partners with their number of merchants and totals by status', async () => {
    const { requests } = renderPage('/partners')
    await listShown()
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers().join(' | ')).toBe(
      'Date created | Partner name | Email address | Phone number | Number of merchants | Status',
    )
    expect(['Total records', 'Active', 'Inactive'].map(figure)).toEqual(['55', '46', '9'])
  })

  it('FILTER-39 keeps the status filter in the URL and resets to `?status=wallets`', async () => {
    const { requests, user } = renderPage('/partners')
    await listShown()
    const dialog = await openDialog('Filter by')
    expect(await offered(user, 'Status')).toBe('ACTIVE: Active | INACTIVE: Inactive')
    await choose(user, 'Status', 'Inactive')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await listShown()
    expect(addressQuery()).toMatchObject({ filterStatus: 'INACTIVE' })
    await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&status=INACTIVE')
    const reopened = await openDialog('Filter by')
    await user.click(reopened.getByRole('button', { name: 'Reset' }))
    await waitFor(() =>
      expect(addressQuery()).toEqual({ status: 'wallets', page: '1', perPage: '100', itemOffset: '0' }),
    )
    await listShown()
  })

  it('EXPORT-10 exports partners on the page by `active` or `deactivate`', async () => {
    const { user } = renderPage('/partners')
    await listShown()
    const dialog = await openDialog('Export')
    expect(await offered(user, 'Status')).toBe('active: active | deactivate: deactivate')
    await user.keyboard('{Escape}')
    await choose(user, 'Status', 'deactivate')
    expect(await dialog.findByText('1 of the 2 rows on this page')).toBeTruthy()
  })

  it('PARTNER-01 searches by name, email or phone in one field', async () => {
    const { requests } = renderPage('/partners?search=zuma')
    await listShown()
    expect(requests).toEqual(['page=1&size=100&name=zuma'])
    expect(screen.getByLabelText('Search by name, email or phone')).toBeTruthy()
  })

  it('does not offer the search by email to a role without personal data', async () => {
    renderPage('/partners', signedInAs('FINANCE'))
    await listShown()
    expect(await screen.findByLabelText('Search by name or phone')).toBeTruthy()
  })

  it('PARTNER-02 opens the merchants of a partner from a row', async () => {
    const { requests } = renderPage('/partners')
    await listShown()
    fireEvent.click(screen.getByText('Zuma Rock Advisers'))
    await screen.findByText('Danfo Express Logistics')
    expect(window.location.pathname).toBe('/partners/partner-1')
    expect(requests.at(-1)).toBe('page=1&size=100&partnerId=partner-1')
    expect(headers()).toEqual(['Date created', 'Business name', 'Email address', 'KYC status', 'Account status'])
    expect(screen.getByText('+2348035550142')).toBeTruthy()
  })

  it('PARTNER-02 shows the partner on the pages of its merchants', async () => {
    renderPage('/merchants/merchant-1')
    const link = await screen.findByRole('link', { name: 'Zuma Rock Advisers' })
    expect(link.getAttribute('href')).toBe('/partners/partner-1')
  })
})
