import { contract } from '@kobo/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../testing/answer.ts'
import { renderConsole } from '../testing/render-console.tsx'

/** Every area of the back office. */
const areas = {
  Merchants: '/merchants',
  Partners: '/partners',
  Wallets: '/wallets',
  Payout: '/payout',
  Refunds: '/refunds',
  Settlements: '/settlements',
  'Payment Links': '/payment-links',
  'Child Account': '/child-account',
  Cards: '/cards',
  Shops: '/shops',
  'Virtual Account': '/virtual-account',
  Checkout: '/checkout',
  'Sub Accounts': '/sub-accounts',
  'Ledger Position': '/ledger-position',
  Disputes: '/disputes',
  Stores: '/stores',
  'Juju Services': '/juju-services',
  Profit: '/profit',
  'Contact Us': '/contact-us',
  Teams: '/teams',
  Settings: '/settings',
}
const noMerchants = answer(contract.merchants.list, () => ({
  totalRecords: 0,
  totalVerifiedMerchants: 0,
  totalNonVerifiedMerchants: 0,
  merchants: [],
}))

const noWallets = answer(contract.wallets.list, () => ({ totalRecords: 0, totalTransactions: 0, wallets: [] }))

const noAccounts = answer(contract.virtualAccounts.list, () => ({ totalRecords: 0, accounts: [] }))

const noCards = answer(contract.cards.list, () => ({ totalRecords: 0, cards: [] }))

const noCheckouts = answer(contract.checkouts.list, () => ({ totalRecords: 0, checkouts: [] }))

const noLinks = answer(contract.paymentLinks.list, () => ({ totalRecords: 0, links: [] }))

const noChildren = answer(contract.childAccounts.merchants, () => ({ totalRecords: 0, merchants: [] }))

const noRefunds = answer(contract.refunds.list, () => ({ totalRecords: 0, refunds: [] }))

const noPartners = answer(contract.partners.list, () => ({ totalRecords: 0, partners: [] }))

const nobodyShares = answer(contract.subAccounts.merchants, () => ({ totalRecords: 0, merchants: [] }))

const noSettlements = answer(contract.settlements.list, () => ({ totalRecords: 0, settlements: [] }))

const noDisputes = answer(contract.disputes.list, () => ({ totalRecords: 0, disputes: [] }))

const noStores = answer(contract.stores.transactions, () => ({ totalRecords: 0, transactions: [] }))

const noShops = answer(contract.shops.list, () => ({ totalRecords: 0, shops: [] }))

const noPositions = answer(contract.ledger.merchants, () => ({ totalRecords: 0, merchants: [] }))

const noCheck = answer(contract.ledger.check, () => ({ last: null, running: null }))

const noProfit = answer(contract.profit.list, () => ({ totalRecords: 0, totalProfit: 0, records: [] }))

const noPayouts = answer(contract.payouts.bulk, () => ({ totalRecords: 0, records: [] }))

const noMessages = answer(contract.contact.list, () => ({ totalRecords: 0, messages: [] }))

const noServices = answer(contract.services.list, () => ({ totalRecords: 0, services: [] }))

const someRoute = answer(contract.settings.transferRoute, () => ({ transferRoute: 'NIP' }))

it.each(Object.entries(areas))('SHELL-02 renders a page for %s at %s', async (area, address) => {
  renderConsole(address, [
    noMerchants,
    noWallets,
    noPayouts,
    noRefunds,
    noAccounts,
    noChildren,
    noCards,
    noCheckouts,
    noLinks,
    noPartners,
    noMessages,
    noServices,
    nobodyShares,
    noSettlements,
    noDisputes,
    noStores,
    noShops,
    noPositions,
    noCheck,
    noProfit,
    someRoute,
  ])
  const heading = await screen.findByRole('heading', { level: 1, name: area })
  expect(window.location.pathname).toBe(address)
  const page = screen.getByRole('main').textContent.replace(heading.textContent, '')
  expect(page.trim()).not.toBe('')
  // Every area has the same frame: navigation, mode and user.
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  expect(within(screen.getByRole('group', { name: 'Mode' })).getAllByRole('button')).toHaveLength(2)
  expect(await screen.findByRole('button', { name: /Adaeze Okonkwo/ })).toBeTruthy()
})

it.each([
  ['tier upgrades', '/wallets?status=requests', contract.walletUpgrades.list],
  ['scheduled payouts', '/payout?status=scheduled', contract.payouts.scheduled],
  ['recurring payouts', '/payout?status=recurring', contract.payouts.recurrent],
  ['payouts', '/payout?status=payouts', contract.transactions.merchantList],
  ['batches of cards', '/cards?status=batches', contract.cards.batches],
])('SHELL-02 lists %s at %s with the shared filter and export dialogs', async (_, address, call) => {
  renderConsole(address, [refuse(call, 500, { message: 'Broken' })])
  expect(await screen.findByText('Error Fetching List')).toBeTruthy()
  for (const name of ['Filter by', 'Export']) expect(screen.getByRole('button', { name })).toBeTruthy()
})

it('SHELL-02 shows the sign-in to a signed-out visitor', async () => {
  renderConsole('/merchants', [], { mode: 'signed-out' })
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
})
