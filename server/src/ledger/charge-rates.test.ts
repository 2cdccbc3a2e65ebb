import { accountFeeKobo, transferFeeKobo } from '@kobo/contract/kit/fee'
import { afterAll, describe, expect, it } from 'vitest'
import { someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { transact } from '../db/transact.ts'
import { agreeRates } from './agree-rates.ts'
import { chargeRates, defaultRates } from './charge-rates.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const agreedAt = new Date('2026-03-04T10:00:00Z')

async function merchantWith(charges: Record<string, unknown>): Promise<string> {
  const [{ merchantId }] = await someAccounts(db, 'PRODUCTION')
  const rows = Object.entries(charges).map(([name, data]) => ({
    merchant_id: merchantId,
    name,
    data: JSON.stringify(data),
    updated_at: agreedAt.toISOString(),
    valid_from: agreedAt.toISOString(),
  }))
  if (rows.length > 0) await db.insertInto('merchant_charge').values(rows).execute()
  return merchantId
}

describe('chargeRates', () => {
  it.each([
    [500_099n, 1000n],
    [500_100n, 2500n],
    [5_000_000n, 2500n],
    [5_000_001n, 5000n],
  ])('charges the default fee for a transfer of %i kobo: %i', async (amountKobo, feeKobo) => {
    const { transfers } = await chargeRates(db, await merchantWith({}), agreedAt)
    expect(transferFeeKobo(transfers, amountKobo)).toBe(feeKobo)
  })

  it.each([
    [49n, 0n],
    [50n, 1n],
    [150n, 2n],
    [4_999_900n, 49_999n],
    [5_000_100n, 50_000n],
  ])('charges the default 1 %, at most 500 naira, for a collection of %i kobo: %i', async (amount, fee) => {
    const { virtualAccounts } = await chargeRates(db, await merchantWith({}), agreedAt)
    expect(accountFeeKobo(virtualAccounts, amount)).toBe(fee)
  })

  it('returns the merchant’s own rates per group and default rates for the others', async () => {
    const own = { below5001Kobo: 100, below50001Kobo: 200, above50000Kobo: 300, walletToWalletChargeKobo: 0 }
    const rates = await chargeRates(
      db,
      await merchantWith({ transfers: own, subaccount: { transferChargeKobo: 7 } }),
      agreedAt,
    )
    expect(rates).toEqual({
      ...defaultRates,
      transfers: { below5001Kobo: 100n, below50001Kobo: 200n, above50000Kobo: 300n, walletToWalletChargeKobo: 0n },
      subaccount: { transferChargeKobo: 7n },
    })
    expect(await chargeRates(db, await merchantWith({}), agreedAt)).toEqual(defaultRates)
  })

  it('returns the rates in force at an instant, also after later changes', async () => {
    const merchantId = await merchantWith({})
    const [first, second] = [new Date('2026-03-05T10:00:00Z'), new Date('2026-03-06T10:00:00Z')]
    const agree = (transferChargeKobo: number, at: Date) =>
      transact(db, (t) => agreeRates(t, { merchantId, name: 'childAccount', data: { transferChargeKobo }, at }))
    await agree(700, first)
    await agree(600, second)
    await agree(800, second)
    const feeAt = async (at: Date) => (await chargeRates(db, merchantId, at)).childAccount.transferChargeKobo
    const before = (at: Date) => new Date(at.getTime() - 1)
    expect(await Promise.all([before(first), first, before(second), second].map(feeAt))).toEqual([
      1000n,
      700n,
      700n,
      800n,
    ])
  })

  it.each([
    ['begin before others end', { valid_from: '2026-03-05T00:00:00Z' }],
    ['end when none begin', { valid_from: '2026-03-01T00:00:00Z', valid_until: '2026-03-03T00:00:00Z' }],
    ['end after others begin', { valid_from: '2026-03-01T00:00:00Z', valid_until: '2026-03-05T00:00:00Z' }],
    ['end before they begin', { valid_from: '2026-03-05T00:00:00Z', valid_until: '2026-03-04T10:00:00Z' }],
  ])('rejects overlapping rates that %s', async (_, dates) => {
    const data = { transferChargeKobo: 7 }
    const merchant_id = await merchantWith({ subaccount: data })
    const row = { merchant_id, name: 'subaccount', data: JSON.stringify(data), updated_at: agreedAt.toISOString() }
    const written = db.insertInto('merchant_charge').values({ ...row, ...dates })
    await expect(written.execute()).rejects.toThrow(/merchant_charge_(next|ends_once|lasts)/)
  })

  it.each([
    ['a fraction of a kobo', { transferChargeKobo: 7.5 }],
    ['a negative amount', { transferChargeKobo: -1 }],
    ['a text', { transferChargeKobo: '7' }],
    ['a missing value', {}],
  ])('rejects a rate with %s', async (_, subaccount) => {
    await expect(chargeRates(db, await merchantWith({ subaccount }), agreedAt)).rejects.toThrow('transferChargeKobo')
  })
})
