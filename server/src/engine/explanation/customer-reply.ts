import { whyReturned } from '../collections/collection-messages.ts'
import { legOf } from '../legs.ts'
import { formatNaira } from '../format-naira.ts'
import { hasArrived, isOpen, returnedKobo, unconfirmedUntil } from './follow-up-reply.ts'
import { accountAt, letter, paragraph, type ReplyParagraph } from './letter.ts'
import { wholeMoment } from './format-instant.ts'
import { cardReasons, toldOther, whyCardDidNotPay } from './other-reply.ts'
import { askedUntil, responseAfterFinal } from './explain-outbound.ts'
import { toldOutgoing } from './outbound-reply.ts'
import type { TransactionFacts, StoryRefund } from './transaction-facts.ts'

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
  payer: (facts) => (facts.row.category === 'REFUND' ? toPayerOfRefund(facts) : toPayer(facts)),
  recipient: toRecipient,
  holder: toHolder,
  partner: toPartner,
}

function toPayer(facts: TransactionFacts): string {
  const { row, merchantName, after } = facts
  const told = paragraph(toldPayment(facts))
  const ofRefunds = after.refunds.map((refund) => toldRefund(facts, refund)).join(' ')
  const backKobo = returnedKobo(after.refunds)
  const sum = `In total, ${formatNaira(backKobo)} of the ${formatNaira(row.amount_kobo)} was returned to you.`
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
    told: [told, ofRefunds, backKobo > 0n ? sum : '', disputes.join(' '), none],
  })
}

function toldPayment({ row, merchantName }: TransactionFacts): ReplyParagraph {
  if (row.status === 'SUCCESS')
    return { what: `${merchantName} received it on ${wholeMoment(row.paid_at ?? row.created_at)}.` }
  if (row.status === 'PENDING' || row.status === 'QUEUED') {
    return { what: 'It has not been completed yet.', next: `${merchantName} has not received it so far.` }
  }
  if (row.category === 'CARD_PAYMENT') {
    const why = whyCardDidNotPay(row).replace('the payer', 'you').replace("the card's", "your card's")
    return {
      what: `It did not go through${why && `: ${why}`}.`,
      next: 'If it appears on your statement, your bank can tell you when it will be returned.',
    }
  }
  const why = whyReturned(row.alert)
  return {
    what: `It could not be credited${why && `, because ${why}`}, and is returned to the account it came from.`,
    next: 'Your bank can trace it with the session ID below.',
  }
}

/** Destination of a payer's refund. */
function backTo({ row }: TransactionFacts, number: string | null, bank: string | null): string {
  if (number !== null) return `your ${accountAt(number, bank, true)}`
  return row.category === 'CARD_PAYMENT' || row.category === 'REFUND' ? 'your card' : 'your account'
}

function toldRefund(facts: TransactionFacts, refund: StoryRefund): string {
  const { row, merchantName, now } = facts
  const where = backTo(facts, row.originator_number, row.originator_bank_code)
  const amount = formatNaira(refund.kobo)
  const find = refund.sessionId === null ? '' : ` Your bank can trace it with the session ID ${refund.sessionId}.`
  const until = unconfirmedUntil(refund, now)
  if (hasArrived(refund)) {
    const at = refund.arrivedLateAt ?? refund.paidAt
    const open = until === null ? '' : ' We are still confirming with your bank that it arrived.'
    return `${amount} was returned to ${where}${at === null ? '' : ` on ${wholeMoment(at)}`}.${open}${find}`
  }
  if (refund.status === 'QUEUED') return `A refund of ${amount} has been requested and will be sent to ${where} soon.`
  if (refund.status === 'PENDING')
    return `A refund of ${amount} has been sent to ${where}, and your bank has not confirmed it yet.${find}`
  return until === null
    ? `A refund of ${amount} did not go through. Please ask ${merchantName} how it will be sent to you.`
    : `A refund of ${amount} is not confirmed yet. We will keep checking until ${wholeMoment(until)} whether it reaches you.${find}`
}

function toPayerOfRefund(facts: TransactionFacts): string {
  const { row, merchantName } = facts
  const where = backTo(facts, row.beneficiary_number, row.beneficiary_bank_code)
  return letter(facts, {
    to: row.beneficiary_number === null ? 'customer' : (row.beneficiary_name ?? 'customer'),
    about: `the refund of ${formatNaira(row.amount_kobo)} from ${merchantName}`,
    told: [paragraph(toldReceived(facts, { where, verb: 'returned' }))],
  })
}

