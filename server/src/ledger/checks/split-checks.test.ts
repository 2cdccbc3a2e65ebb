import { sql } from 'kysely'
import { describe } from 'vitest'
import { healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { aSplitVirtualAccount, share } from '../../testing/split-bookkeeping.ts'
import { splitChecks } from './split-checks.ts'

const { shop, partner, stranger, friend } = await healthyLedger()

describe('split checks', () => {
  testChecks(splitChecks, [
    [
      "a share of a collection on another merchant's subaccount",
      { 'transaction-account-mismatch': 1, 'share-mismatch': 1 },
      (t) => share(t, shop, stranger, { of: null }),
    ],
    ['a share of a collection without a split', { 'share-mismatch': 1 }, (t) => share(t, shop, partner, { of: null })],
    ['a share above its split', { 'share-mismatch': 1 }, (t) => share(t, shop, partner, { givenKobo: 101n })],
    ['a missing share', { 'share-mismatch': 1 }, (t) => share(t, shop, partner, { givenKobo: 0n })],
    [
      "a split with another merchant's subaccount",
      { 'split-merchant-mismatch': 1 },
      async (t) => {
        const { id } = await aSplitVirtualAccount(t, shop, partner)
        await sql`update split_part set subaccount_id = ${stranger.id} where virtual_account_id = ${id}`.execute(t)
      },
    ],
    [
      'a split above 100%',
      { 'split-exceeds-total': 1 },
      async (t) => {
        const { id } = await aSplitVirtualAccount(t, shop, partner)
        await sql`update split_part set split_type = 'PERCENTAGE', split_value = 10001 where virtual_account_id = ${id}`.execute(
          t,
        )
      },
    ],
    [
      'a subaccount whose ledger account belongs to another merchant',
      { 'subaccount-account-mismatch': 1, 'split-merchant-mismatch': 1 },
      (t) => sql`update subaccount set merchant_id = ${friend.merchantId} where id = ${partner.id}`.execute(t),
    ],
  ])
})
