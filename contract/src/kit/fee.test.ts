import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccountFeeRates, accountFeeKobo, transferFeeKobo } from './fee.ts'

const tiers = { below5001Kobo: 1_000n, below50001Kobo: 2_500n, above50000Kobo: 5_000n }

describe('transferFeeKobo', () => {
  it.each([
    ['0.01', 1n, 1_000n],
    ['5,000.00', 500_000n, 1_000n],
    ['5,000.99', 500_099n, 1_000n],
    ['5,001.00', 500_100n, 2_500n],
    ['50,000.00', 5_000_000n, 2_500n],
    ['50,000.01', 5_000_001n, 5_000n],
    ['50,001.00', 5_000_100n, 5_000n],
    ['900,000,000,000.00', 90_000_000_000_000n, 5_000n],
  ])('CHG-10 charges a transfer of %s naira the fee of its tier', (_, amountKobo, feeKobo) => {
    expect(transferFeeKobo(tiers, amountKobo)).toBe(feeKobo)
  })
})

describe('accountFeeKobo', () => {
  const rates: AccountFeeRates = {
    type: 'COMPOSITE',
    percentageBasisPoints: 150n,
    capKobo: 200_000n,
    nominalKobo: 10_000n,
  }

  it('charges only the percentage for PERCENTAGE', () => {
    expect(accountFeeKobo({ ...rates, type: 'PERCENTAGE' }, 2_500_000n)).toBe(37_500n)
    expect(accountFeeKobo({ ...rates, type: 'PERCENTAGE' }, 90_000_000_000n)).toBe(1_350_000_000n)
  })

  it('charges only the nominal amount for NOMINAL', () => {
    expect(accountFeeKobo({ ...rates, type: 'NOMINAL' }, 2_500_000n)).toBe(10_000n)
  })

  it('charges both parts up to the cap for COMPOSITE', () => {
    expect(accountFeeKobo(rates, 2_500_000n)).toBe(47_500n)
    expect(accountFeeKobo(rates, 12_666_600n)).toBe(199_999n)
    expect(accountFeeKobo(rates, 12_666_667n)).toBe(200_000n)
    expect(accountFeeKobo(rates, 90_000_000_000n)).toBe(200_000n)
  })

  it('treats a cap of 0 as no cap', () => {
    expect(accountFeeKobo({ ...rates, capKobo: 0n }, 90_000_000_000n)).toBe(1_350_010_000n)
  })

  it.each([
    [0n, 0n],
    [49n, 0n],
    [50n, 1n],
    [149n, 1n],
    [150n, 2n],
    [250n, 3n],
  ])('rounds one percent of %s kobo half up to %s', (amountKobo, feeKobo) => {
    expect(accountFeeKobo({ ...rates, type: 'PERCENTAGE', percentageBasisPoints: 100n }, amountKobo)).toBe(feeKobo)
  })

  it('stays exact for amounts that floating point cannot represent', () => {
    const tenth = { ...rates, type: 'PERCENTAGE', percentageBasisPoints: 1n } as const
    expect(accountFeeKobo(tenth, 90_071_992_547_409_935_000n)).toBe(9_007_199_254_740_994n)
  })

  it('rounds by at most half a kobo, respects the cap and never decreases with the amount', () => {
    const kobo = fc.bigInt({ min: 0n, max: 10n ** 16n })
    fc.assert(
      fc.property(
        kobo,
        kobo,
        kobo,
        kobo,
        fc.bigInt({ min: 0n, max: 10_000n }),
        (amount, more, cap, nominal, points) => {
          const feeRates = { percentageBasisPoints: points, capKobo: cap, nominalKobo: nominal }
          const off = 10_000n * accountFeeKobo({ ...feeRates, type: 'PERCENTAGE' }, amount) - amount * points
          expect(off > -5_000n && off <= 5_000n).toBe(true)
          const composite = accountFeeKobo({ ...feeRates, type: 'COMPOSITE' }, amount)
          if (cap > 0n) expect(composite <= cap).toBe(true)
          expect(accountFeeKobo({ ...feeRates, type: 'COMPOSITE' }, amount + more) >= composite).toBe(true)
        },
      ),
    )
  })
})
