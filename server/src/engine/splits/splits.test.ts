import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { acquirerPays, aCardPayer, approved, cardAmountKobo } from '../../testing/card-payments.ts'
import { aLien } from '../../testing/liens.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { aSharedNumber, aSubaccount, paidOnNumber } from '../../testing/subaccounts.ts'
import { uuidv7 } from '../../uuid.ts'
import { applyCardOutcome } from '../card-payments/apply-card-outcome.ts'
import { openCheckout } from '../checkouts/open-checkout.ts'
import { chargesOf, readTransaction } from '../transaction-row.ts'
import { setSubaccountStatus } from './set-subaccount-status.ts'
import { DomainError } from '../../domain-error.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
afterAll(() => app.close())

const mode = 'PRODUCTION'
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }
type Merchant = Awaited<ReturnType<typeof aFundedMerchant>>

async function partner(merchant: Merchant, fields: Parameters<typeof aSubaccount>[2] = {}): Promise<string> {
  return await transact(app.db, (t) => aSubaccount(t, merchant, fields))
}

async function pay(merchant: Merchant, accountNumber: string, amountKobo: bigint) {
  const id = await transact(app.db, (t) => paidOnNumber(t, app.services.jobs, merchant, { accountNumber, amountKobo }))
  const row = await readTransaction(app.db, id)
  if (!row) throw new Error('A payment is gone')
  return row
}

async function balanceOf(id: string) {
  return await app.db
    .selectFrom('account')
    .select(['booked_kobo', 'available_kobo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

describe('split collections', () => {
  it('posts flat shares, percentages and the merchant’s remainder in one transfer', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const ten = await partner(merchant, { value: 1000n })
    const flat = await partner(merchant, { type: 'FLAT', value: 50_000n })
    const number = await transact(app.db, (t) => aSharedNumber(t, merchant, [ten, flat]))
    const before = await ownAccount(app.db, merchant.id)
    const row = await pay(merchant, number, 500_000n)
    const netKobo = 500_000n - chargesOf(row)
    const tenKobo = (netKobo - 50_000n) / 10n
    expect((await balanceOf(flat)).booked_kobo).toBe(50_000n)
    expect((await balanceOf(ten)).booked_kobo).toBe(tenKobo)
    const after = await ownAccount(app.db, merchant.id)
    expect(after.booked_kobo - before.booked_kobo).toBe(netKobo - 50_000n - tenKobo)
    const transfers = await app.db.selectFrom('transfer').select('id').where('transaction_id', '=', row.id).execute()
    expect(transfers).toHaveLength(1)
  })

  it(
    'allocates any payment to the kobo for any split',
    async () => {
      const merchant = await aFundedMerchant(app.db, 1_000_000n)
      const part = fc.oneof(
        fc.record({ type: fc.constant('FLAT' as const), value: fc.bigInt(1n, 3_000_000n) }),
        fc.record({ type: fc.constant('PERCENTAGE' as const), value: fc.bigInt(1n, 2500n) }),
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(part, { minLength: 1, maxLength: 4 }),
          fc.bigInt(100n, 5_000_000n),
          async (parts, amountKobo) => {
            const split: string[] = []
            for (const fields of parts) split.push(await partner(merchant, fields))
            const number = await transact(app.db, (t) => aSharedNumber(t, merchant, split))
            const before = await ownAccount(app.db, merchant.id)
            const row = await pay(merchant, number, amountKobo)
            const after = await ownAccount(app.db, merchant.id)
            const shares = await Promise.all(split.map(balanceOf))
            const shared = shares.reduce((sum, { booked_kobo }) => sum + booked_kobo, 0n)
            expect(after.booked_kobo - before.booked_kobo + shared + row.fee_kobo + row.vat_kobo).toBe(amountKobo)
          },
        ),
        propertyRuns('shared collections', { sample: 25, full: 250 }),
      )
      expect(faultCounts(await verifyLedger(app.db))).toEqual(nothing)
    },
    propertyTimeoutMs,
  )

  it('fills the lien of a sub-account from its share in the transaction of the collection', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const id = await partner(merchant, { type: 'FLAT', value: 50_000n })
    await transact(app.db, (t) => aLien(t, { id, mode }, { amountKobo: 60_000n, at: new Date() }))
    await pay(merchant, await transact(app.db, (t) => aSharedNumber(t, merchant, [id])), 500_000n)
    expect(await balanceOf(id)).toEqual({ booked_kobo: 50_000n, available_kobo: 0n })
  })

  it('holds all shares of a card collection until the acquirer settles it', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const split = [await partner(merchant, { value: 2500n }), await partner(merchant, { type: 'FLAT', value: 7n })]
    const at = new Date()
    const row = await transact(app.db, async (t) => {
      const order = { mode, merchantId: merchant.id, amountKobo: cardAmountKobo, narration: 'Two crates' } as const
      const opened = {
        ...order,
        reference: uuidv7().toUpperCase(),
        accountName: 'Kola Nut',
        expiresAt: null,
        split,
        at,
      }
      return await aCardPayer(t, (await openCheckout(t, opened)).id, at)
    })
    await transact(app.db, (t) => applyCardOutcome(t, app.services.jobs, { id: row.id, told: approved, at }))
    for (const id of split) {
      const { booked_kobo: booked, available_kobo: available } = await balanceOf(id)
      expect(booked).toBeGreaterThan(0n)
      expect(available).toBe(0n)
    }
    expect(faultCounts(await verifyLedger(app.db))).toEqual(nothing)
    await transact(app.db, (t) => acquirerPays(t, [row], new Date()))
    for (const id of split) {
      const { booked_kobo: booked, available_kobo: available } = await balanceOf(id)
      expect(available).toBe(booked)
    }
    expect(faultCounts(await verifyLedger(app.db))).toEqual(nothing)
  })

  it('allows a split that leaves nothing of a card collection to the merchant', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const split = [await partner(merchant, { value: 10_000n })]
    const at = new Date()
    await transact(app.db, async (t) => {
      const order = { mode, merchantId: merchant.id, amountKobo: cardAmountKobo, narration: 'Two crates' } as const
      const opened = {
        ...order,
        reference: uuidv7().toUpperCase(),
        accountName: 'Kola Nut',
        expiresAt: null,
        split,
        at,
      }
      const row = await aCardPayer(t, (await openCheckout(t, opened)).id, at)
      await applyCardOutcome(t, null, { id: row.id, told: approved, at })
      await acquirerPays(t, [row], at)
    })
    expect(faultCounts(await verifyLedger(app.db))).toEqual(nothing)
  })
})

