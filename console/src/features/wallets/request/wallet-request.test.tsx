import { contract } from '@kobo/contract'
import type { WalletUpgradeRow } from '@kobo/contract/wallet-upgrades'
import type { Wallet } from '@kobo/contract/wallets'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { recordAddress } from '../../../record/record-address.ts'
import { answer, refuse } from '../../../testing/answer.ts'
import { apiServer } from '../../../testing/api-server.ts'
import { aTierRequest } from '../../../testing/a-wallet.ts'
import { renderConsole } from '../../../testing/render-console.tsx'
import { walletServer } from '../../../testing/wallet-server.ts'

interface World {
  wallet?: Partial<Wallet>
  request?: Partial<WalletUpgradeRow>
  extra?: HttpHandler[]
}

/** Opens the page of a wallet from one of its requests. */
async function openRequest({ wallet, request, extra = [] }: World = {}) {
  const { server, handlers } = walletServer(wallet, [aTierRequest({ id: 'other' }), aTierRequest(request)])
  const address = paths.wallet('w1', { request: 'UPGRADE', requestId: 'r1', walletStatus: 'PENDING' })
  const opened = renderConsole(address, [...extra, ...handlers])
  await screen.findByRole('heading', { level: 1, name: 'Tunde Bakare' })
  const section = await screen.findByRole('region', { name: 'Tier upgrade request' })
  await waitFor(() =>
    expect(section.textContent).toMatch(
      /on file(Yes|No|Missing)|The request (for|is)|Request not found|Error Fetching/,
    ),
  )
  return { server, section, ...opened }
}

const field = (section: HTMLElement, label: string) =>
  within(section).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const button = (name: string) => screen.queryByRole('button', { name })

describe('Tier upgrade request', () => {
  it('EVIDENCE-06 prevents approval and names the ID while a required ID is missing', async () => {
    const blocker = 'Tier 2 needs a NIN, which the wallet of Tunde Bakare does not have'
    await openRequest({ wallet: { nin: null }, request: { hindrance: blocker } })
    const approve = button('Approve')
    expect([approve?.hasAttribute('disabled'), approve?.title]).toEqual([true, blocker])
    expect(button('Reject')?.hasAttribute('disabled')).toBe(false)
  })

  it('WALLET-17 shows both tiers with their limits and the requirements of the new one', async () => {
    const { section } = await openRequest({ wallet: { nin: null } })
    const labels = [
      'Current tier',
      'Current daily debit limit',
      'Current balance limit',
      'Requested tier',
      'New daily debit limit',
      'New balance limit',
      'The requested tier requires',
      'BVN on file',
      'NIN on file',
    ]
    expect(labels.map((label) => field(section, label)).join(' | ')).toBe(
      'Tier 1 | ₦50,000.00 | ₦300,000.00 | Tier 2 | ₦200,000.00 | ₦500,000.00 | BVN and NIN | Yes | Missing',
    )
  })

  it('shows that tier 1 requires BVN or NIN and tier 3 has no balance limit', async () => {
    const first = await openRequest({ wallet: { nin: null }, request: { requestedTier: 1, category: 'ACTIVATION' } })
    expect(field(first.section, 'The requested tier requires')).toBe('BVN or NIN')
    expect(field(first.section, 'NIN on file')).toBe('No')
    first.unmount()
    const { section } = await openRequest({
      request: { requestedTier: 3, requestedLimits: { dailyDebit: 5_000_000, balance: null } },
    })
    expect(field(section, 'New balance limit')).toBe('No limit')
  })

  it('WALLET-17 raises the tier after a confirmation that names wallet and mode', async () => {
    const { user, server, section } = await openRequest()
    await user.click(within(section).getByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve tier upgrade' }))
    expect(dialog.getByText('Are you sure you want to raise this wallet to tier 2?')).toBeTruthy()
    for (const named of ['Tunde Bakare', 'Live mode']) expect(dialog.getByText(named)).toBeTruthy()
    expect(server.sent).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Upgrade approved')).toBeTruthy()
    expect(server.sent).toEqual([{ requestId: 'r1' }])
    await waitFor(() =>
      expect(section.textContent).toContain(
        'The request for tier 2 is COMPLETED: decided by Adaeze Okonkwo on 21 November 2026 10:00:00',
      ),
    )
    expect(screen.getByRole('heading', { level: 1 }).parentElement?.textContent).toContain('Tier 2')
    expect(button('Approve')).toBeNull()
  })

  it('WALLET-17 requires a reason to reject and sends it', async () => {
    const { user, server, section } = await openRequest()
    await user.click(within(section).getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject tier upgrade' }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByText('Reason is required')).toBeTruthy()
    expect(server.sent).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The NIN is another one')
    await user.click(await dialog.findByText('Email to the merchant: accounts@adire.ng, and by webhook'))
    expect(dialog.getByText(/^Hello/).textContent).toContain('for this reason:\n\nThe NIN is another one')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Upgrade rejected')).toBeTruthy()
    expect(server.sent).toEqual([{ requestId: 'r1', reason: 'The NIN is another one' }])
    await waitFor(() => expect(section.textContent).toContain(': The NIN is another one'))
  })

  it('names the operator when another one decided first', async () => {
    const { user, server, section } = await openRequest({
      extra: [refuse(contract.walletUpgrades.approve, 409, { message: 'Bola Ade has decided this already' })],
    })
    await user.click(within(section).getByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog'))
    const decision = { staffName: 'Bola Ade', decidedAt: '2026-11-20T13:32:00Z', reason: 'Another person' }
    server.requests = [aTierRequest({ status: 'REJECTED', decision })]
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Bola Ade has decided this already')).toBeTruthy()
    await waitFor(() =>
      expect(section.textContent).toContain(
        'The request for tier 2 is REJECTED: decided by Bola Ade on 20 November 2026 14:32:00: Another person',
      ),
    )
    expect(button('Reject')).toBeNull()
  })

  it('is opened by a link to the request, with what colleagues noted on it', async () => {
    const { handlers } = walletServer({}, [aTierRequest()])
    const asked: Record<string, string>[] = []
    const listing = answer(contract.notes.list, ({ query }) => {
      asked.push(Object.fromEntries(query))
      return { total: 0, notes: [] }
    })
    const address = recordAddress({ type: 'wallet_upgrade', id: 'r1', walletId: 'w1' })
    const { user } = renderConsole(address ?? '', [listing, ...handlers])
    const section = await screen.findByRole('region', { name: 'Tier upgrade request' })
    expect(await within(section).findByRole('button', { name: 'Approve' })).toBeTruthy()
    await user.click(within(section).getByRole('button', { name: 'Notes' }))
    await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ recordId: 'r1' })))
  })

  it('shows a rejected request with its decision and without actions', async () => {
    const { section } = await openRequest({ request: { status: 'REJECTED' } })
    expect(section.textContent).toContain('The request for tier 2 is REJECTED')
    expect(button('Approve')).toBeNull()
  })

  it('reports a request that the wallet does not have', async () => {
    const { section } = await openRequest({ request: { id: 'r2' } })
    expect(section.textContent).toContain('Request not found for this wallet')
  })

  it('shows no request when the search params name none', async () => {
    const { handlers } = walletServer({}, [aTierRequest()])
    renderConsole(paths.wallet('w1'), handlers)
    await screen.findByRole('heading', { level: 1, name: 'Tunde Bakare' })
    expect(screen.queryByRole('region', { name: 'Tier upgrade request' })).toBeNull()
    expect(button('Approve')).toBeNull()
  })
})

