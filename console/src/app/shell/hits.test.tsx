import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { hitKinds, type SearchHit } from '@kobo/contract/search'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { answer } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { anotherServer, settled } from '../../testing/bare-console.ts'
import { bareServer } from '../../testing/bare-reply.ts'
import { renderConsole } from '../../testing/render-console.tsx'

/** Collects the path and query of every request from now on. */
function collectUrls(): URL[] {
  const urls: URL[] = []
  const record = ({ request }: { request: Request }) => urls.push(new URL(request.url))
  apiServer.events.on('request:start', record)
  onTestFinished(() => void apiServer.events.removeListener('request:start', record))
  return urls
}

interface Case {
  hit?: Partial<SearchHit>
  address: string
  /** Call that the page sends, for the record or for a list filtered to it. */
  call: Call
  with: Record<string, string>
}

const { cards, childAccounts, settlements, stores, subAccounts } = contract
const owned = { merchantId: 'm1' }

const cases: Record<string, Case> = {
  merchant: { address: '/merchants/id-1', call: contract.merchants.info, with: { merchantId: 'id-1' } },
  wallet: { address: '/wallets/id-1', call: contract.wallets.info, with: { walletId: 'id-1' } },
  childAccount: {
    hit: owned,
    address: '/child-account/m1/merchant?accountId=id-1',
    call: childAccounts.transactions,
    with: { childAccountId: 'id-1' },
  },
  'childAccount of a customer': {
    hit: { ...owned, kind: 'childAccount', walletId: 'w1' },
    address: '/child-account/w1/customer?accountId=id-1',
    call: childAccounts.transactions,
    with: { childAccountId: 'id-1' },
  },
  account: {
    address: '/virtual-account?virtualAccountId=id-1',
    call: contract.virtualAccounts.info,
    with: { virtualAccountId: 'id-1' },
  },
  transaction: {
    address: '/payout/id-1/transaction-payout',
    call: contract.transactions.info,
    with: { transactionId: 'id-1' },
  },
  batch: {
    hit: owned,
    address: '/payout/Found%201/bulk?merchantId=m1',
    call: contract.payouts.bulkItems,
    with: { batchReference: 'Found 1' },
  },
  dispute: { address: '/disputes/id-1/merchant', call: contract.disputes.details, with: { disputeId: 'id-1' } },
  settlement: { address: '/settlements/id-1', call: settlements.transactions, with: { settlementId: 'id-1' } },
  'settlement of a sub-account': {
    hit: { ...owned, kind: 'settlement', parentId: 's1' },
    address: '/sub-accounts/m1/s1/id-1',
    call: settlements.transactions,
    with: { settlementId: 'id-1' },
  },
  subAccount: {
    hit: owned,
    address: '/sub-accounts/m1/id-1',
    call: subAccounts.info,
    with: { subaccountId: 'id-1' },
  },
  card: { address: '/cards/id-1', call: cards.details, with: { cardId: 'id-1' } },
  cardBatch: {
    address: '/cards?status=batches&batchId=id-1',
    call: cards.batchDetails,
    with: { batchId: 'id-1' },
  },
  store: {
    address: '/stores?status=terminals&store=id-1&storeName=Found+1',
    call: stores.terminals,
    with: { storeId: 'id-1' },
  },
  terminal: {
    address: '/stores?terminal=id-1&terminalName=Found+1',
    call: stores.transactions,
    with: { terminalId: 'id-1' },
  },
  checkout: { address: '/checkout?checkoutId=id-1', call: contract.checkouts.info, with: { checkoutId: 'id-1' } },
  paymentLink: {
    address: '/payment-links?paymentLinkId=id-1',
    call: contract.paymentLinks.info,
    with: { paymentLinkId: 'id-1' },
  },
  member: { address: '/teams?status=members&search=Found+1', call: contract.team.members, with: { name: 'Found 1' } },
  contactMessage: {
    address: '/contact-us?messageId=id-1',
    call: contract.contact.info,
    with: { messageId: 'id-1' },
  },
}

it('FIND-21 covers every kind of record', () => {
  expect(Object.keys(cases)).toEqual(expect.arrayContaining([...hitKinds]))
})

it.each(Object.entries(cases))(
  'FIND-21 opens the record of a result of the kind %s',
  async (kind, { hit, address, call, with: params }) => {
    const found = { kind, id: 'id-1', title: 'Found 1', detail: '', ...hit }
    const { user, router } = renderConsole('/disputes/sample', [
      answer(contract.search.everything, () => ({ hits: [found] })),
      ...bareServer([call, contract.contact.list]),
      ...anotherServer(),
    ])
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Find anything' }), 'found')
    const urls = collectUrls()
    await user.click(await screen.findByRole('option', { name: /Found 1/ }))
    await waitFor(() => expect(router.latestLocation.href).toBe(address))
    expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull()
    await waitFor(() => {
      const matching = urls.filter(({ pathname }) => pathname === `/api${call.path}`)
      expect(matching.map(({ searchParams }) => Object.fromEntries(searchParams))).toContainEqual(
        expect.objectContaining(params),
      )
    })
    await settled()
  },
)

it.each(['subAccount', 'childAccount'])(
  'FIND-21 disables a %s result whose owner the server does not name',
  async (kind) => {
    const { user } = renderConsole('/disputes/sample', [
      answer(contract.search.everything, () => ({ hits: [{ kind, id: 'id-1', title: 'Found 1', detail: '' }] })),
    ])
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Find anything' }), 'found')
    const option = await screen.findByRole('option', { name: /Found 1/ })
    expect(option.getAttribute('aria-disabled')).toBe('true')
  },
)
