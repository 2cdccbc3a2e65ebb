import { findBank } from '../../rails/banks.ts'
import { outcomeOf, describeResponseCode, statusOutcomeOf } from '../../rails/response-codes.ts'
import { formatNaira } from '../format-naira.ts'
import type { OutboundLeg } from '../outbound/outbound-leg.ts'
import { chargesOf } from '../transaction-row.ts'
import { formatInstant } from './format-instant.ts'
import type { TransactionFacts } from './transaction-facts.ts'

type Words = OutboundLeg['labels']

/** Explains the outcome of an outbound payment and where its money is. */
export function outboundStory(facts: TransactionFacts, words: Words): string | null {
  switch (facts.row.status) {
    case 'QUEUED':
      return `Queued: it has not been sent to ${they(words)} yet; ${whileUnsent(facts)}`
    case 'PENDING':
      return joined(`Pending: ${howSent(facts, words)}`, heldFor(facts), nextQuestion(facts, words))
    case 'SUCCESS':
      return succeeded(facts, words)
    case 'FAILED':
      return failed(facts, words)
    default:
      return null
  }
}

/** Name of the provider inside a sentence, such as `the switch`. */
export function they({ other }: Words): string {
  return other.charAt(0).toLowerCase() + other.slice(1)
}

/** Whether it may have been sent: every send requires a hold and a session ID. */
export function wasSent({ row, setAsideAt }: TransactionFacts): boolean {
  return row.session_id !== null || setAsideAt !== null
}

/** The receiving bank, biller or card. */
function takerOf({ row }: TransactionFacts, { way, other }: Words): string {
  if (way !== undefined) return row.beneficiary_name ?? 'the biller'
  if (other !== 'The switch') return `the ${row.beneficiary_name ?? 'card'}`
  return findBank(row.beneficiary_bank_code ?? '')?.name ?? 'the bank'
}

/** Amount debited from the payer. */
export function wholeKobo({ row }: TransactionFacts): bigint {
  return row.amount_kobo + chargesOf(row)
}

/** Deductions from a collection before it is credited: charges and partners' shares. */
export function lessOf({ row, after: { shares } }: TransactionFacts): string {
  const charges = chargesOf(row)
  const parts = [
    charges > 0n && `${formatNaira(charges)} of charges`,
    ...shares.map(({ name, kobo }) => `${formatNaira(kobo)} for ${name}`),
  ].filter(Boolean)
  return parts.length > 0 ? `, ${formatNaira(row.amount_kobo)} less ${parts.join(' and ')}` : ''
}

/** End of the status query window of an unconfirmed payment; null once it has passed. */
export function askedUntil({ row, now }: TransactionFacts): string | null {
  const { status, asked_until: until } = row
  return status !== 'PENDING' && until !== null && Date.parse(until) > now.getTime() ? until : null
}

/** Latest definite response after the final state; earlier responses are those that led to it. */
export function saidSince({ answers, ended }: TransactionFacts): 'approved' | 'refused' | null {
  for (const { at, code } of answers.toReversed()) {
    if (ended !== null && at <= ended.at) return null
    const outcome = outcomeOf(code)
    if (outcome !== 'unknown') return outcome
  }
  return null
}

function whileUnsent({ heldKobo, holder, resolvesDispute }: TransactionFacts): string {
  if (heldKobo === 0n) return `nothing has left ${holder} or is held for it`
  return `${formatNaira(heldKobo)} is held for it on ${holder}${resolvesDispute ? ', as it was for the dispute' : ''}`
}

function howSent({ setAsideAt, row, firstAnswer, answers, now }: TransactionFacts, words: Words): string {
  const at = formatInstant(setAsideAt ?? row.created_at, now)
  const last = answers.at(-1) ?? firstAnswer
  if (last === null) return `on its way to ${they(words)} since it was set aside ${at}, and no answer has come yet`
  const answered =
    last.code === null ? 'gave no answer' : `answered "${describeResponseCode(last.code)}" (${last.code})`
  const asked = answers.length === 0 ? 'and' : `and when asked last, ${formatInstant(last.at, now)},`
  return `sent ${at}, ${they(words)} has not said what became of it, ${asked} ${answered}`
}

