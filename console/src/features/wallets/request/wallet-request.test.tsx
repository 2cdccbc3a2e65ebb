import { contract } from '@kobo/contract'
import type { WalletUpgradeRow } from '@kobo/contract/wallet-upgrades'
import type { Wallet } from '@kobo/contract/wallets'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { refuse } from '../../../testing/answer.ts'
import { aTierRequest } from '../../../testing/a-wallet.ts'
import { renderConsole } from '../../../testing/render-console.tsx'
import { walletServer } from '../../../testing/wallet-server.ts'

interface World {
  wallet?: Partial<Wallet>
  request?: Partial<WalletUpgradeRow>
  extra?: HttpHandler[]
}

/** The page of a wallet that a request led to. */
async function openRequest({ wallet, request, extra = [] }: World = {}) {
  const { server, handlers } = walletServer(wallet, [aTierRequest({ id: 'other' }), aTierRequest(request)])
  const address = paths.wallet('w1', { request: 'UPGRADE', requestId: 'r1', walletStatus: 'PENDING' })
  const opened = renderConsole(address, [...extra, ...handlers])
  await screen.findByRole('heading', { level: 1, name: 'Tunde Bakare' })
  const section = await screen.findByRole('region', { name: 'Tier upgrade request' })
  await waitFor(() =>
    expect(section.textContent).toMatch(/on file(Yes|No|Missing)|The request (for|is)|no such request|Error Fetching/),
  )
  return { server, section, ...opened }
}

const field = (section: HTMLElement, label: string) =>
  within(section).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const button = (name: string) => screen.queryByRole('button', { name })

describe('a request for a higher tier', () => {
  it('EVIDENCE-06 cannot be approved while a paper is missing, and says which', async () => {
    const hindrance = 'Tier 2 needs a NIN, which the wallet of Tunde Bakare does not have'
    await openRequest({ wallet: { nin: null }, request: { hindrance } })
    const approve = button('Approve')
    expect([approve?.hasAttribute('disabled'), approve?.title]).toEqual([true, hindrance])
    expect(button('Reject')?.hasAttribute('disabled')).toBe(false)
  })

  it('WALLET-17 shows both tiers, what the new one needs and both pairs of limits', async () => {
    const { section } = await openRequest({ wallet: { nin: null } })
    const labels = [
      'Current tier',
      'Daily debit limit now',
      'Balance limit now',
      'Requested tier',
      'Daily debit limit then',
      'Balance limit then',
      'The requested tier needs',
      'BVN on file',
      'NIN on file',
    ]
    expect(labels.map((label) => field(section, label))).toEqual([
      'Tier 1',
      '₦50,000.00',
      '₦300,000.00',
      'Tier 2',
      '₦200,000.00',
      '₦500,000.00',
      'BVN and NIN',
      'Yes',
      'Missing',
    ])
  })

  it('tier 1 needs one of the two numbers, tier 3 has no limit of the balance', async () => {
    const first = await openRequest({ wallet: { nin: null }, request: { requestedTier: 1, category: 'ACTIVATION' } })
    expect(field(first.section, 'The requested tier needs')).toBe('BVN or NIN')
    expect(field(first.section, 'NIN on file')).toBe('No')
    first.unmount()
    const { section } = await openRequest({
      request: { requestedTier: 3, requestedLimits: { dailyDebit: 5_000_000, balance: null } },
    })
    expect(field(section, 'Balance limit then')).toBe('No limit')
  })

  it('WALLET-17 Approve asks first, naming wallet and mode, and the tier rises', async () => {
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
        'The request for tier 2 is COMPLETED: decided by Adaeze Okonkwo on 21-11-2026 10:00',
      ),
    )
    expect(screen.getByRole('heading', { level: 1 }).parentElement?.textContent).toContain('Tier 2')
    expect(button('Approve')).toBeNull()
  })

  it('WALLET-17 Reject needs a reason and sends it', async () => {
    const { user, server, section } = await openRequest()
    await user.click(within(section).getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject tier upgrade' }))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await dialog.findByText('Reason is required')).toBeTruthy()
    expect(server.sent).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The NIN is another one')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Upgrade rejected')).toBeTruthy()
    expect(server.sent).toEqual([{ requestId: 'r1', reason: 'The NIN is another one' }])
    await waitFor(() => expect(section.textContent).toContain(': The NIN is another one'))
  })

  it('says who decided it when somebody else was first', async () => {
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
        'The request for tier 2 is REJECTED: decided by Bola Ade on 20-11-2026 14:32: Another person',
      ),
    )
    expect(button('Reject')).toBeNull()
  })

  it('a rejected one is shown with its decision, not to be decided again', async () => {
    const { section } = await openRequest({ request: { status: 'REJECTED' } })
    expect(section.textContent).toContain('The request for tier 2 is REJECTED')
    expect(button('Approve')).toBeNull()
  })

  it('says when the wallet has no such request', async () => {
    const { section } = await openRequest({ request: { id: 'r2' } })
    expect(section.textContent).toContain('This wallet has no such request')
  })

  it('the plain page of a wallet shows none', async () => {
    const { handlers } = walletServer({}, [aTierRequest()])
    renderConsole(paths.wallet('w1'), handlers)
    await screen.findByRole('heading', { level: 1, name: 'Tunde Bakare' })
    expect(screen.queryByRole('region', { name: 'Tier upgrade request' })).toBeNull()
    expect(button('Approve')).toBeNull()
  })
})
