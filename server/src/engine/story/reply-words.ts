import { findBank } from '../../rails/banks.ts'
import { knownWords } from '../../rails/response-codes.ts'
import { legOf } from '../legs.ts'
import { nairaText } from '../naira-text.ts'
import { wholeMoment } from './moments.ts'
import { askedUntil, saidSince, wasSent, wholeKobo } from './outbound-story-words.ts'
import type { StoryFacts } from './story-facts.ts'

/** What happened, and what the merchant may expect next. */
interface Told {
  what: string
  next?: string | null
}

/** What a merchant who asks about a transaction may be answered: plain text, polite, in words that it knows. */
export function merchantReply(facts: StoryFacts): string {
  const { row, merchantName } = facts
  const { what, next } = legOf(row) ? toldOutgoing(facts) : toldOther(facts)
  const lines = [
    `Reference: ${row.reference}`,
    ...(row.session_id === null ? [] : [`Session ID: ${row.session_id}`]),
    `Date: ${wholeMoment(row.created_at)} (Lagos time)`,
  ]
  return [
    `Dear ${merchantName},`,
    `Thank you for asking about ${nounOf(row.category)} of ${nairaText(row.amount_kobo)}${partyOf(facts)}.`,
    // Of a customer or a store of the merchant's it is not the merchant's own.
    [what, next]
      .filter(Boolean)
      .join(' ')
      .replaceAll('your account', () => accountOf(facts)),
    lines.join('\n'),
    'Kind regards',
  ].join('\n\n')
}

function accountOf({ row, holder }: StoryFacts): string {
  return row.scope === 'MERCHANT' ? 'your account' : `the account of ${holder}`
}

const nouns: Record<string, string> = {
  BANK_TRANSFER: 'your transfer',
  REFUND: 'your refund',
  SETTLEMENT: 'your settlement',
  BILL_PAYMENT: 'your bill payment',
  BANK_FUNDING: 'the payment to you',
  CREDIT_STORE: 'the payment to you',
  CARD_PAYMENT: 'the card payment',
  CARD_REVERSAL: 'the card payment that came back',
  DEBIT_STORE: 'the charge',
  DEBIT_CHILD_ACCOUNT_CHARGES: 'the charge',
  CREDIT_CHILD_ACCOUNT_CHARGES: 'the charge',
}

function nounOf(category: string): string {
  return nouns[category] ?? 'your transfer'
}

/** The other party, as the merchant knows it. */
function partyOf({ row }: StoryFacts): string {
  const isIn = row.type === 'CREDIT'
  const name = isIn ? row.originator_name : row.beneficiary_name
  const number = isIn ? row.originator_number : row.beneficiary_number
  const bank = findBank((isIn ? row.originator_bank_code : row.beneficiary_bank_code) ?? '')?.name
  const account = [number && `account ${number}`, bank && `at ${bank}`].filter(Boolean).join(' ')
  const party = [name, account].filter(Boolean).join(', ')
  return party && ` ${isIn ? 'from' : 'to'} ${party}`
}

function toldOutgoing(facts: StoryFacts): Told {
  const { row, moved } = facts
  const whole = nairaText(wholeKobo(facts))
  switch (row.status) {
    case 'QUEUED':
      return {
        what: 'It has been received and is waiting to be sent. No money has left your account for it yet.',
        next: 'There is no need to order it again: it will be sent as soon as possible.',
      }
    case 'PENDING':
      return {
        what: `It has been sent, and the receiving side has not confirmed it yet. ${whole}, charges included, is set aside in your account meanwhile.`,
        next: 'Please do not send it again. As soon as we have the confirmation it is either paid, or the full amount is back in your account.',
      }
    case 'SUCCESS': {
      const at = row.paid_at === null ? '' : ` on ${wholeMoment(row.paid_at)}`
      const taken = moved && ` ${nairaText(-moved.kobo)}, charges included, left your account.`
      if (row.response_code === null && saidSince(facts) === 'refused') {
        return {
          what: 'We are clearing it with the receiving bank.',
          next: 'You will hear from us as soon as that is done.',
        }
      }
      return {
        what: `It was paid${at}.${taken ?? ''}`,
        next:
          row.session_id === null
            ? null
            : 'Should it not be seen at the other end, the receiving bank can find it by the session ID below.',
      }
    }
    default:
      return toldFailed(facts)
  }
}

