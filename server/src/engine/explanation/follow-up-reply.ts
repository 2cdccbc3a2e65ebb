import { disputeEnds } from '@kobo/contract/kit/dispute'
import { formatNaira } from '../format-naira.ts'
import { isDisputed, refundUnconfirmed, notPaidYet } from '../settlements/settlement-messages.ts'
import { accountAt } from './letter.ts'
import { wholeMoment } from './format-instant.ts'
import type { StoryDispute, TransactionFacts, StoryRefund } from './transaction-facts.ts'

/** Paragraphs of a merchant reply on what followed a payment: refunds, disputes and its settlement. */
export function toldAfterwards(facts: TransactionFacts): string[] {
  const { refunds, disputes } = facts.after
  return [
    refunds.map((refund) => toldRefund(refund, facts.now)).join(' '),
    kept(facts),
    disputes.map(toldDispute).join(' '),
    toldSettled(facts),
  ].filter(Boolean)
}

/** Whether the payer received the refund, even if it is FAILED in our ledger. */
export function hasArrived({ status, arrivedLateAt }: StoryRefund): boolean {
  return status === 'SUCCESS' || arrivedLateAt !== null
}

/** End of the status query window of a refund in a final status; null once it has passed. */
export function unconfirmedUntil({ status, askedUntil }: StoryRefund, now: Date): string | null {
  if (status !== 'SUCCESS' && status !== 'FAILED') return null
  return askedUntil !== null && Date.parse(askedUntil) > now.getTime() ? askedUntil : null
}

export function returnedKobo(refunds: readonly StoryRefund[]): bigint {
  return refunds.filter(hasArrived).reduce((sum, { kobo }) => sum + kobo, 0n)
}

function toldRefund(refund: StoryRefund, now: Date): string {
  const amount = formatNaira(refund.kobo)
  const until = unconfirmedUntil(refund, now)
  if (refund.arrivedLateAt !== null) {
    return `A refund of ${amount} was first reported as failed, but reached the payer on ${wholeMoment(refund.arrivedLateAt)}. We will be in touch about it.`
  }
  switch (refund.status) {
    case 'QUEUED':
      return `A refund of ${amount} has been requested and will be sent to the payer as soon as possible.`
    case 'PENDING':
      return `A refund of ${amount} is on its way to the payer, whose bank has not confirmed it yet. Please do not refund it again.`
    case 'SUCCESS': {
      const at = refund.paidAt === null ? '' : ` on ${wholeMoment(refund.paidAt)}`
      const open = until === null ? '' : ' We are still confirming with the bank that it arrived.'
      return `${amount} was returned to the payer${at}.${open}`
    }
    default:
      return until === null
        ? `A refund of ${amount} failed, and none of it reached the payer.`
        : `A refund of ${amount} failed and is unconfirmed. We will keep checking until ${wholeMoment(until)} that it does not arrive after all. Please wait until then before you refund it again.`
  }
}

/** Amount of a partly or fully refunded payment that its merchant keeps. */
function kept({ row, moved, after: { refunds } }: TransactionFacts): string {
  const backKobo = returnedKobo(refunds)
  if (backKobo === 0n) return ''
  const leftKobo = refunds.filter(({ status }) => status === 'SUCCESS').reduce((sum, { kobo }) => sum + kobo, 0n)
  const keptKobo = (moved?.kobo ?? 0n) - leftKobo
  const of =
    keptKobo < 0n
      ? `It has cost your account ${formatNaira(-keptKobo)}, because its charges and the shares of others are not returned`
      : `${formatNaira(keptKobo)} of it remains in your account`
  const all = backKobo === row.amount_kobo ? `All ${formatNaira(backKobo)}` : `In total, ${formatNaira(backKobo)}`
  return `${all} of the payment was returned to the payer. ${of}.`
}

function toldDispute({ kobo, status, heldKobo }: StoryDispute): string {
  const amount = formatNaira(kobo)
  const held = heldKobo > 0n ? `${formatNaira(heldKobo)} is reserved in your account for it.` : null
  if (isOpen(status))
    return `${amount} of it is disputed, and the dispute is still open. ${held ?? 'Nothing is reserved for it.'}`
  const won = status === 'RESOLVED'
  const end = won ? "was decided in the payer's favour" : 'was closed without a refund to the payer'
  return [`A dispute of ${amount} ${end}.`, held].filter(Boolean).join(' ')
}

export function isOpen(status: string): boolean {
  return !disputeEnds.some((end) => end === status)
}

function toldSettled({ after: { settled } }: TransactionFacts): string {
  if (settled === null || settled.state === 'SPENT') return ''
  const amount = formatNaira(settled.kobo)
  if (settled.state === 'WAITING') return `It is not settled yet: ${waitingFor[settled.reason ?? ''] ?? notCovered}.`
  const where = accountAt(settled.number, settled.bankCode, true)
  if (settled.status === 'SUCCESSFUL') {
    const at = settled.paidAt === null ? '' : ` on ${wholeMoment(settled.paidAt)}`
    return `${amount} of it was settled${at}${where && ` to ${where}`}.`
  }
  if (settled.status === 'PENDING') return `${amount} of it is being settled${where && ` to ${where}`}.`
  return settled.number === null
    ? `${amount} of it could not be settled, because we do not have your settlement account. Please send us its details.`
    : `${amount} of it could not be settled to ${where} yet.`
}

const notCovered = 'there is not enough money in your account for it'
const waitingFor: Record<string, string> = {
  [notPaidYet]: 'the card scheme has not settled it',
  [isDisputed]: 'a dispute holds the full amount',
  [refundUnconfirmed]: 'a refund of it is not confirmed yet',
  // Reasons that earlier releases stored.
  'A dispute holds all of it': 'a dispute holds the full amount',
  'It may have gone back: a refund failed without an answer': 'a refund of it is not confirmed yet',
}
