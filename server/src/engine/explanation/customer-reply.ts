import { payerDeclineReason } from '../collections/decline-reason.ts'
import { legOf } from '../legs.ts'
import { formatNaira } from '../format-naira.ts'
import { hasArrived, isOpen, returnedKobo, unconfirmedUntil } from './follow-up-paragraphs.ts'
import { accountAt, letter, paragraph, type ReplyParagraph } from './letter.ts'
import { formatFullInstant } from './format-instant.ts'
import { cardReasons, otherParagraph, whyCardDidNotPay } from './other-paragraphs.ts'
import { statusQueriesUntil, responseAfterFinal } from './explain-outbound.ts'
import { outboundParagraph } from './outbound-paragraphs.ts'
import type { TransactionFacts, RefundFacts } from './transaction-facts.ts'

/** Party other than the merchant that a transaction concerns. */
export type CustomerRole = 'payer' | 'recipient' | 'holder' | 'partner'

export interface CustomerReply {
  to: CustomerRole
  text: string
}

/**
 * Drafts a reply to the merchant's customer. It omits the merchant's charges, balance and settlements, and the reason its
 * own payments failed. Null if a transaction concerns the merchant alone.
 */
export function customerReply(facts: TransactionFacts): CustomerReply | null {
  const to = roleOf(facts)
  return to && { to, text: letters[to](facts) }
}

function roleOf({ row }: TransactionFacts): CustomerRole | null {
  const { category, type, scope, card_id: cardId } = row
  if (cardId !== null) return 'holder'
  if (type === 'CREDIT' && ['BANK_FUNDING', 'CREDIT_STORE', 'CARD_PAYMENT'].includes(category)) return 'payer'
  if (category === 'REFUND') return 'payer'
  if (scope === 'WALLET') return 'holder'
  if (category === 'BANK_TRANSFER' || category === 'BILL_PAYMENT') return 'recipient'
  return category === 'SETTLEMENT' && scope === 'SUBACCOUNT' ? 'partner' : null
}

const letters: Record<CustomerRole, (facts: TransactionFacts) => string> = {
  payer: (facts) => (facts.row.category === 'REFUND' ? refundLetter(facts) : payerLetter(facts)),
  recipient: recipientLetter,
  holder: holderLetter,
  partner: partnerLetter,
}

function payerLetter(facts: TransactionFacts): string {
  const { row, merchantName, after } = facts
  const text = paragraph(paymentParagraph(facts))
  const refundSentences = after.refunds.map((refund) => refundSentence(facts, refund)).join(' ')
  const refundedKobo = returnedKobo(after.refunds)
  const totalSentence = `In total, ${formatNaira(refundedKobo)} of the ${formatNaira(row.amount_kobo)} was returned to you.`
  const disputes = after.disputes.map(({ kobo, status }) => {
    if (isOpen(status)) return `Your dispute of ${formatNaira(kobo)} is under review.`
    return status === 'RESOLVED'
      ? `Your dispute of ${formatNaira(kobo)} was decided in your favour.`
      : `Your dispute of ${formatNaira(kobo)} was closed without a refund.`
  })
  const none =
    row.status === 'SUCCESS' && after.refunds.length === 0
      ? `No refund has been requested. To request one, please contact ${merchantName}.`
      : ''
  return letter(facts, {
    to: payerName(facts),
    about: `your payment of ${formatNaira(row.amount_kobo)} to ${merchantName}`,
    body: [text, refundSentences, refundedKobo > 0n ? totalSentence : '', disputes.join(' '), none],
  })
}

