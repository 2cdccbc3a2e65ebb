import { contract } from '@kobo/contract'
import type { SubAccount } from '@kobo/contract/sub-accounts'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, record } from '../../testing/answer.ts'
import { openDialog } from '../../testing/list-dialogs.ts'
import { figure, headers, listShown as shown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { merchants, list } = contract.subAccounts
const danfo = { id: 'merchant-1', businessName: 'Danfo Express Logistics' }
const owner = { ...danfo, createdAt: '2026-11-02T13:32:00.000Z', totalChildAccounts: 3, totalBalance: 994.62 }
const partner: SubAccount = {
  id: 'sub-1',
  createdAt: '2026-11-10T13:32:00.000Z',
  name: 'Kernel Supplies',
  accountNumber: '0123456900',
  accountName: 'Chidi Okafor',
  bankName: 'Guaranty Trust Bank',
  splitType: 'PERCENTAGE',
  splitValue: 12.5,
  balance: 994.62,
  status: 'ACTIVE',
  merchant: danfo,
}

function renderPage(address: string) {
  const requests: string[] = []
  renderConsole(address, [
    record(requests, merchants, () => ({
      totalRecords: 25,
      totalChildAccounts: 61,
      totalBalance: 1_234_567.89,
      merchants: [owner],
    })),
    answer(list, ({ query }) => {
      requests.push(String(query))
      const flat = {
        ...partner,
        id: 'sub-2',
        name: 'Indigo Dyers',
        splitType: 'FLAT',
        splitValue: 50,
        status: 'INACTIVE',
      }
      return { totalRecords: 2, totalBalance: 994.62, totalChildAccounts: 2, subaccounts: [partner, flat] }
    }),
    answer(contract.merchants.info, () => ({ merchant: aMerchant(danfo) })),
  ])
  return requests
}

describe('Sub-accounts', () => {
  it('API-64 lists merchants with sub-accounts and their unsettled totals', async () => {
    const requests = renderPage('/sub-accounts')
    await shown()
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers()).toEqual(['Date created', 'Business name', 'Total sub accounts', 'Total balance'])
    expect(['Total Balance', 'Total Sub Accounts', 'Total Merchants'].map(figure)).toEqual([
      '₦1,234,567.89',
      '61',
      '25',
    ])
    fireEvent.click(screen.getByText('Danfo Express Logistics'))
    await screen.findByText('Kernel Supplies')
    expect(window.location.pathname).toBe('/sub-accounts/merchant-1')
  })

  it("API-65 FILTER-57 lists a merchant's sub-accounts with bank, split and status and searches by name", async () => {
    const requests = renderPage('/sub-accounts/merchant-1?search=kernel')
    await screen.findByText('Kernel Supplies')
    expect(Object.fromEntries(new URLSearchParams(requests.at(-1)))).toEqual({
      page: '1',
      size: '100',
      merchantId: 'merchant-1',
      name: 'kernel',
    })
    expect(headers()).toEqual(['Name', 'Account number', 'Bank', 'Split type', 'Split value', 'Balance', 'Status'])
    for (const text of ['12.5%', '₦50.00', 'Percentage', 'Flat', 'Active', 'Inactive']) {
      expect(screen.getByText(text)).toBeTruthy()
    }
  })

  it('FILTER-57 filters sub-accounts by name in the dialog and keeps the merchant', async () => {
    const requests = renderPage('/sub-accounts/merchant-1')
    await screen.findByText('Kernel Supplies')
    const dialog = await openDialog('Filter by')
    fireEvent.change(await dialog.findByLabelText('Name'), { target: { value: 'kernel' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(requests.at(-1))))
      .toEqual({ page: '1', size: '100', merchantId: 'merchant-1', name: 'kernel' })
  })
})
