import { type UnsettledCollection, waitsMs } from './unsettled-collections.ts'
import type { Deductions } from './deductions.ts'
import { isDisputed, mayGoBack, notCovered, notPaidYet, spentMeanwhile, wentBack } from './settlement-messages.ts'

/** What becomes of a collection: it is taken into a settlement, waits, or is not waited for any more. */
export interface AllocatedCollection extends UnsettledCollection {
  state: 'SETTLED' | 'WAITING' | 'SPENT'
  amount_kobo: bigint
}

interface Means {
  availableKobo: bigint
  less: ReadonlyMap<string, Deductions>
  /** Whether it waits for thirty days only. */
  isOwn: boolean
  at: Date
}

/** Judges collections in their order: each is taken whole, as far as what is available covers it. */
export function allocateCollections(
  collected: readonly UnsettledCollection[],
  { availableKobo, less, isOwn, at }: Means,
): AllocatedCollection[] {
  let leftKobo = availableKobo
  const tooOld = new Date(at.getTime() - waitsMs)
  return collected.map((one) => {
    const gone = less.get(one.transaction_id) ?? { takenKobo: 0n, doubtKobo: 0n, heldKobo: 0n }
    const lessKobo = gone.takenKobo + gone.heldKobo
    // Its fee is kept though all of it goes back.
    const less_kobo = lessKobo < one.brought_kobo ? lessKobo : one.brought_kobo
    const amount_kobo = one.brought_kobo - less_kobo
    const as = (state: AllocatedCollection['state'], reason: string | null) => ({
      ...one,
      amount_kobo,
      less_kobo,
      state,
      reason,
    })
    if (gone.takenKobo >= one.brought_kobo) return as('SPENT', wentBack)
    if (amount_kobo === 0n) return as('WAITING', isDisputed)
    if (one.is_held) return as('WAITING', notPaidYet)
    if (isOwn && new Date(one.at) < tooOld && one.reason !== notPaidYet && one.reason !== isDisputed)
      return as('SPENT', spentMeanwhile)
    if (gone.doubtKobo > 0n) return as('WAITING', mayGoBack)
    if (amount_kobo > leftKobo) return as('WAITING', notCovered(amount_kobo, leftKobo))
    leftKobo -= amount_kobo
    return as('SETTLED', null)
  })
}
