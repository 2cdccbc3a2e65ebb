import { naira } from '@kobo/contract/kit/naira'
import type { CardOutcome, CardStatusQuery } from '../../rails/acquirer.ts'
import { describeResponseCode } from '../../rails/response-codes.ts'
import { formatNaira } from '../format-naira.ts'
import { chargesOf, type TransactionRow } from '../transaction-row.ts'
import { logOf, type TrailEntry } from '../trail.ts'

/** Reference of a card payment, ours and the acquirer's. */
export function cardReference(transactionId: string): string {
  return `CRD-${transactionId.replaceAll('-', '').toUpperCase()}`
}

/** Display name of a card: at most the last four digits of its number. */
export function cardName({ scheme, lastFour }: { scheme: string; lastFour: string }): string {
  return `${scheme} card ending ${lastFour}`
}

/** First step: the payer has been sent to the acquirer's page. */
export function cardAwaited(row: TransactionRow): TrailEntry {
  return {
    category: 'FUND_PENDING',
    log: { request: { reference: row.reference, amount: naira(row.amount_kobo) } },
    sentence: `Awaiting card payment of ${formatNaira(row.amount_kobo)}`,
    completed: false,
  }
}

/** The acquirer was queried and has not decided. */
export function stillOpen(query: CardStatusQuery): TrailEntry {
  return { category: 'TRANSACTION_STATUS', log: logOf(query) }
}

export function cardCharged(row: TransactionRow, cardOutcome: CardOutcome): TrailEntry {
  const charges = chargesOf(row)
  const held = `${formatNaira(row.amount_kobo - charges)} becomes available once the acquirer settles it`
  return {
    category: 'FUND_SUCCESS',
    log: { code: '00', request: toLog(cardOutcome) },
    sentence: `${formatNaira(row.amount_kobo)} charged to a ${row.originator_name ?? 'card'}. ${held}`,
  }
}

export function cardNotCharged(row: TransactionRow, cardOutcome: CardOutcome | null): TrailEntry {
  return {
    category: 'FUND_FAILED',
    log: {
      code: cardOutcome && 'code' in cardOutcome ? cardOutcome.code : null,
      ...(cardOutcome && { request: toLog(cardOutcome) }),
    },
    sentence: `${formatNaira(row.amount_kobo)} not charged. ${row.alert ?? ''}`,
  }
}

/** The acquirer's settlement of the payment and the cost it kept. */
export function cardPaidOut(
  row: TransactionRow,
  settlement: { reference: string; costKobo: bigint; netKobo: bigint },
): TrailEntry {
  return {
    category: 'PROVIDER_CHARGES_SETTLEMENT',
    log: { code: '00', request: { reference: settlement.reference, kept: naira(settlement.costKobo) } },
    sentence: `The acquirer settled ${formatNaira(row.amount_kobo - settlement.costKobo)} in ${settlement.reference}. ${formatNaira(settlement.netKobo)} is now available`,
  }
}

/** Reason shown for a payment that the acquirer declined or failed. */
export function declineReason(cardOutcome: Exclude<CardOutcome, { outcome: 'APPROVED' }>): string {
  return cardOutcome.outcome === 'DECLINED'
    ? `The card's bank declined it: ${describeResponseCode(cardOutcome.code)}`
    : `Payment was not completed (${cardOutcome.code})`
}

/** Reason for a payment of which the acquirer has no record. */
export const neverReached = 'The acquirer has no record of this payment: the payer never opened its page'

/** Alert on a paid payment for which the acquirer later reports another outcome. */
export function contradictingOutcome(cardOutcome: CardOutcome): string {
  return `The acquirer later reported this payment as ${cardOutcome.outcome}. Resolve it with the acquirer`
}

function toLog(cardOutcome: CardOutcome): object {
  return cardOutcome.outcome === 'APPROVED'
    ? { ...cardOutcome, amountKobo: String(cardOutcome.amountKobo) }
    : cardOutcome
}
