import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../testing/property-runs.ts'
import { allocateSplit, type SplitPart, sumOfShares } from './allocate-split.ts'

const flat = (accountId: string, value: bigint): SplitPart => ({ accountId, type: 'FLAT', value })
const percent = (accountId: string, value: bigint): SplitPart => ({ accountId, type: 'PERCENTAGE', value })

describe('allocateSplit', () => {
  it('allocates flat shares in order, each at most the remaining amount', () => {
    expect(allocateSplit(1000n, [flat('a', 600n), flat('b', 600n), flat('c', 1n)])).toEqual([
      { accountId: 'a', amountKobo: 600n },
      { accountId: 'b', amountKobo: 400n },
    ])
  })

  it('allocates percentages of the amount after flat shares, rounded down, in any order', () => {
    expect(allocateSplit(1000n, [percent('a', 3333n), flat('b', 1n), percent('c', 6667n)])).toEqual([
      { accountId: 'a', amountKobo: 332n },
      { accountId: 'b', amountKobo: 1n },
      { accountId: 'c', amountKobo: 666n },
    ])
  })

  it('allocates nothing of an empty amount', () => {
    expect(allocateSplit(0n, [flat('a', 5n), percent('b', 10_000n)])).toEqual([])
  })

  const parts = fc
    .array(
      fc.oneof(
        fc.record({ type: fc.constant('FLAT' as const), value: fc.bigInt(1n, 10n ** 10n) }),
        fc.record({ type: fc.constant('PERCENTAGE' as const), value: fc.bigInt(1n, 2000n) }),
      ),
      { maxLength: 5 },
    )
    .map((some) => some.map((part, place) => ({ ...part, accountId: String(place) })))

  it('never allocates more than the amount, and all of it only when the split says so', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), parts, (net, split) => {
        const shares = allocateSplit(net, split)
        const remainder = net - sumOfShares(shares)
        expect(remainder).toBeGreaterThanOrEqual(0n)
        expect(shares.every(({ amountKobo }) => amountKobo > 0n)).toBe(true)
        for (const { accountId, type, value } of split) {
          const shareKobo = shares.find((share) => share.accountId === accountId)?.amountKobo ?? 0n
          expect(shareKobo).toBeLessThanOrEqual(type === 'FLAT' ? value : (net * value) / 10_000n)
        }
      }),
      propertyRuns('shares', { sample: 300, full: 3000 }),
    )
  })
})
