import { lagosTime } from '@kobo/contract/kit/day'
import { formatNaira } from '../format-naira.ts'

/** Converts `AWAITING_FEEDBACK` to `Awaiting feedback`. */
export function statusText(status: string): string {
  const label = status.toLowerCase().replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

export function noSuchTransaction(type: string): string {
  return `This merchant has no ${type.toLowerCase()} with this reference`
}

export function ofOtherCategory(category: string): string {
  return `This transaction's category is ${category}`
}

export const notSuccessful = 'Only successful transactions can be disputed'

export function moreThanMoved(amountKobo: bigint): string {
  return `The disputed amount cannot exceed ${formatNaira(amountKobo)}`
}

export function alreadyDisputed(at: Date): string {
  return `This transaction already has an open dispute, created on ${lagosTime(at)}`
}

/** Error for a status change that is no longer allowed, with the party that made the last change. */
export function cannotFollow(from: string, to: string, last: { who: string; at: Date } | null): string {
  const by = last ? ` (by ${last.who} on ${lagosTime(last.at)})` : ''
  return `This dispute is ${statusText(from).toLowerCase()}${by} and cannot become ${statusText(to).toLowerCase()}`
}

export function stillShort(heldKobo: bigint, wantedKobo: bigint): string {
  return (
    `Only ${formatNaira(heldKobo)} of ${formatNaira(wantedKobo)} is held so far. ` +
    'Wait for more funds, or resolve it with the lower amount'
  )
}

export function moreThanHeld(heldKobo: bigint): string {
  return `The refund cannot exceed the ${formatNaira(heldKobo)} held for this dispute`
}

export const noAmountHeld =
  'The collection was already fully refunded when the review started. Reject or close this dispute'

export const debitDisputesRefundNothing = 'Debit disputes do not refund money'

export const conversationDisabled = 'The conversation about this dispute is disabled. No messages can be sent'

export function refundFailed(amountKobo: bigint, problem: string | null): string {
  return `The refund failed and ${formatNaira(amountKobo)} is held again. ${problem ?? ''}`.trim()
}

export function refundArrived(amountKobo: bigint): string {
  return `${formatNaira(amountKobo)} refunded to the payer`
}

export function alreadyInState(state: string): string {
  return `The conversation is already ${state.toLowerCase()}`
}

export function conversationTurned(state: string): string {
  return `Conversation ${state.toLowerCase()}`
}
