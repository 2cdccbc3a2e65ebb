import { knownTexts } from '../../rails/response-codes.ts'
import { formatNaira } from '../format-naira.ts'
import { chargesOf } from '../transaction-row.ts'
import type { ReplyParagraph } from './letter.ts'
import { formatFullInstant } from './format-instant.ts'
import { statusQueriesUntil, responseAfterFinal, wasSent, totalKobo } from './explain-outbound.ts'
import type { TransactionFacts } from './transaction-facts.ts'

/** Explains an outbound payment to the owner of the debited account. */
export function outboundParagraph(facts: TransactionFacts): ReplyParagraph {
  const { row, moved } = facts
  switch (row.status) {
    case 'QUEUED':
      return {
        what: 'It has been received and is waiting to be sent. No money has left your account for it yet.',
        next: facts.isFrozen
          ? 'Payments from your account are stopped at present. You do not need to submit it again.'
          : 'You do not need to submit it again: it will be sent as soon as possible.',
      }
    case 'PENDING':
      return {
        what: `It has been sent, and the receiving side has not confirmed it yet. ${formatNaira(totalKobo(facts))}${withCharges(facts)} is reserved in your account in the meantime.`,
        next: 'Please do not send it again. Once we have the confirmation, it is either paid or the full amount is returned to your account.',
      }
    case 'SUCCESS': {
      if (row.response_code === null && responseAfterFinal(facts) === 'refused') {
        return {
          what: 'We are confirming it with the receiving bank.',
          next: 'We will update you as soon as that is done.',
        }
      }
      const at = row.paid_at === null ? '' : ` on ${formatFullInstant(row.paid_at)}`
      const debited = moved && ` ${formatNaira(-moved.kobo)}${withCharges(facts)} left your account.`
      const traceHint = 'If the recipient does not see it, the receiving bank can trace it with the session ID below.'
      return { what: `It was paid${at}.${debited ?? ''}`, next: row.session_id === null ? null : traceHint }
    }
    default:
      return failedParagraph(facts)
  }
}

function withCharges({ row }: TransactionFacts): string {
  return chargesOf(row) > 0n ? ', charges included,' : ''
}

function failedParagraph(facts: TransactionFacts): ReplyParagraph {
  const { row, compensated, returned, resolvesDispute } = facts
  if (compensated !== null) {
    const amount = formatNaira(returned?.kobo ?? totalKobo(facts))
    const destination = resolvesDispute ? 'reserved for the dispute again' : 'returned to your account'
    return {
      what: `It was first reported as failed, and ${amount} was ${destination}. The receiving side confirmed it later, on ${formatFullInstant(compensated.at)}, so the money has arrived there.`,
      next: 'Please do not send it again. We will be in touch about the amount that was returned.',
    }
  }
  const debitText = resolvesDispute
    ? 'The amount for the dispute stays reserved'
    : 'Nothing was debited from your account for it'
  if (!wasSent(facts)) {
    const reason = reasons[row.response_code ?? ''] ?? 'it was stopped before that'
    return {
      what: `It was not sent: ${reason}. ${debitText}.`,
      next:
        nextSettlementStep(facts) ?? (row.response_code === null ? null : 'You can try again once this is corrected.'),
    }
  }
  const responseText = row.response_code === '25' ? null : knownTexts(row.response_code)
  const reason = responseText
    ? ` The receiving side did not accept it: ${responseText.charAt(0).toLowerCase()}${responseText.slice(1)}.`
    : ''
  const returnText =
    returned === null || resolvesDispute
      ? ''
      : ` ${formatNaira(returned.kobo)}${withCharges(facts)} was returned to your account on ${formatFullInstant(returned.at)}.`
  return { what: `It did not go through.${reason}${returnText}`, next: nextAfterFailure(facts) }
}

function nextAfterFailure(facts: TransactionFacts): string {
  const until = statusQueriesUntil(facts)
  if (until === null) return nextSettlementStep(facts) ?? 'You can send it again.'
  const retryText = facts.after.attempt
    ? 'It will not be paid again before then.'
    : 'Please wait until then before you send it again.'
  return `We will keep checking until ${formatFullInstant(until)} that it does not arrive after all. ${retryText}`
}

/** What follows a settlement attempt, since merchants do not send settlements themselves. */
function nextSettlementStep({ after: { attempt } }: TransactionFacts): string | null {
  if (attempt === null) return null
  if (attempt.status === 'SUCCESSFUL' && attempt.paidAt !== null)
    return `It was paid by another attempt on ${formatFullInstant(attempt.paidAt)}.`
  if (attempt.status === 'PENDING' && !attempt.isNewest) return 'Another attempt to pay it is in progress.'
  return 'You do not need to do anything: we can retry it. If your settlement account has changed, please let us know.'
}

/** Reasons a payment was not sent, by response code. */
const reasons: Record<string, string> = {
  '07': 'the receiving bank does not know this account',
  '13': 'the amount is not valid',
  '51': 'there was not enough money in your account',
  '57': 'your account cannot make this payment at present',
  '61': 'it exceeds a limit of your account',
}