describe('invalid splits', () => {
  const name = (merchant: Merchant, split: string[]) => transact(app.db, (t) => aSharedNumber(t, merchant, split))

  it('rejects an invalid split and opens no account', async () => {
    const [merchant, other] = [await aFundedMerchant(app.db, 1_000_000n), await aFundedMerchant(app.db, 1_000_000n)]
    const [most, more] = [await partner(merchant, { value: 6000n }), await partner(merchant, { value: 4001n })]
    const count = app.db.selectFrom('virtual_account').select((eb) => eb.fn.countAll().as('n'))
    const before = await count.executeTakeFirstOrThrow()
    for (const [split, reason] of [
      [[most, more], 'cannot exceed 100 in total'],
      [[most, most], 'only once in a split'],
      [[await partner(other)], "its merchant's sub-accounts"],
      [[uuidv7()], "its merchant's sub-accounts"],
    ] as const) {
      const naming = name(merchant, [...split])
      await expect(naming).rejects.toThrow(DomainError)
      await expect(naming).rejects.toThrow(reason)
    }
    expect(await count.executeTakeFirstOrThrow()).toEqual(before)
  })

  it('rejects a split with an inactive sub-account and keeps earlier splits working', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const id = await partner(merchant)
    const number = await name(merchant, [id])
    const change = { mode, merchantId: merchant.id, subaccountId: id, status: 'INACTIVE', at: new Date() } as const
    expect(await transact(app.db, (t) => setSubaccountStatus(t, change))).toBe(true)
    await expect(name(merchant, [id])).rejects.toThrow('is not active and cannot join a split')
    await pay(merchant, number, 100_000n)
    expect((await balanceOf(id)).booked_kobo).toBeGreaterThan(0n)
  })
})