function paymentParagraph({ row, merchantName }: TransactionFacts): ReplyParagraph {
  if (row.status === 'SUCCESS')
    return { what: `${merchantName} received it on ${formatFullInstant(row.paid_at ?? row.created_at)}.` }
  if (row.status === 'PENDING' || row.status === 'QUEUED') {
    return { what: 'It has not been completed yet.', next: `${merchantName} has not received it so far.` }
  }
  if (row.category === 'CARD_PAYMENT') {
    const reason = whyCardDidNotPay(row).replace('the payer', 'you').replace("the card's", "your card's")
    return {
      what: `It did not go through${reason && `: ${reason}`}.`,
      next: 'If it appears on your statement, your bank can tell you when it will be returned.',
    }
  }
  const reason = payerDeclineReason(row.alert)
  return {
    what: `It could not be credited${reason && `, because ${reason}`}, and is returned to the account it came from.`,
    next: 'Your bank can trace it with the session ID below.',
  }
}

/** Destination of a payer's refund. */
function refundDestination({ row }: TransactionFacts, number: string | null, bank: string | null): string {
  if (number !== null) return `your ${accountAt(number, bank, true)}`
  return row.category === 'CARD_PAYMENT' || row.category === 'REFUND' ? 'your card' : 'your account'
}

function refundSentence(facts: TransactionFacts, refund: RefundFacts): string {
  const { row, merchantName, now } = facts
  const destination = refundDestination(facts, row.originator_number, row.originator_bank_code)
  const amount = formatNaira(refund.kobo)
  const traceHint = refund.sessionId === null ? '' : ` Your bank can trace it with the session ID ${refund.sessionId}.`
  const until = unconfirmedUntil(refund, now)
  if (hasArrived(refund)) {
    const at = refund.arrivedLateAt ?? refund.paidAt
    const open = until === null ? '' : ' We are still confirming with your bank that it arrived.'
    return `${amount} was returned to ${destination}${at === null ? '' : ` on ${formatFullInstant(at)}`}.${open}${traceHint}`
  }
  if (refund.status === 'QUEUED')
    return `A refund of ${amount} has been requested and will be sent to ${destination} soon.`
  if (refund.status === 'PENDING')
    return `A refund of ${amount} has been sent to ${destination}, and your bank has not confirmed it yet.${traceHint}`
  return until === null
    ? `A refund of ${amount} did not go through. Please ask ${merchantName} how it will be sent to you.`
    : `A refund of ${amount} is not confirmed yet. We will keep checking until ${formatFullInstant(until)} whether it reaches you.${traceHint}`
}

function refundLetter(facts: TransactionFacts): string {
  const { row, merchantName } = facts
  const destination = refundDestination(facts, row.beneficiary_number, row.beneficiary_bank_code)
  return letter(facts, {
    to: row.beneficiary_number === null ? 'customer' : (row.beneficiary_name ?? 'customer'),
    about: `the refund of ${formatNaira(row.amount_kobo)} from ${merchantName}`,
    body: [paragraph(recipientParagraph(facts, { destination, verb: 'returned' }))],
  })
}

function recipientLetter(facts: TransactionFacts): string {
  const { row, merchantName } = facts
  const isBill = row.category === 'BILL_PAYMENT'
  const destination = isBill
    ? (row.beneficiary_name ?? 'the biller')
    : `your ${accountAt(row.beneficiary_number, row.beneficiary_bank_code, true) || 'account'}`
  return letter(facts, {
    to: isBill ? 'customer' : (row.beneficiary_name ?? 'customer'),
    about: `the ${isBill ? 'bill payment' : 'transfer'} of ${formatNaira(row.amount_kobo)} by ${merchantName}`,
    body: [paragraph(recipientParagraph(facts, { destination, verb: 'paid' }))],
  })
}

