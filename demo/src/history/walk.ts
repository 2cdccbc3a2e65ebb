import type { Random } from '../random.ts'
import { collectionMaker } from './collections.ts'
import { moveMaker, moves } from './book-transfers.ts'
import { payoutMaker } from './payouts.ts'
import type { Scene } from './scene.ts'
import { recentMs } from './timetable.ts'
import type { Upkeep } from './maintenance-fees.ts'

/** Writes one event and returns the number of transactions written: one, or two if `room` allows. */
export type Walk = (at: number, room: number) => number

type Event = 'merchant in' | 'merchant out' | 'wallet in' | 'wallet out' | 'to wallet' | 'to merchant' | 'between'

const usual: readonly (readonly [Event, number])[] = [
  ['merchant in', 27],
  ['merchant out', 24],
  ['wallet in', 16],
  ['wallet out', 14],
  ['to wallet', 8],
  ['to merchant', 5],
  ['between', 6],
]

const tries = 4
/** Number of attempts where the event should not be replaced. */
const manyTries = 60

/** An event that is impossible, for lack of funds or of a counterparty, is replaced by a collection, which always succeeds. */
export function walkOf(scene: Scene, upkeep: Upkeep): Walk {
  const { actors, now, random } = scene
  const collect = collectionMaker(scene)
  const pay = payoutMaker(scene)
  const move = moveMaker(scene)
  let recent = 0

  const attempt = (event: Event, at: number): number => {
    if (event === 'merchant in') return collect(actors.aBusiness(at), at) ? 1 : 0
    if (event === 'merchant out') return pay(actors.aBusiness(at), at) ? 1 : 0
    const wallet = actors.aWallet(at)
    if (wallet === undefined) return 0
    if (event === 'wallet in') return collect(wallet, at) ? 1 : 0
    if (event === 'wallet out') return pay(wallet, at) ? 1 : 0
    const owner = scene.holders.owners[wallet] ?? 0
    if (event === 'to wallet') return move(moves.toWallet(owner, wallet), at) ? 2 : 0
    if (event === 'to merchant') return move(moves.toBusiness(wallet, owner), at) ? 2 : 0
    const sibling = actors.aSibling(wallet, at)
    return sibling !== undefined && move(moves.between(wallet, sibling), at) ? 2 : 0
  }

  return (at, room) => {
    upkeep(at)
    let event = anEvent(random)
    let maxTries = tries
    if (now - at < recentMs) {
      recent += 1
      // Ensures that every payout status appears, however quiet the hour.
      if (recent % 3 === 1) event = 'merchant out'
      if (recent % 3 === 2) event = 'wallet out'
      if (recent % 3 !== 0) maxTries = manyTries
    }
    const isPair = event === 'to wallet' || event === 'to merchant' || event === 'between'
    if (!isPair || room > 1) {
      for (let tried = 0; tried < maxTries; tried += 1) {
        const result = attempt(event, at)
        if (result > 0) return result
      }
    }
    const isWallets = event !== 'merchant in' && event !== 'merchant out'
    return (isWallets && attempt('wallet in', at)) || attempt('merchant in', at)
  }
}

const sum = usual.reduce((total, [, weight]) => total + weight, 0)

function anEvent(random: Random): Event {
  let rest = random.next() * sum
  for (const [event, weight] of usual) {
    rest -= weight
    if (rest < 0) return event
  }
  return 'merchant in'
}