function heldFor({ heldKobo, holder }: TransactionFacts): string | null {
  return heldKobo > 0n ? `${formatNaira(heldKobo)} is held on ${holder}` : null
}

function nextQuestion(facts: TransactionFacts, words: Words): string | null {
  const { next, row, now } = facts
  const when = next && `${formatInstant(next.at, now)} (question ${next.number})`
  if (row.status === 'PENDING') return when && `asked again ${when}`
  const until = askedUntil(facts)
  if (until === null) return null
  const last = formatInstant(until, now).slice('at '.length)
  return joined(`${they(words)} is asked about it until ${last} all the same`, when && `next ${when}`)
}

function succeeded(facts: TransactionFacts, words: Words): string {
  const { row, now, ended, holder, moved } = facts
  const left = moved && `${formatNaira(-moved.kobo)} left ${holder}`
  if (row.response_code === null && ended !== null) {
    const since = saidSince(facts)
    const later = since && `${they(words)} has ${since === 'approved' ? 'confirmed' : 'refused'} it since`
    return joined(`Taken as paid: ${ended.sentence}`, left, later ?? nextQuestion(facts, words))
  }
  const at = row.paid_at === null ? '' : ` ${formatInstant(row.paid_at, now)}`
  const head = { REFUND: 'Refunded', SETTLEMENT: 'Settled' }[row.category] ?? 'Paid'
  return joined(`${head}: ${takerOf(facts, words)} took it${at}`, left)
}

function failed(facts: TransactionFacts, words: Words): string {
  const { row, now, ended, compensated, holder } = facts
  if (compensated !== null) {
    return joined(
      `Failed, and approved after that: ${back(facts)}`,
      `${they(words)} approved it ${formatInstant(compensated.at, now)} all the same, so that ${formatNaira(compensated.kobo)} has left at our cost and is to be recovered`,
    )
  }
  if (!wasSent(facts)) {
    const why = ended ? inside(ended.sentence) : describeResponseCode(row.response_code)
    return joined(`Failed: ${why}`, 'it was never sent', facts.resolvesDispute ? back(facts) : `nothing left ${holder}`)
  }
  return joined(`Failed: ${whyFailed(facts, words)}`, back(facts), nextQuestion(facts, words))
}

function whyFailed(facts: TransactionFacts, words: Words): string {
  const { row, ended } = facts
  if (statusOutcomeOf(row.response_code) === 'no record') {
    // While status queries continue, the provider may still find it.
    const verb = askedUntil(facts) === null ? 'never reached' : 'has not reached'
    return `${they(words)} has no record of it, so it ${verb} ${takerOf(facts, words)}`
  }
  if (row.response_code !== null) {
    return `${they(words)} refused it: ${describeResponseCode(row.response_code)} (${row.response_code})`
  }
  const since = saidSince(facts) === 'refused' ? `, and ${they(words)} has refused it since` : ''
  return `${ended?.sentence ?? 'it was marked as failed'}${since}`
}

/** Where the held funds of a failed payment are. */
function back({ returned, resolvesDispute, holder, now }: TransactionFacts): string {
  if (returned === null) return `nothing is held for it on ${holder}`
  const amount = formatNaira(returned.kobo)
  if (resolvesDispute) return `${amount} of ${holder} is held for the dispute again`
  return `${amount} returned to ${holder} ${formatInstant(returned.at, now)}`
}

/** Lowercases a sentence's first word for use inside another sentence. */
function inside(sentence: string): string {
  return /^(The|It|This|A|An) /.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence
}

/** Joins the non-empty parts of a sentence. */
export function joined(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join('; ')
}
