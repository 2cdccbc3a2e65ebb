import { placeInSums } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { Holders } from './holders.ts'

/** Picks the accounts that act, among those open at an instant. Instants must not decrease. */
export interface Actors {
  /** Merchant's own account, weighted so that large merchants act often. */
  aBusiness(at: number): number
  /** Wallet, if any is open. */
  aWallet(at: number): number | undefined
  /** Another wallet of the same merchant, if it has one. */
  aSibling(wallet: number, at: number): number | undefined
  /** Factor by which payments on a merchant's own account exceed the usual size. */
  scale(business: number): number
}

const tries = 6

export function actors(random: Random, holders: Holders): Actors {
  const { businesses, wallets, walletsOf, opens, ends, owners } = holders
  const scales = new Float64Array(holders.count)
  let sum = 0
  const sums = businesses.map((business) => {
    const customers = walletsOf.get(business)?.length ?? 0
    const weight = Math.min((1 - random.next()) ** -0.9, 300) + customers * 0.4
    scales[business] = Math.min(weight ** 0.45, 8) * (0.5 + random.next())
    sum += weight
    return sum
  })
  let openBusinesses = 0
  let openWallets = 0
  const isThere = (position: number, at: number) => (opens[position] ?? 0) <= at && at < (ends[position] ?? 0)

  return {
    aBusiness(at) {
      while ((opens[businesses[openBusinesses] ?? -1] ?? Number.POSITIVE_INFINITY) <= at) openBusinesses += 1
      const upTo = sums[openBusinesses - 1] ?? 0
      for (let tried = 0; tried < tries; tried += 1) {
        const found = businesses[placeInSums(sums, random.next() * upTo)]
        if (found !== undefined && isThere(found, at)) return found
      }
      const found = businesses.find((position) => isThere(position, at))
      if (found === undefined) throw new RangeError('No merchant is open at this instant')
      return found
    },
    aWallet(at) {
      while ((opens[wallets[openWallets] ?? -1] ?? Number.POSITIVE_INFINITY) <= at) openWallets += 1
      for (let tried = 0; tried < tries; tried += 1) {
        const found = wallets[Math.floor(random.next() * openWallets)]
        if (found !== undefined && isThere(found, at)) return found
      }
      return undefined
    },
    aSibling(wallet, at) {
      const siblings = walletsOf.get(owners[wallet] ?? -1) ?? []
      for (let tried = 0; tried < tries; tried += 1) {
        const found = siblings[Math.floor(random.next() * siblings.length)]
        if (found !== undefined && found !== wallet && isThere(found, at)) return found
      }
      return undefined
    },
    scale: (business) => scales[business] ?? 1,
  }
}
