import { findBank } from '../../rails/banks.ts'
import { outcomeOf, describeResponseCode, statusOutcomeOf } from '../../rails/response-codes.ts'
import { formatNaira } from '../format-naira.ts'
import type { OutboundLeg } from '../outbound/outbound-leg.ts'
import { providerName } from '../outbound/outbound-messages.ts'
import { chargesOf } from '../transaction-row.ts'
import { formatInstant } from './format-instant.ts'
import type { TransactionFacts } from './transaction-facts.ts'

type Labels = OutboundLeg['labels']

/** Explains the outcome of an outbound payment and where its money is. */
export function explainOutbound(facts: TransactionFacts, labels: Labels): string | null {
  switch (facts.row.status) {
    case 'QUEUED':
      return facts.isFrozen
        ? `Frozen: waits until the freeze is lifted, and was not sent to ${providerName(labels)}; ${unsentText(facts)}`
        : `Queued: not sent to ${providerName(labels)} yet; ${unsentText(facts)}`
    case 'PENDING':
      return joined(`Pending: ${sendStatus(facts, labels)}`, holdText(facts), nextStatusQuery(facts, labels))
    case 'SUCCESS':
      return succeeded(facts, labels)
    case 'FAILED':
      return failed(facts, labels)
    default:
      return null
  }
}

/** Whether it may have been sent: every send requires a hold and a session ID. */
export function wasSent({ row, setAsideAt }: TransactionFacts): boolean {
  return row.session_id !== null || setAsideAt !== null
}

/** The receiving bank, biller or card. */
function recipientName({ row }: TransactionFacts, { way, other }: Labels): string {
  if (way !== undefined) return row.beneficiary_name ?? 'the biller'
  if (other !== 'The switch') return `the ${row.beneficiary_name ?? 'card'}`
  return findBank(row.beneficiary_bank_code ?? '')?.name ?? 'the bank'
}

/** Amount debited from the payer. */
export function totalKobo({ row }: TransactionFacts): bigint {
  return row.amount_kobo + chargesOf(row)
}

/** Deductions from a collection before it is credited: charges and partners' shares. */
export function deductionsText({ row, after: { shares } }: TransactionFacts): string {
  const charges = chargesOf(row)
  const parts = [
    charges > 0n && `${formatNaira(charges)} of charges`,
    ...shares.map(({ name, kobo }) => `${formatNaira(kobo)} for ${name}`),
  ].filter(Boolean)
  return parts.length > 0 ? `, ${formatNaira(row.amount_kobo)} less ${parts.join(' and ')}` : ''
}

/** End of the status query window of an unconfirmed payment; null once it has passed. */
export function statusQueriesUntil({ row, now }: TransactionFacts): string | null {
  const { status, asked_until: until } = row
  return status !== 'PENDING' && until !== null && Date.parse(until) > now.getTime() ? until : null
}

/** Latest definite response after the final state; earlier responses are those that led to it. */
export function responseAfterFinal({ answers, ended }: TransactionFacts): 'approved' | 'refused' | null {
  for (const { at, code } of answers.toReversed()) {
    if (ended !== null && at <= ended.at) return null
    const outcome = outcomeOf(code)
    if (outcome !== 'unknown') return outcome
  }
  return null
}

function unsentText({ heldKobo, holder, resolvesDispute }: TransactionFacts): string {
  if (heldKobo === 0n) return `nothing has been debited from ${holder} or is held for it`
  return `${formatNaira(heldKobo)} is held for it on ${holder}${resolvesDispute ? ', carried over from the dispute' : ''}`
}

function sendStatus({ setAsideAt, row, firstAnswer, answers, now }: TransactionFacts, labels: Labels): string {
  const at = formatInstant(setAsideAt ?? row.created_at, now)
  const last = answers.at(-1) ?? firstAnswer
  if (last === null) return `hold placed ${at}, no response from ${providerName(labels)} yet`
  const sent = `sent ${at}, not confirmed by ${providerName(labels)}`
  const queried = answers.length > 0 && formatInstant(last.at, now)
  if (last.code === null) return `${sent}: ${queried ? `no response to the status query ${queried}` : 'no response'}`
  const response = queried ? `its latest response, ${queried},` : 'its response'
  return `${sent}: ${response} was "${describeResponseCode(last.code)}" (${last.code})`
}