/** Opens the panel of the first of three requests in their list. */
function openReview(...first: HttpHandler[]) {
  const requests = [
    aTierRequest(),
    aTierRequest({ id: 'r2', wallet: { id: 'w2', accountName: 'Ngozi Eze', tier: 1 } }),
    aTierRequest({ id: 'r3', wallet: { id: 'w3', accountName: 'Musa Bello', tier: 1 } }),
  ]
  const { handlers } = walletServer({}, requests)
  const opened = renderConsole(paths.wallets({ status: 'requests', review: 'r1' }), [...first, ...handlers])
  return { ...opened, handlers }
}

const panel = () => within(screen.getByRole('dialog', { name: 'Tier upgrade request' }))
const reviewed = () => new URLSearchParams(window.location.search).get('review')

describe('Request panel', () => {
  it('EVIDENCE-08 moves through the requests with J and K and closes the panel on Escape', async () => {
    const { user } = openReview()
    await screen.findByRole('dialog', { name: 'Tier upgrade request' })
    await waitFor(() => expect(panel().getByText('1 of 3')).toBeTruthy())
    await user.keyboard('j')
    await waitFor(() => expect(panel().getByText('2 of 3')).toBeTruthy())
    expect(panel().getByRole('link', { name: 'Ngozi Eze' })).toBeTruthy()
    await user.keyboard('j')
    await user.keyboard('j')
    await waitFor(() => expect(reviewed()).toBe('r3'))
    expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
    await user.keyboard('k')
    await waitFor(() => expect(reviewed()).toBe('r2'))
    await user.click(panel().getByRole('button', { name: 'Previous' }))
    await waitFor(() => expect(reviewed()).toBe('r1'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(window.location.search).toBe('?status=requests')
  })

  it('says that the wallet could not be read, and reads it again on request', async () => {
    const { user, handlers } = openReview(refuse(contract.wallets.info, 500, { message: 'Down' }))
    await screen.findByRole('dialog', { name: 'Tier upgrade request' })
    const refetch = await panel().findByRole('button', { name: 'Refetch Details' })
    expect(panel().queryByRole('button', { name: 'Approve' })).toBeNull()
    apiServer.use(...handlers)
    await user.click(refetch)
    expect(await panel().findByRole('button', { name: 'Approve' })).toBeTruthy()
  })

  it('reports a request that is not on the page', async () => {
    const { handlers } = walletServer({}, [aTierRequest()])
    renderConsole(paths.wallets({ status: 'requests', review: 'r9' }), handlers)
    expect(await screen.findByText('This request is not on this page')).toBeTruthy()
  })
})
