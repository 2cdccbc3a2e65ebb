import { contract } from '@kobo/contract'
import type { WalletUpgradeRow } from '@kobo/contract/wallet-upgrades'
import type { Wallet } from '@kobo/contract/wallets'
import type { HttpHandler } from 'msw'
import { answer } from './answer.ts'
import { aWallet } from './a-wallet.ts'

/** A server for one wallet's page that records actions and requests. */
export function walletServer(overrides: Partial<Wallet> = {}, requests: WalletUpgradeRow[] = []) {
  const server = { wallet: aWallet(overrides), requests, sent: Array<unknown>(), reads: 0 }
  const { info, enable, disable, reveal } = contract.wallets
  const { list, approve, reject } = contract.walletUpgrades

  const setStatus = (status: string) => (body: unknown) => {
    server.sent.push(body)
    server.wallet = { ...server.wallet, status }
    return {}
  }
  const decide = (status: string, reason: string | null, tier: number) => (body: unknown) => {
    server.sent.push(body)
    server.wallet = { ...server.wallet, tier }
    const decision = { staffName: 'Adaeze Okonkwo', decidedAt: '2026-11-21T09:00:00.000Z', reason }
    server.requests = server.requests.map((request) => ({ ...request, status, decision }))
    return {}
  }
  const handlers: HttpHandler[] = [
    answer(info, () => {
      server.reads += 1
      return { wallet: server.wallet }
    }),
    answer(enable, ({ body }) => setStatus('ACTIVE')(body), 'Wallet enabled'),
    answer(disable, ({ body }) => setStatus('INACTIVE')(body), 'Wallet disabled'),
    answer(
      reveal,
      ({ body }) => {
        server.sent.push(body)
        return { value: '22123456789' }
      },
      'The number is shown',
    ),
    answer(list, () => ({ totalRecords: server.requests.length, upgrades: server.requests })),
    answer(approve, ({ body }) => decide('COMPLETED', null, 2)(body), 'Upgrade approved'),
    answer(reject, ({ body }) => decide('REJECTED', 'The NIN is another one', 1)(body), 'Upgrade rejected'),
    answer(contract.transactions.walletList, () => ({ totalRecords: 0, transactions: [] })),
  ]
  return { server, handlers }
}
