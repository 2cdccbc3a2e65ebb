import { knownTexts } from '../../rails/response-codes.ts'
import { formatNaira } from '../format-naira.ts'
import type { ReplyParagraph } from './letter.ts'
import { formatFullInstant } from './format-instant.ts'
import { deductionsText } from './explain-outbound.ts'
import type { TransactionFacts } from './transaction-facts.ts'

/** Explains a transaction that is not an outbound payment to the owner of its account. */
export function otherParagraph(facts: TransactionFacts): ReplyParagraph {
  const { row } = facts
  if (row.category === 'CARD_PAYMENT' && row.type === 'DEBIT') return purchaseParagraph(facts)
  if (row.status === 'SUCCESS') return completedParagraph(facts)
  if (row.status === 'QUEUED' || row.status === 'PENDING') return openParagraph(facts)
  if (row.type === 'CREDIT') {
    const reason = declineText(facts)
    return { what: `It did not go through${reason && `: ${reason}`}. Nothing was credited to your account.` }
  }
  return { what: `It did not go through, and ${releaseText(facts)}.` }
}

function completedParagraph(facts: TransactionFacts): ReplyParagraph {
  const { row, moved, heldKobo, acquirerPaidAt, after } = facts
  const at = formatFullInstant(row.paid_at ?? row.created_at)
  // The full payment may be shared among partners.
  if (moved === null && after.shares.length === 0) return { what: `It was completed on ${at}.` }
  const kobo = moved?.kobo ?? 0n
  if (kobo < 0n) return { what: `It was completed on ${at}: ${formatNaira(-kobo)} left your account.` }
  const isAwaitingAcquirer = row.category === 'CARD_PAYMENT' && heldKobo > 0n && acquirerPaidAt === null
  return {
    what: `It arrived on ${at}: ${formatNaira(kobo)} was credited to your account${deductionsText(facts)}.`,
    next: isAwaitingAcquirer
      ? 'As it was paid by card, it becomes available once the card scheme has settled it, usually on the next working day.'
      : null,
  }
}

function openParagraph({ row, heldKobo }: TransactionFacts): ReplyParagraph {
  if (row.type === 'CREDIT')
    return { what: 'The payer has not completed it yet, and nothing has been credited to your account.' }
  if (heldKobo === 0n) return { what: 'It is not completed yet, and nothing has left your account for it.' }
  return { what: `${formatNaira(heldKobo)} is reserved in your account for it.` }
}

/** Reason an incoming payment was not credited; empty if unknown. */
function declineText({ row }: TransactionFacts): string {
  if (row.category === 'CARD_PAYMENT') return whyCardDidNotPay(row)
  // The reason a collection is declined names only the account that was paid.
  if (row.status !== 'DECLINED' || row.alert === null) return ''
  return `it is returned to its payer, because ${row.alert.charAt(0).toLowerCase()}${row.alert.slice(1)}`
}

/** Reason a payer's card did not pay. */
export function whyCardDidNotPay({ status, response_code: code }: TransactionFacts['row']): string {
  if (status === 'FAILED') return 'the payer did not complete it'
  const responseText = knownTexts(code)
  return responseText
    ? `the card's bank declined it (${responseText.charAt(0).toLowerCase()}${responseText.slice(1)})`
    : ''
}

/** Explains a purchase with an issued card. */
function purchaseParagraph(facts: TransactionFacts): ReplyParagraph {
  const { row, moved, heldKobo, purchase, returned } = facts
  const shop = row.beneficiary_name ?? 'the shop'
  const coveredKobo = purchase?.coveredKobo ?? 0n
  const clearedKobo = purchase?.clearedKobo ?? row.amount_kobo
  const covered =
    coveredKobo > 0n
      ? ` ${shop} charged ${formatNaira(clearedKobo)} in total. We covered ${formatNaira(coveredKobo)} of it, which your account did not have, and will be in touch about that.`
      : ''
  const chargedLater = purchase?.clearedAs
    ? `${shop} charged it later, under the reference ${purchase.clearedAs}.`
    : null
  const at = formatFullInstant(row.paid_at ?? row.created_at)
  switch (row.status) {
    case 'SUCCESS':
      return {
        what: `It was completed on ${at}: ${moved ? formatNaira(-moved.kobo) : formatNaira(0n)} left your account.${covered}`,
        next: reversed(facts, shop),
      }
    case 'PENDING': {
      const until = purchase?.heldUntil
      const releaseHint = until
        ? ` It will be released on ${formatFullInstant(until)} at the latest, unless it is charged before.`
        : ''
      if (heldKobo === 0n) return openParagraph(facts)
      return {
        what: `${formatNaira(heldKobo)} is reserved in your account, and has not been charged yet.${releaseHint}`,
      }
    }
    case 'DECLINED': {
      const reason = cardReasons[row.response_code ?? '']
      return {
        what: `It was declined${reason ? `: ${reason}` : ''}. Nothing was debited from your account.`,
        next: chargedLater,
      }
    }
    default:
      if (coveredKobo > 0n && returned === null) {
        return {
          what: `It was charged, and nothing was debited from your account.${covered}`,
          next: reversed(facts, shop),
        }
      }
      return {
        what: `It did not go through, and ${releaseText(facts)}.`,
        next: chargedLater,
      }
  }
}

function reversed({ purchase }: TransactionFacts, shop: string): string | null {
  if (!purchase?.returnedAt) return null
  const at = formatFullInstant(purchase.returnedAt)
  if (purchase.returnedKobo === 0n) return `${shop} reversed it on ${at}.`
  return `${shop} reversed it on ${at}: ${formatNaira(purchase.returnedKobo)} was returned to your account.`
}

function releaseText({ returned }: TransactionFacts): string {
  return returned
    ? `${formatNaira(returned.kobo)} is available in your account again`
    : 'nothing was debited from your account'
}

/** Reasons a purchase was declined, by the response code sent to the scheme. */
export const cardReasons: Record<string, string> = {
  '14': 'the card was deleted',
  '21': 'the card scheme reversed it',
  '51': 'there was not enough money in your account',
  '54': 'the card has expired',
  '57': 'the card cannot make this payment at present',
  '61': 'it exceeds a limit of your account',
  '62': 'the card is blocked',
}
