import { largeBusinesses } from './businesses.ts'
import { dayMs, instants, minuteMs, placeInSums } from './calendar.ts'
import type { Merchant } from './merchants.ts'
import { aBvn, aNin, aPerson } from './people.ts'
import { aPlace } from './places.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

export interface WalletCounts {
  total: number
  /** Wallets of the largest merchants, largest first; the others share the rest. */
  largest: readonly number[]
}

/** Adds the customers' wallets, each opened after its merchant was accepted. */
export function addWallets(world: World, counts: WalletCounts): void {
  const accepted = world.rows.merchant.filter(({ verified }) => verified === 'ACCEPTED')
  const largest = largeBusinesses.flatMap(({ name }) => accepted.filter(({ business_name }) => business_name === name))
  const others = accepted.filter((merchant) => !largest.includes(merchant))
  const random = world.random('wallets')
  let left = counts.total
  for (const [rank, count] of counts.largest.entries()) {
    const merchant = largest[rank]
    if (!merchant) continue
    for (const at of openings(random, merchant, world.now, count)) addWallet(world, random, merchant, at)
    left -= count
  }
  const aMerchant = unevenly(random, others)
  for (let created = 0; created < left; created += 1) {
    const merchant = aMerchant()
    addWallet(world, random, merchant, openedSince(random, merchant, world.now))
  }
}

/** Creates a picker with a skewed distribution: a few merchants come up often and many never. */
function unevenly(random: Random, merchants: readonly Merchant[]): () => Merchant {
  let sum = 0
  const sums = merchants.map(() => {
    sum += random.chance(0.4) ? 0 : Math.min((1 - random.next()) ** -0.75, 150)
    return sum
  })
  return () => {
    const merchant = merchants[placeInSums(sums, random.next() * sum)]
    if (!merchant) throw new RangeError('No merchant is accepted')
    return merchant
  }
}

/** Returns openings of a large merchant's wallets in a weekly pattern, some within the last hours. */
function openings(random: Random, merchant: Merchant, now: Date, count: number): Date[] {
  const since = Date.parse(merchant.decided_at ?? merchant.created_at)
  const days = Math.floor((now.getTime() - since) / dayMs) - 1
  return instants(random, now, Math.max(days, 1), count)
}

function openedSince(random: Random, merchant: Merchant, now: Date): Date {
  const since = Date.parse(merchant.decided_at ?? merchant.created_at)
  const room = now.getTime() - since - minuteMs
  return new Date(since + Math.max(0, Math.floor(random.next() * room)))
}

function addWallet(world: World, random: Random, merchant: Merchant, at: Date): void {
  const { rows, takenBvns, now, mode } = world
  const id = random.id(at)
  const person = aPerson(random, now)
  const tier = random.weighted([
    [1, 62],
    [2, 25],
    [3, 13],
  ] as const)
  const papers = random.weighted(tier === 1 ? firstTierPapers : higherTierPapers)
  const address = tier > 1 || random.chance(0.5) ? aPlace(random) : null
  rows.wallet.push({
    id,
    mode,
    merchant_id: merchant.id,
    created_at: at.toISOString(),
    account_name: `${person.firstName} ${person.lastName}`,
    tier,
    status: random.weighted([
      ['ACTIVE', 88],
      ['INACTIVE', 7],
      ['PENDING', 5],
    ]),
    email: random.chance(0.8) ? person.email : null,
    phone_number: person.phoneNumber,
    date_of_birth: random.chance(0.9) ? person.dateOfBirth : null,
    bvn: papers.includes('BVN') ? aBvn(random, takenBvns) : null,
    nin: papers.includes('NIN') ? aNin(random) : null,
    sealed_bvn: null,
    sealed_nin: null,
    address: address?.address ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
  })
  world.accounts.push({
    merchantId: merchant.id,
    walletId: id,
    name: `${person.firstName} ${person.lastName}`,
    at: at.toISOString(),
  })
}

/** A tier 1 wallet without BVN and NIN cannot be debited; some are left like this. */
const firstTierPapers = [
  ['BVN', 55],
  ['NIN', 29],
  ['BVN and NIN', 11],
  ['none', 5],
] as const
const higherTierPapers = [
  ['BVN and NIN', 97],
  ['BVN', 3],
] as const
