import { type UnsettledCollection, waitsMs } from './unsettled-collections.ts'
import type { Deductions } from './deductions.ts'
import {
  isDisputed,
  isOnLien,
  refundUnconfirmed,
  notCovered,
  notPaidYet,
  settlementsPaused,
  spentMeanwhile,
  waitsWithoutLimit,
  refundedReason,
} from './settlement-messages.ts'

/** Collection with its outcome: included in a settlement, waiting, or permanently excluded. */
export interface AllocatedCollection extends UnsettledCollection {
  state: 'SETTLED' | 'WAITING' | 'SPENT'
  amount_kobo: bigint
}

interface AllocationInput {
  availableKobo: bigint
  /** What liens hold of the account. */
  lienKobo: bigint
  deductions: ReadonlyMap<string, Deductions>
  /** Whether the account is the merchant's own, whose collections wait for at most `waitsMs`. */
  isOwn: boolean
  /** Whether a freeze or the merchant's status stops settlements. */
  isPaused: boolean
  at: Date
}

/** Allocates the available balance to collections in order. A collection is settled in full or not at all. */
export function allocateCollections(
  collected: readonly UnsettledCollection[],
  { availableKobo, lienKobo, deductions, isOwn, isPaused, at }: AllocationInput,
): AllocatedCollection[] {
  let leftKobo = availableKobo
  const expiredBefore = new Date(at.getTime() - waitsMs)
  return collected.map((collection) => {
    const withheld = deductions.get(collection.transaction_id) ?? {
      refundedKobo: 0n,
      unconfirmedKobo: 0n,
      heldKobo: 0n,
    }
    const lessKobo = withheld.refundedKobo + withheld.heldKobo
    // The fee is kept even if the full amount is refunded.
    const less_kobo = lessKobo < collection.brought_kobo ? lessKobo : collection.brought_kobo
    const amount_kobo = collection.brought_kobo - less_kobo
    const withState = (state: AllocatedCollection['state'], reason: string | null) => ({
      ...collection,
      amount_kobo,
      less_kobo,
      state,
      reason,
    })
    if (withheld.refundedKobo >= collection.brought_kobo) return withState('SPENT', refundedReason)
    if (amount_kobo === 0n) return withState('WAITING', isDisputed)
    if (collection.is_held) return withState('WAITING', notPaidYet)
    if (isPaused) return withState('WAITING', settlementsPaused)
    if (isOwn && new Date(collection.at) < expiredBefore && !waitsWithoutLimit.has(collection.reason))
      return withState('SPENT', spentMeanwhile)
    if (withheld.unconfirmedKobo > 0n) return withState('WAITING', refundUnconfirmed)
    if (amount_kobo > leftKobo) {
      const isCoveredByLien = lienKobo > 0n && amount_kobo <= leftKobo + lienKobo
      return withState('WAITING', isCoveredByLien ? isOnLien : notCovered(amount_kobo, leftKobo))
    }
    leftKobo -= amount_kobo
    return withState('SETTLED', null)
  })
}
