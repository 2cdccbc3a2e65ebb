import { describeResponseCode } from '../../rails/response-codes.ts'
import { formatNaira } from '../format-naira.ts'
import { formatInstant } from './format-instant.ts'
import { joined, deductionsText } from './explain-outbound.ts'
import type { TransactionFacts } from './transaction-facts.ts'

/** Explains a card payment collected through the acquirer. */
export function explainCardCollection(facts: TransactionFacts): string | null {
  const { row, holder, moved, heldKobo, acquirerPaidAt, next, now } = facts
  switch (row.status) {
    case 'PENDING':
      return joined(
        'Pending: the acquirer has not confirmed the card payment',
        `nothing has been credited to ${holder}`,
        next && `next status query ${formatInstant(next.at, now)}`,
      )
    case 'SUCCESS':
      return joined(
        `Collected by card: a ${row.originator_name ?? 'card'} paid ${formatInstant(row.paid_at ?? row.created_at, now)}`,
        moved && `${formatNaira(moved.kobo)} was credited to ${holder}${deductionsText(facts)}`,
        heldKobo > 0n && acquirerPaidAt === null && `${formatNaira(heldKobo)} is held until the acquirer settles it`,
        acquirerPaidAt && `settled by the acquirer ${formatInstant(acquirerPaidAt, now)}, so it is available`,
      )
    case 'FAILED':
    case 'DECLINED':
      return `${row.status === 'FAILED' ? 'Failed' : 'Declined'}: ${row.alert ?? 'the card payment failed'}; nothing was credited to ${holder}`
    default:
      return null
  }
}

/** Explains a purchase with an issued card. */
export function explainCardPurchase(facts: TransactionFacts): string | null {
  const { row, holder, heldKobo, returned, purchase, now } = facts
  const shop = row.beneficiary_name ?? 'the acceptor'
  switch (row.status) {
    case 'PENDING': {
      const until = purchase?.heldUntil ? `, ${formatInstant(purchase.heldUntil, now)} at the latest` : ''
      return joined(
        `Authorised: not cleared by ${shop} yet`,
        heldKobo > 0n && `${formatNaira(heldKobo)} is held on ${holder} until it is cleared or released${until}`,
      )
    }
    case 'SUCCESS':
      return cleared(facts, shop)
    case 'FAILED':
      if (purchase?.clearedKobo && purchase.clearedKobo === purchase.coveredKobo && returned === null) {
        return joined(
          `Cleared without funds: ${formatNaira(purchase.clearedKobo)} by ${shop}, and ${holder} had no balance`,
          'we covered all of it, which must be recovered',
          released(facts, shop),
        )
      }
      return joined(
        `Released: ${row.alert ?? `not cleared by ${shop}`}`,
        returned
          ? `${formatNaira(returned.kobo)} returned to ${holder} ${formatInstant(returned.at, now)}`
          : `nothing is held for it on ${holder}`,
      )
    case 'DECLINED':
      return `Declined: ${row.alert ?? describeResponseCode(row.response_code)}; nothing was held on or debited from ${holder}`
    default:
      return null
  }
}

function cleared(facts: TransactionFacts, shop: string): string {
  const { row, holder, moved, purchase, now } = facts
  const covered = purchase?.coveredKobo ?? 0n
  return joined(
    `Cleared: ${formatNaira(purchase?.clearedKobo ?? row.amount_kobo)} by ${shop} ${formatInstant(row.paid_at ?? row.created_at, now)}`,
    moved && `${formatNaira(-moved.kobo)} was debited from ${holder}`,
    covered > 0n && `we covered the shortfall of ${formatNaira(covered)}, which must be recovered`,
    released(facts, shop),
  )
}

function released({ purchase, now }: TransactionFacts, shop: string): string | null {
  return purchase?.returnedAt ? `${shop} reversed all of it ${formatInstant(purchase.returnedAt, now)}` : null
}

/** Explains the reversal of a purchase with an issued card. */
export function explainCardReversal({ row, holder, moved, now }: TransactionFacts): string | null {
  if (row.status !== 'SUCCESS') return null
  return joined(
    `Reversed: ${row.originator_name ?? 'the acceptor'} returned a card payment ${formatInstant(row.paid_at ?? row.created_at, now)}`,
    moved && `${formatNaira(moved.kobo)} was credited to ${holder}`,
  )
}
