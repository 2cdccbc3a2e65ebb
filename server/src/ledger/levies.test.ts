import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { aDatabase } from '../testing/database.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { allLevies, sumOf, withLevies } from './levies.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())
const levies = await allLevies(db)

const transfer = (at: string, amountKobo = 1_000_000n, toAnotherBank = true) => ({
  at: new Date(at),
  amountKobo,
  toAnotherBank,
})

describe('VAT', () => {
  it.each([
    ['2026-01-18T22:59:59.999Z', 0n],
    ['2026-01-18T23:00:00.000Z', 188n],
    ['2026-11-21T12:00:00.000Z', 188n],
  ])('charges 7.5 % of a fee of 25 naira from 19 January 2026 in Lagos: at %s %i kobo', (at, vatKobo) => {
    expect(withLevies(levies, 2500n, transfer(at)).vatKobo).toBe(vatKobo)
    expect(withLevies(levies, 2500n, transfer(at, 1n, false)).vatKobo).toBe(vatKobo)
  })

  it.each([
    [0n, 0n],
    [6n, 0n],
    [7n, 1n],
    [19n, 1n],
    [20n, 2n],
    [1000n, 75n],
    [5000n, 375n],
  ])('rounds VAT on %i kobo half up to %i', (feeKobo, vatKobo) => {
    expect(withLevies(levies, feeKobo, transfer('2026-06-01T12:00:00Z')).vatKobo).toBe(vatKobo)
  })

  it('stays within half a kobo of the exact VAT for any fee', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (feeKobo) => {
        const { vatKobo } = withLevies(levies, feeKobo, transfer('2026-06-01T12:00:00Z'))
        const tooMuch = 10_000n * vatKobo - 750n * feeKobo
        expect(tooMuch > -5000n && tooMuch <= 5000n).toBe(true)
      }),
      propertyRuns('VAT'),
    )
  })
})

describe('stamp duty', () => {
  it.each([
    ['2026-01-01T00:00:00+01:00', 999_999n, 0n],
    ['2026-01-01T00:00:00+01:00', 1_000_000n, 5000n],
    ['2025-12-31T23:59:59.999+01:00', 1_000_000n, 0n],
    ['2026-11-21T12:00:00Z', 500_000_000n, 5000n],
  ])('charges 50 naira from 10,000 naira and from 2026: at %s on %i kobo %i', (at, amountKobo, stampDutyKobo) => {
    expect(withLevies(levies, 1000n, transfer(at, amountKobo)).stampDutyKobo).toBe(stampDutyKobo)
  })

  it('charges no stamp duty on book transfers', () => {
    const charges = withLevies(levies, 1000n, transfer('2026-06-01T12:00:00Z', 1_000_000n, false))
    expect(charges).toEqual({ feeKobo: 1000n, vatKobo: 75n, stampDutyKobo: 0n })
  })
})

it('sums fee, VAT and stamp duty', () => {
  expect(sumOf(withLevies(levies, 2500n, transfer('2026-06-01T12:00:00Z')))).toBe(2500n + 188n + 5000n)
})

it('applies a change of levies from its day and leaves earlier days unchanged', async () => {
  await db
    .insertInto('levy')
    .values([
      { kind: 'VAT', from_day: '2027-07-01', rate_basis_points: 1000 },
      { kind: 'STAMP_DUTY', from_day: '2027-07-01', amount_kobo: 0n },
    ])
    .execute()
  const changed = await allLevies(db)
  const on = (at: string) => withLevies(changed, 1000n, transfer(at))
  expect(on('2027-06-30T12:00:00Z')).toEqual({ feeKobo: 1000n, vatKobo: 75n, stampDutyKobo: 5000n })
  expect(on('2027-07-01T12:00:00Z')).toEqual({ feeKobo: 1000n, vatKobo: 100n, stampDutyKobo: 0n })
})
