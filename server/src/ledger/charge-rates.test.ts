import { accountFeeKobo, transferFeeKobo } from '@kobo/contract/kit/fee'
import { afterAll, describe, expect, it } from 'vitest'
import { someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { chargeRates, usualRates } from './charge-rates.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

async function merchantWith(charges: Record<string, unknown>): Promise<string> {
  const [{ merchantId }] = await someAccounts(db, 'PRODUCTION')
  const rows = Object.entries(charges).map(([name, data]) => ({
    merchant_id: merchantId,
    name,
    data: JSON.stringify(data),
    updated_at: '2026-03-04T10:00:00.000Z',
  }))
  if (rows.length > 0) await db.insertInto('merchant_charge').values(rows).execute()
  return merchantId
}

describe('what a merchant pays', () => {
  it.each([
    [500_099n, 1000n],
    [500_100n, 2500n],
    [5_000_000n, 2500n],
    [5_000_001n, 5000n],
  ])('for a transfer of %i kobo is usually %i', async (amountKobo, feeKobo) => {
    const { transfers } = await chargeRates(db, await merchantWith({}))
    expect(transferFeeKobo(transfers, amountKobo)).toBe(feeKobo)
  })

  it.each([
    [49n, 0n],
    [50n, 1n],
    [150n, 2n],
    [4_999_900n, 49_999n],
    [5_000_100n, 50_000n],
  ])(
    'for a collection of %i kobo into a virtual account is usually %i: 1 %, at most 500 naira',
    async (amount, fee) => {
      const { virtualAccounts } = await chargeRates(db, await merchantWith({}))
      expect(accountFeeKobo(virtualAccounts, amount)).toBe(fee)
    },
  )

  it('is its own price in the groups that have one, and the usual price in the others', async () => {
    const own = { below5001Kobo: 100, below50001Kobo: 200, above50000Kobo: 300, walletToWalletChargeKobo: 0 }
    const rates = await chargeRates(db, await merchantWith({ transfers: own, subaccount: { transferChargeKobo: 7 } }))
    expect(rates).toEqual({
      ...usualRates,
      transfers: { below5001Kobo: 100n, below50001Kobo: 200n, above50000Kobo: 300n, walletToWalletChargeKobo: 0n },
      subaccount: { transferChargeKobo: 7n },
    })
    expect(await chargeRates(db, await merchantWith({}))).toEqual(usualRates)
  })

  it.each([
    ['a fraction of a kobo', { transferChargeKobo: 7.5 }],
    ['less than nothing', { transferChargeKobo: -1 }],
    ['no number', { transferChargeKobo: '7' }],
    ['a price without its name', {}],
  ])('is never guessed from %s', async (_, subaccount) => {
    await expect(chargeRates(db, await merchantWith({ subaccount }))).rejects.toThrow('transferChargeKobo')
  })
})
