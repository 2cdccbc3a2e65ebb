import { type UnsettledCollection, waitsMs } from './unsettled-collections.ts'
import type { Deductions } from './deductions.ts'
import {
  isDisputed,
  refundUnconfirmed,
  notCovered,
  notPaidYet,
  spentMeanwhile,
  waitsWithoutLimit,
  wentBack,
} from './settlement-messages.ts'

/** Collection with its outcome: included in a settlement, waiting, or permanently excluded. */
export interface AllocatedCollection extends UnsettledCollection {
  state: 'SETTLED' | 'WAITING' | 'SPENT'
  amount_kobo: bigint
}

interface Means {
  availableKobo: bigint
  less: ReadonlyMap<string, Deductions>
  /** Whether the account is the merchant's own, whose collections wait for at most `waitsMs`. */
  isOwn: boolean
  at: Date
}

/** Allocates the available balance to collections in order. A collection is settled in full or not at all. */
export function allocateCollections(
  collected: readonly UnsettledCollection[],
  { availableKobo, less, isOwn, at }: Means,
): AllocatedCollection[] {
  let leftKobo = availableKobo
  const tooOld = new Date(at.getTime() - waitsMs)
  return collected.map((one) => {
    const gone = less.get(one.transaction_id) ?? { refundedKobo: 0n, unconfirmedKobo: 0n, heldKobo: 0n }
    const lessKobo = gone.refundedKobo + gone.heldKobo
    // The fee is kept even if the full amount is refunded.
    const less_kobo = lessKobo < one.brought_kobo ? lessKobo : one.brought_kobo
    const amount_kobo = one.brought_kobo - less_kobo
    const as = (state: AllocatedCollection['state'], reason: string | null) => ({
      ...one,
      amount_kobo,
      less_kobo,
      state,
      reason,
    })
    if (gone.refundedKobo >= one.brought_kobo) return as('SPENT', wentBack)
    if (amount_kobo === 0n) return as('WAITING', isDisputed)
    if (one.is_held) return as('WAITING', notPaidYet)
    if (isOwn && new Date(one.at) < tooOld && !waitsWithoutLimit.has(one.reason)) return as('SPENT', spentMeanwhile)
    if (gone.unconfirmedKobo > 0n) return as('WAITING', refundUnconfirmed)
    if (amount_kobo > leftKobo) return as('WAITING', notCovered(amount_kobo, leftKobo))
    leftKobo -= amount_kobo
    return as('SETTLED', null)
  })
}
