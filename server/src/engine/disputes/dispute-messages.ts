import { lagosTime } from '@kobo/contract/kit/day'
import { formatNaira } from '../format-naira.ts'

/** Converts `AWAITING_FEEDBACK` to `Awaiting feedback`. */
export function statusText(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function noSuchTransaction(type: string): string {
  return `This merchant has no ${type.toLowerCase()} with this reference`
}

export function ofOtherCategory(category: string): string {
  return `This transaction is of the category ${category}`
}

export const notSuccessful = 'Only a transaction that succeeded can be disputed'

export function moreThanMoved(amountKobo: bigint): string {
  return `The transaction is of ${formatNaira(amountKobo)}: no more of it can be disputed`
}

export function alreadyDisputed(at: Date): string {
  return `This transaction has been disputed since ${lagosTime(at)}, and that dispute is open`
}

/** Error for a status change that is no longer allowed, with the party that made the last change. */
export function cannotFollow(from: string, to: string, last: { who: string; at: Date } | null): string {
  const since = last ? `, by ${last.who} on ${lagosTime(last.at)}` : ''
  return `This dispute is ${statusText(from).toLowerCase()}${since}: it cannot become ${statusText(to).toLowerCase()}`
}

export function stillShort(heldKobo: bigint, wantedKobo: bigint): string {
  return (
    `Only ${formatNaira(heldKobo)} of ${formatNaira(wantedKobo)} could be held so far. ` +
    'Wait for more to come in, or resolve it with the lower amount'
  )
}

export function moreThanHeld(heldKobo: bigint): string {
  return `${formatNaira(heldKobo)} is held for this dispute: no more can be sent back`
}

export const nothingWanted =
  'All of the collection had been refunded when this dispute was taken up: reject or close it'

export const nothingToSendBack = 'A dispute of a debit sends nothing back'

export const conversationDisabled = 'The conversation about this dispute is disabled: nobody can send messages'

export function refundFailed(amountKobo: bigint, problem: string | null): string {
  return `The refund failed and ${formatNaira(amountKobo)} is held again. ${problem ?? ''}`.trim()
}

export function refundArrived(amountKobo: bigint): string {
  return `${formatNaira(amountKobo)} went back to the payer`
}

export function alreadyInState(state: string): string {
  return `The conversation is ${state.toLowerCase()} already`
}

export function conversationTurned(state: string): string {
  return `Conversation ${state.toLowerCase()}`
}