function toldFailed(facts: StoryFacts): Told {
  const { row, compensated, returned, resolvesDispute } = facts
  if (compensated !== null) {
    return {
      what: `It was first reported as failed, and ${nairaText(returned?.kobo ?? wholeKobo(facts))} was returned to your account. The receiving side confirmed it after that, on ${wholeMoment(compensated.at)}, so that the money has arrived there.`,
      next: 'Please do not send it again. We will be in touch about the amount that was returned.',
    }
  }
  if (!wasSent(facts)) {
    return {
      what: `It was not sent: ${reasons[row.response_code ?? ''] ?? 'it was stopped before that'}. Nothing was taken from your account for it.`,
      next: row.response_code === null ? null : 'You can order it again once that is put right.',
    }
  }
  const words = row.response_code === '25' ? null : knownWords(row.response_code)
  const why = words ? ` The receiving side did not accept it: ${words.charAt(0).toLowerCase()}${words.slice(1)}.` : ''
  const back =
    returned === null || resolvesDispute
      ? ''
      : ` ${nairaText(returned.kobo)}, charges included, was returned to your account on ${wholeMoment(returned.at)}.`
  const until = askedUntil(facts)
  return {
    what: `It did not go through.${why}${back}`,
    next:
      until === null
        ? 'You can send it again.'
        : `We go on checking until ${wholeMoment(until)} that it does not arrive after all. Please wait until then before you send it again.`,
  }
}

/** Why nothing was sent, by the code that says so. */
const reasons: Record<string, string> = {
  '07': 'the receiving bank does not know this account',
  '13': 'the amount is not valid',
  '51': 'there was not enough money in your account',
  '57': 'your account may not make this payment at present',
  '61': 'it is above a limit of your account',
}

function toldOther(facts: StoryFacts): Told {
  const { row, moved, heldKobo, acquirerPaidAt, purchase } = facts
  const at = wholeMoment(row.paid_at ?? row.created_at)
  if (row.status === 'SUCCESS' && moved !== null) {
    const amount = nairaText(moved.kobo < 0n ? -moved.kobo : moved.kobo)
    const what =
      moved.kobo < 0n
        ? `It was completed on ${at}: ${amount} left your account.`
        : `It arrived on ${at}: ${amount} was credited to your account.`
    const waits = row.category === 'CARD_PAYMENT' && row.type === 'CREDIT' && heldKobo > 0n && acquirerPaidAt === null
    return {
      what,
      next: waits
        ? 'As it was paid by card, it can be spent once the card scheme has paid it out, usually on the next working day.'
        : null,
    }
  }
  if (row.status === 'SUCCESS') return { what: `It was completed on ${at}.` }
  if (row.status === 'QUEUED' || row.status === 'PENDING') return { what: toldOpen(facts, purchase?.heldUntil ?? null) }
  if (row.type === 'CREDIT') return { what: 'It did not come about, and nothing was credited to your account.' }
  return {
    what: `It did not come about, and ${facts.returned ? `${nairaText(facts.returned.kobo)} is free in your account again` : 'nothing was taken from your account'}.`,
  }
}

function toldOpen({ row, heldKobo }: StoryFacts, heldUntil: string | null): string {
  if (row.type === 'CREDIT') return 'The payer has not completed it yet, and nothing has come to your account.'
  if (heldKobo === 0n) return 'It is not completed yet, and nothing has left your account for it.'
  const until =
    heldUntil === null ? '' : ` It is free again on ${wholeMoment(heldUntil)} at the latest, unless it is collected.`
  return `${nairaText(heldKobo)} is set aside in your account, and has not been collected yet.${until}`
}
