import { disputeEnds } from '@kobo/contract/kit/dispute'
import { formatNaira } from '../format-naira.ts'
import {
  isDisputed,
  isOnLien,
  notPaidYet,
  refundUnconfirmed,
  settlementsPaused,
} from '../settlements/settlement-messages.ts'
import { accountAt } from './letter.ts'
import { formatFullInstant } from './format-instant.ts'
import type { DisputeFacts, TransactionFacts, RefundFacts } from './transaction-facts.ts'

/** Paragraphs of a merchant reply on what followed a payment: refunds, disputes and its settlement. */
export function followUpParagraphs(facts: TransactionFacts): string[] {
  const { refunds, disputes } = facts.after
  return [
    refunds.map((refund) => refundSentence(refund, facts.now)).join(' '),
    retainedSentence(facts),
    disputes.map(disputeSentence).join(' '),
    settlementSentence(facts),
  ].filter(Boolean)
}

/** Whether the payer received the refund, even if it is FAILED in our ledger. */
export function hasArrived({ status, arrivedLateAt }: RefundFacts): boolean {
  return status === 'SUCCESS' || arrivedLateAt !== null
}

/** End of the status query window of a refund in a final status; null once it has passed. */
export function unconfirmedUntil({ status, askedUntil }: RefundFacts, now: Date): string | null {
  if (status !== 'SUCCESS' && status !== 'FAILED') return null
  return askedUntil !== null && Date.parse(askedUntil) > now.getTime() ? askedUntil : null
}

export function returnedKobo(refunds: readonly RefundFacts[]): bigint {
  return refunds.filter(hasArrived).reduce((sum, { kobo }) => sum + kobo, 0n)
}

function refundSentence(refund: RefundFacts, now: Date): string {
  const amount = formatNaira(refund.kobo)
  const until = unconfirmedUntil(refund, now)
  if (refund.arrivedLateAt !== null) {
    return `A refund of ${amount} was first reported as failed, but reached the payer on ${formatFullInstant(refund.arrivedLateAt)}. We will be in touch about it.`
  }
  switch (refund.status) {
    case 'QUEUED':
      return `A refund of ${amount} has been requested and will be sent to the payer as soon as possible.`
    case 'PENDING':
      return `A refund of ${amount} is on its way to the payer, whose bank has not confirmed it yet. Please do not refund it again.`
    case 'SUCCESS': {
      const at = refund.paidAt === null ? '' : ` on ${formatFullInstant(refund.paidAt)}`
      const open = until === null ? '' : ' We are still confirming with the bank that it arrived.'
      return `${amount} was returned to the payer${at}.${open}`
    }
    default:
      return until === null
        ? `A refund of ${amount} failed, and none of it reached the payer.`
        : `A refund of ${amount} failed and is unconfirmed. We will keep checking until ${formatFullInstant(until)} that it does not arrive after all. Please wait until then before you refund it again.`
  }
}

/** Amount of a partly or fully refunded payment that its merchant keeps. */
function retainedSentence({ row, moved, after: { refunds } }: TransactionFacts): string {
  const arrivedKobo = returnedKobo(refunds)
  if (arrivedKobo === 0n) return ''
  const refundedKobo = refunds.filter(({ status }) => status === 'SUCCESS').reduce((sum, { kobo }) => sum + kobo, 0n)
  const retainedKobo = (moved?.kobo ?? 0n) - refundedKobo
  const retained =
    retainedKobo < 0n
      ? `It has cost your account ${formatNaira(-retainedKobo)}, because its charges and the shares of others are not returned`
      : `${formatNaira(retainedKobo)} of it remains in your account`
  const total =
    arrivedKobo === row.amount_kobo ? `All ${formatNaira(arrivedKobo)}` : `In total, ${formatNaira(arrivedKobo)}`
  return `${total} of the payment was returned to the payer. ${retained}.`
}

function disputeSentence({ kobo, status, heldKobo }: DisputeFacts): string {
  const amount = formatNaira(kobo)
  const held = heldKobo > 0n ? `${formatNaira(heldKobo)} is reserved in your account for it.` : null
  if (isOpen(status))
    return `${amount} of it is disputed, and the dispute is still open. ${held ?? 'Nothing is reserved for it.'}`
  const isWon = status === 'RESOLVED'
  const outcome = isWon ? "was decided in the payer's favour" : 'was closed without a refund to the payer'
  return [`A dispute of ${amount} ${outcome}.`, held].filter(Boolean).join(' ')
}

export function isOpen(status: string): boolean {
  return !disputeEnds.some((end) => end === status)
}

function settlementSentence({ after: { settled } }: TransactionFacts): string {
  if (settled === null || settled.state === 'SPENT') return ''
  const amount = formatNaira(settled.kobo)
  if (settled.state === 'WAITING')
    return `It is not settled yet: ${waitingReasons[settled.reason ?? ''] ?? notCovered}.`
  const destination = accountAt(settled.number, settled.bankCode, true)
  if (settled.status === 'SUCCESSFUL') {
    const at = settled.paidAt === null ? '' : ` on ${formatFullInstant(settled.paidAt)}`
    return `${amount} of it was settled${at}${destination && ` to ${destination}`}.`
  }
  if (settled.status === 'PENDING') return `${amount} of it is being settled${destination && ` to ${destination}`}.`
  return settled.number === null
    ? `${amount} of it could not be settled, because we do not have your settlement account. Please send us its details.`
    : `${amount} of it could not be settled to ${destination} yet.`
}

const notCovered = 'there is not enough money in your account for it'
const waitingReasons: Record<string, string> = {
  [notPaidYet]: 'the card scheme has not settled it',
  [isDisputed]: 'a dispute holds the full amount',
  [isOnLien]: 'the balance of your account is blocked',
  [settlementsPaused]: 'settlements to your bank account are paused',
  [refundUnconfirmed]: 'a refund of it is not confirmed yet',
  // Reasons that earlier releases stored.
  'A dispute holds all of it': 'a dispute holds the full amount',
  'It may have gone back: a refund failed without an answer': 'a refund of it is not confirmed yet',
}
