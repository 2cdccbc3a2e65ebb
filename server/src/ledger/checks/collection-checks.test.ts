import { describe } from 'vitest'
import { at, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { collect, incomeKobo } from '../../testing/ledger-fixtures.ts'
import { aVirtualAccount, collectOn, markUsed, paidInto } from '../../testing/linked-checkouts.ts'
import { collectionChecks } from './collection-checks.ts'

const { shop } = await healthyLedger()

describe('paid in checks', () => {
  testChecks(collectionChecks, [
    [
      'a dynamic virtual account with two payments',
      { 'duplicate-virtual-account-payment': 1 },
      async (t) => {
        const virtual = await aVirtualAccount(t, shop)
        await collectOn(t, virtual)
        await collect(t, shop, paidInto(virtual))
      },
    ],
    [
      'a dynamic virtual account that accepted another amount',
      { 'virtual-account-payment-mismatch': 1 },
      async (t) => collectOn(t, await aVirtualAccount(t, shop, { amountKobo: incomeKobo + 1n })),
    ],
    [
      'a dynamic virtual account that accepted a payment after expiry',
      { 'virtual-account-payment-mismatch': 1 },
      async (t) => collectOn(t, await aVirtualAccount(t, shop, { expiresAt: new Date(at) })),
    ],
    [
      'a paid virtual account that is not marked as used',
      { 'virtual-account-use-mismatch': 1 },
      async (t) => collect(t, shop, paidInto(await aVirtualAccount(t, shop))),
    ],
    [
      'an unpaid virtual account that is marked as used',
      { 'virtual-account-use-mismatch': 1 },
      async (t) => markUsed(t, await aVirtualAccount(t, shop)),
    ],
  ])
})