function toRecipient(facts: TransactionFacts): string {
  const { row, merchantName } = facts
  const isBill = row.category === 'BILL_PAYMENT'
  const where = isBill
    ? (row.beneficiary_name ?? 'the biller')
    : `your ${accountAt(row.beneficiary_number, row.beneficiary_bank_code, true) || 'account'}`
  return letter(facts, {
    to: isBill ? 'customer' : (row.beneficiary_name ?? 'customer'),
    about: `the ${isBill ? 'bill payment' : 'transfer'} of ${formatNaira(row.amount_kobo)} by ${merchantName}`,
    told: [paragraph(toldReceived(facts, { where, verb: 'paid' }))],
  })
}

/** Explains an outbound payment to its recipient. */
function toldReceived(facts: TransactionFacts, { where, verb }: { where: string; verb: string }): ReplyParagraph {
  const { row, merchantName, compensated } = facts
  const find =
    row.session_id === null ? null : 'If you do not see it, your bank can trace it with the session ID below.'
  if (compensated !== null) return { what: `It was ${verb} to ${where} on ${wholeMoment(compensated.at)}.`, next: find }
  const until = askedUntil(facts)
  switch (row.status) {
    case 'QUEUED':
      return { what: `It has been requested and will be sent to ${where} as soon as possible.` }
    case 'PENDING':
      return { what: `It has been sent to ${where}, and has not been confirmed yet.`, next: find }
    case 'SUCCESS':
      if (row.response_code === null && (until !== null || responseAfterFinal(facts) === 'refused'))
        return { what: `We are still confirming that it has reached ${where}.`, next: find }
      return {
        what: `It was ${verb} to ${where}${row.paid_at === null ? '' : ` on ${wholeMoment(row.paid_at)}`}.`,
        next: find,
      }
    default:
      return until === null
        ? {
            what: `It did not go through, and none of it was ${verb} to you.`,
            next: `Please ask ${merchantName} how it will be sent to you.`,
          }
        : {
            what: `It is not confirmed yet. We will keep checking until ${wholeMoment(until)} whether it reaches ${where}.`,
          }
  }
}

/** Reply to the holder of a wallet, who owns the account, or of a card, whose account may be the merchant's. */
function toHolder(facts: TransactionFacts): string {
  const { row, holder, after } = facts
  const isOut = row.type === 'DEBIT'
  const other = isOut ? row.beneficiary_name : row.originator_name
  const told =
    after.cardHolder === null ? paragraph(legOf(row) ? toldOutgoing(facts) : toldOther(facts)) : cardHoldersWords(facts)
  return letter(facts, {
    to: after.cardHolder ?? holder,
    about: `${after.cardHolder === null ? 'the transfer' : 'the card payment'} of ${formatNaira(row.amount_kobo)}${other ? ` ${isOut ? 'to' : 'from'} ${other}` : ''}`,
    told: [told],
  })
}

function cardHoldersWords({ row, purchase }: TransactionFacts): string {
  const at = wholeMoment(row.paid_at ?? row.created_at)
  const shop = row.beneficiary_name ?? 'the shop'
  if (row.category === 'CARD_REVERSAL') return `It was reversed on ${at}.`
  if (purchase?.clearedKobo) {
    const amount = formatNaira(purchase.clearedKobo)
    const back = purchase.returnedAt ? ` ${amount} was returned on ${wholeMoment(purchase.returnedAt)}.` : ''
    return `${shop} charged ${amount}.${back}`
  }
  if (row.status === 'PENDING') return `It was approved, and ${shop} has not charged it yet.`
  if (row.status === 'DECLINED') {
    // Insufficient funds are disclosed to the account's owner only.
    const why =
      (row.scope === 'WALLET' || ofTheCard.has(row.response_code ?? '')) && cardReasons[row.response_code ?? '']
    return `It was declined${why ? `: ${why}` : ''}. Nothing was paid.`
  }
  const later = purchase?.clearedAs ? ` It was charged later, under the reference ${purchase.clearedAs}.` : ''
  return `${shop} did not charge it in time, or cancelled it. Nothing was paid.${later}`
}

/** Deleted, expired and blocked card. */
const ofTheCard = new Set(['14', '54', '62'])

function toPartner(facts: TransactionFacts): string {
  const { row, merchantName, after } = facts
  const where = `your ${accountAt(row.beneficiary_number, row.beneficiary_bank_code, true) || 'account'}`
  const again =
    row.status === 'FAILED' && after.attempt?.status === 'SUCCESSFUL' && after.attempt.paidAt !== null
      ? ` It was paid by another attempt on ${wholeMoment(after.attempt.paidAt)}.`
      : ''
  return letter(facts, {
    to: row.beneficiary_name ?? 'partner',
    about: `the settlement of ${formatNaira(row.amount_kobo)} for your share of the payments to ${merchantName}`,
    told: [paragraph(toldReceived(facts, { where, verb: 'paid' })) + again],
  })
}

function payerName({ row }: TransactionFacts): string {
  // For a card payment, the originator name is that of the card.
  return row.category === 'CARD_PAYMENT' ? 'customer' : (row.originator_name ?? 'customer')
}