function holdText({ heldKobo, holder }: TransactionFacts): string | null {
  return heldKobo > 0n ? `${formatNaira(heldKobo)} is held on ${holder}` : null
}

function nextStatusQuery(facts: TransactionFacts, labels: Labels): string | null {
  const { next, row, now } = facts
  const queryText = next && `next status query ${formatInstant(next.at, now)} (number ${next.number})`
  if (row.status === 'PENDING') return queryText
  const until = statusQueriesUntil(facts)
  if (until === null) return null
  const last = formatInstant(until, now).slice('at '.length)
  return joined(`we keep querying ${providerName(labels)} until ${last}`, queryText)
}

function succeeded(facts: TransactionFacts, labels: Labels): string {
  const { row, now, ended, holder, moved } = facts
  const debitText = moved && `${formatNaira(-moved.kobo)} was debited from ${holder}`
  if (row.response_code === null && ended !== null) {
    const since = responseAfterFinal(facts)
    const laterResponse =
      since && `${providerName(labels)} has since ${since === 'approved' ? 'confirmed' : 'rejected'} it`
    return joined(`Marked as paid: ${ended.sentence}`, debitText, laterResponse ?? nextStatusQuery(facts, labels))
  }
  const at = row.paid_at === null ? '' : ` ${formatInstant(row.paid_at, now)}`
  const head = { REFUND: 'Refunded', SETTLEMENT: 'Settled' }[row.category] ?? 'Paid'
  return joined(`${head}: accepted by ${recipientName(facts, labels)}${at}`, debitText)
}

function failed(facts: TransactionFacts, labels: Labels): string {
  const { row, now, ended, compensated, holder } = facts
  if (compensated !== null) {
    return joined(
      `Failed, then approved: ${releaseText(facts)}`,
      `${providerName(labels)} approved it ${formatInstant(compensated.at, now)}, so ${formatNaira(compensated.kobo)} was paid at our cost and must be recovered`,
    )
  }
  if (!wasSent(facts)) {
    const reason = ended ? lowercaseStart(ended.sentence) : describeResponseCode(row.response_code)
    return joined(
      `Failed: ${reason}`,
      'it was never sent',
      facts.resolvesDispute ? releaseText(facts) : `nothing was debited from ${holder}`,
    )
  }
  return joined(`Failed: ${failureReason(facts, labels)}`, releaseText(facts), nextStatusQuery(facts, labels))
}

function failureReason(facts: TransactionFacts, labels: Labels): string {
  const { row, ended } = facts
  if (statusOutcomeOf(row.response_code) === 'no record') {
    // While status queries continue, the provider may still find it.
    const verb = statusQueriesUntil(facts) === null ? 'never reached' : 'has not reached'
    return `${providerName(labels)} has no record of it, so it ${verb} ${recipientName(facts, labels)}`
  }
  if (row.response_code !== null) {
    return `${providerName(labels)} rejected it: ${describeResponseCode(row.response_code)} (${row.response_code})`
  }
  const since = responseAfterFinal(facts) === 'refused' ? `, and ${providerName(labels)} has since rejected it` : ''
  return `${ended?.sentence ?? 'it was marked as failed'}${since}`
}

/** Where the held funds of a failed payment are. */
function releaseText({ returned, resolvesDispute, holder, now }: TransactionFacts): string {
  if (returned === null) return `nothing is held for it on ${holder}`
  const amount = formatNaira(returned.kobo)
  if (resolvesDispute) return `${amount} on ${holder} is held for the dispute again`
  return `${amount} returned to ${holder} ${formatInstant(returned.at, now)}`
}

/** Lowercases a sentence's first word for use inside another sentence. */
function lowercaseStart(sentence: string): string {
  return /^(The|It|This|A|An) /.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence
}

/** Joins the non-empty parts of a sentence. */
export function joined(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join('; ')
}
