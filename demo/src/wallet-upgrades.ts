import { dayMs, hourMs, inOfficeHours, minuteMs, soonAfter } from './calendar.ts'
import type { Random } from './random.ts'
import type { Row, World } from './world.ts'

type Status = 'PENDING' | 'COMPLETED' | 'REJECTED'

export type WalletUpgradeCounts = Record<Status, number>

type Wallet = Row<'wallet'>

interface Request {
  wallet: Wallet
  status: Status
  category: 'ACTIVATION' | 'UPGRADE'
  requestedTier: number
}

/** Adds requests of wallets for a higher tier or for activation; some waiting ones lack documents. */
export function addWalletUpgrades(world: World, counts: WalletUpgradeCounts): void {
  const random = world.random('wallet upgrades')
  for (const [rank, request] of choose(random, world, counts).entries()) {
    addRequest(world, random, request, requestedAt(random, world.now, request, rank))
  }
}

function choose(random: Random, { rows, now }: World, counts: WalletUpgradeCounts): Request[] {
  const since = new Date(now.getTime() - 40 * dayMs).toISOString()
  const usedWallets = new Set<Wallet>()
  const some = (count: number, isFit: (wallet: Wallet) => boolean) => {
    const chosen = random.several(
      rows.wallet.filter((wallet) => !usedWallets.has(wallet) && isFit(wallet)),
      count,
    )
    for (const wallet of chosen) usedWallets.add(wallet)
    return chosen
  }
  const ofStatus = (status: Status): Request[] => {
    const count = counts[status]
    const activations = some(Math.round(count / 5), (wallet) => isFitToActivate(wallet, status))
    const rising = (wallet: Wallet) => wallet.created_at < since && isFitToRise(wallet, status)
    // Every third waiting request lacks a number that the next tier requires.
    const lacking =
      status === 'PENDING' ? some(Math.round(count / 3), (wallet) => rising(wallet) && !hasBoth(wallet)) : []
    const upgrades = some(count - activations.length - lacking.length, (wallet) => rising(wallet) && hasBoth(wallet))
    return [
      ...[...upgrades, ...lacking].map((wallet) => ({
        wallet,
        status,
        category: 'UPGRADE' as const,
        requestedTier: status === 'COMPLETED' ? wallet.tier : wallet.tier + 1,
      })),
      ...activations.map((wallet) => ({
        wallet,
        status,
        category: 'ACTIVATION' as const,
        requestedTier: wallet.tier,
      })),
    ]
  }
  return (['PENDING', 'REJECTED', 'COMPLETED'] as const).flatMap(ofStatus)
}

/** A wallet with an approved request is active by now, at the requested tier. */
function isFitToActivate(wallet: Wallet, status: Status): boolean {
  return status === 'COMPLETED' ? wallet.status === 'ACTIVE' && hasBoth(wallet) : wallet.status === 'PENDING'
}

function isFitToRise({ status: state, tier }: Wallet, status: Status): boolean {
  return state === 'ACTIVE' && (status === 'COMPLETED' ? tier > 1 : tier < 3)
}

function hasBoth({ bvn, nin }: Wallet): boolean {
  return bvn !== null && nin !== null
}

/** Age of requests in days by status; waiting ones are the newest. */
const ages: Record<Status, readonly [number, number]> = { PENDING: [0, 1.5], COMPLETED: [4, 300], REJECTED: [4, 300] }

/** The first request is minutes old; activation is requested soon after opening. */
function requestedAt(random: Random, now: Date, { wallet, status, category }: Request, rank: number): Date {
  const [youngest, oldest] = ages[status]
  const latest = new Date(now.getTime() - youngest * dayMs - 8 * minuteMs)
  if (rank === 0) return latest
  const opened = new Date(wallet.created_at)
  if (category === 'ACTIVATION' && status !== 'PENDING')
    return opened < latest ? soonAfter(random, opened, dayMs, latest) : opened
  const earliest = Math.max(now.getTime() - oldest * dayMs, opened.getTime())
  return new Date(earliest + Math.floor(random.next() * (latest.getTime() - earliest)))
}

function addRequest(world: World, random: Random, request: Request, at: Date): void {
  const { wallet, status, category, requestedTier } = request
  const isDecided = status !== 'PENDING'
  const decidedAt = inOfficeHours(soonAfter(random, at, 20 * hourMs, world.now), world.now)
  world.rows.wallet_upgrade.push({
    id: random.id(at),
    mode: world.mode,
    created_at: at.toISOString(),
    merchant_id: wallet.merchant_id,
    wallet_id: wallet.id,
    category,
    status,
    current_tier: category === 'UPGRADE' ? requestedTier - 1 : wallet.tier,
    requested_tier: requestedTier,
    decided_by: isDecided ? random.pick(world.staff.operators) : null,
    decided_at: isDecided ? decidedAt.toISOString() : null,
    decision_reason: status === 'REJECTED' ? random.pick(refusals) : null,
  })
}

const refusals = [
  'The name on the BVN is not the name of the wallet.',
  'The NIN slip cannot be read.',
  'The address could not be confirmed.',
  'The date of birth does not match the register.',
] as const
