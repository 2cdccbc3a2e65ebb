import { contract } from '@kobo/contract'
import { screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answer.ts'
import { choose, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, headers, listShown as shown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { list, info } = contract.shops
const shop = {
  id: 'shop-1',
  createdAt: '2026-11-20T13:32:00.000Z',
  name: 'Kernel & Sons',
  branch: 'Ikeja, Lagos',
  merchant: { id: 'merchant-1', businessName: 'Kola Nut & Kernel' },
  stores: 2,
  terminals: 5,
  status: 'ACTIVE',
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    answer(list, ({ query }) => {
      requests.push(`shops ${query}`)
      return { totalRecords: 250, shops: [shop, { ...shop, id: 'shop-2', name: 'Oil Depot', status: 'INACTIVE' }] }
    }),
    answer(info, () => ({ shop: { ...shop, terminals: 1204, balance: 5994.62 } })),
    answer(contract.stores.list, ({ query }) => {
      requests.push(`stores ${query}`)
      return { totalRecords: 1, stores: [{ id: 'store-1', createdAt: shop.createdAt, name: 'Balogun', balance: 1 }] }
    }),
    answer(contract.stores.terminals, ({ query }) => {
      requests.push(`terminals ${query}`)
      return { totalRecords: 0, terminals: [] }
    }),
    answer(contract.stores.transactions, ({ query }) => {
      requests.push(`transactions ${query}`)
      return { totalRecords: 0, transactions: [] }
    }),
  ])
  return { requests, ...opened }
}

it('SHOP-01 lists the shops of merchants, newest first', async () => {
  const { requests } = renderPage('/shops')
  await shown()
  expect(requests).toEqual(['shops page=1&size=100'])
  expect(headers()).toEqual(['Date created', 'Shop name', 'Merchant name', 'Branch', 'Stores', 'Terminals', 'Status'])
  expect(screen.getByText('Inactive')).toBeTruthy()
})

it('SHOP-02 FILTER-54 filters branches by name and status without changing the URL', async () => {
  const { requests, user } = renderPage('/shops')
  await shown()
  const dialog = await openDialog('Filter by')
  await user.type(await screen.findByLabelText('Name', { selector: 'input' }), 'ikeja')
  await choose(user, 'Status', 'Inactive')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await screen.findByText('Name: ikeja')
  await expect.poll(() => requests.at(-1)).toBe('shops page=1&size=100&name=ikeja&status=INACTIVE')
  expect(addressQuery()).toEqual({})
})

it('SHOP-03 opens a shop from a row with its stores, terminals and transactions', async () => {
  const { requests, user } = renderPage('/shops')
  await shown()
  const [row] = screen.getAllByRole('link', { name: /^20-11-2026 14:32/ })
  if (row) await user.click(row)
  expect(await screen.findByRole('heading', { level: 1, name: 'Kernel & Sons' })).toBeTruthy()
  expect(window.location.pathname).toBe('/shops/shop-1')
  const section = await screen.findByRole('region', { name: 'Shop' })
  await within(section).findByText('₦5,994.62')
  expect(within(section).getByText('1,204')).toBeTruthy()
  expect(within(section).getByRole('link', { name: 'Kola Nut & Kernel' }).getAttribute('href')).toBe(
    '/merchants/merchant-1',
  )
  await screen.findByText('Balogun')
  await expect.poll(() => requests.at(-1)).toContain('stores page=1&size=100&shopId=shop-1')
  await user.click(screen.getByRole('link', { name: 'Terminals' }))
  await expect.poll(() => requests.at(-1)).toContain('terminals page=1&size=100&shopId=shop-1')
  const sections = within(screen.getByRole('navigation', { name: 'Shop sections' }))
  await user.click(sections.getByRole('link', { name: 'Transactions' }))
  await expect.poll(() => requests.at(-1)).toContain('transactions page=1&size=100&shopId=shop-1')
})

it('SHOP-03 reports a shop that does not exist', async () => {
  renderPage('/shops/x', refuse(info, 404, { message: 'No', code: 'not_found' }))
  expect(await screen.findByText('This shop does not exist in Live mode')).toBeTruthy()
})

it('shows a retry button when the list could not be fetched', async () => {
  renderPage('/shops', refuse(list, 500, { message: 'Broken' }))
  expect(await screen.findByRole('button', { name: 'Refetct List' })).toBeTruthy()
})