/** Explains an outbound payment to its recipient. */
function recipientParagraph(
  facts: TransactionFacts,
  { destination, verb }: { destination: string; verb: string },
): ReplyParagraph {
  const { row, merchantName, compensated } = facts
  const traceHint =
    row.session_id === null ? null : 'If you do not see it, your bank can trace it with the session ID below.'
  if (compensated !== null)
    return { what: `It was ${verb} to ${destination} on ${formatFullInstant(compensated.at)}.`, next: traceHint }
  const until = statusQueriesUntil(facts)
  switch (row.status) {
    case 'QUEUED':
      return { what: `It has been requested and will be sent to ${destination} as soon as possible.` }
    case 'PENDING':
      return { what: `It has been sent to ${destination}, and has not been confirmed yet.`, next: traceHint }
    case 'SUCCESS':
      if (row.response_code === null && (until !== null || responseAfterFinal(facts) === 'refused'))
        return { what: `We are still confirming that it has reached ${destination}.`, next: traceHint }
      return {
        what: `It was ${verb} to ${destination}${row.paid_at === null ? '' : ` on ${formatFullInstant(row.paid_at)}`}.`,
        next: traceHint,
      }
    default:
      return until === null
        ? {
            what: `It did not go through, and none of it was ${verb} to you.`,
            next: `Please ask ${merchantName} how it will be sent to you.`,
          }
        : {
            what: `It is not confirmed yet. We will keep checking until ${formatFullInstant(until)} whether it reaches ${destination}.`,
          }
  }
}

/** Reply to the holder of a wallet, who owns the account, or of a card, whose account may be the merchant's. */
function holderLetter(facts: TransactionFacts): string {
  const { row, holder, after } = facts
  const isDebit = row.type === 'DEBIT'
  const other = isDebit ? row.beneficiary_name : row.originator_name
  const text =
    after.cardHolder === null
      ? paragraph(legOf(row) ? outboundParagraph(facts) : otherParagraph(facts))
      : purchaseText(facts)
  return letter(facts, {
    to: after.cardHolder ?? holder,
    about: `${after.cardHolder === null ? 'the transfer' : 'the card payment'} of ${formatNaira(row.amount_kobo)}${other ? ` ${isDebit ? 'to' : 'from'} ${other}` : ''}`,
    body: [text],
  })
}

function purchaseText({ row, purchase }: TransactionFacts): string {
  const at = formatFullInstant(row.paid_at ?? row.created_at)
  const shop = row.beneficiary_name ?? 'the shop'
  if (row.category === 'CARD_REVERSAL') return `It was reversed on ${at}.`
  if (purchase?.clearedKobo) {
    const amount = formatNaira(purchase.clearedKobo)
    const returnText = purchase.returnedAt
      ? ` ${amount} was returned on ${formatFullInstant(purchase.returnedAt)}.`
      : ''
    return `${shop} charged ${amount}.${returnText}`
  }
  if (row.status === 'PENDING') return `It was approved, and ${shop} has not charged it yet.`
  const laterText = purchase?.clearedAs ? ` It was charged later, under the reference ${purchase.clearedAs}.` : ''
  if (row.status === 'DECLINED') {
    // Insufficient funds are disclosed to the account's owner only.
    const reason =
      (row.scope === 'WALLET' || cardStateCodes.has(row.response_code ?? '')) && cardReasons[row.response_code ?? '']
    return `It was declined${reason ? `: ${reason}` : ''}. Nothing was paid.${laterText}`
  }
  return `${shop} did not charge it in time, or cancelled it. Nothing was paid.${laterText}`
}

/** Deleted, expired and blocked card. */
const cardStateCodes = new Set(['14', '54', '62'])

function partnerLetter(facts: TransactionFacts): string {
  const { row, merchantName, after } = facts
  const destination = `your ${accountAt(row.beneficiary_number, row.beneficiary_bank_code, true) || 'account'}`
  const retryText =
    row.status === 'FAILED' && after.attempt?.status === 'SUCCESSFUL' && after.attempt.paidAt !== null
      ? ` It was paid by another attempt on ${formatFullInstant(after.attempt.paidAt)}.`
      : ''
  return letter(facts, {
    to: row.beneficiary_name ?? 'partner',
    about: `the settlement of ${formatNaira(row.amount_kobo)} for your share of the payments to ${merchantName}`,
    body: [paragraph(recipientParagraph(facts, { destination, verb: 'paid' })) + retryText],
  })
}

function payerName({ row }: TransactionFacts): string {
  // For a card payment, the originator name is that of the card.
  return row.category === 'CARD_PAYMENT' ? 'customer' : (row.originator_name ?? 'customer')
}
