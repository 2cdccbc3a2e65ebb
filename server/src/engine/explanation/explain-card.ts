import { describeResponseCode } from '../../rails/response-codes.ts'
import { formatNaira } from '../format-naira.ts'
import { formatInstant } from './format-instant.ts'
import { joined, lessOf } from './explain-outbound.ts'
import type { TransactionFacts } from './transaction-facts.ts'

/** Explains a card payment collected through the acquirer. */
export function cardTakenStory(facts: TransactionFacts): string | null {
  const { row, holder, moved, heldKobo, acquirerPaidAt, next, now } = facts
  switch (row.status) {
    case 'PENDING':
      return joined(
        'Pending: the acquirer has not said that the payer paid by card',
        `nothing has come to ${holder}`,
        next && `asked again ${formatInstant(next.at, now)}`,
      )
    case 'SUCCESS':
      return joined(
        `Collected by card: a ${row.originator_name ?? 'card'} paid ${formatInstant(row.paid_at ?? row.created_at, now)}`,
        moved && `${formatNaira(moved.kobo)} was credited to ${holder}${lessOf(facts)}`,
        heldKobo > 0n &&
          acquirerPaidAt === null &&
          `${formatNaira(heldKobo)} is held until the acquirer has paid it to us`,
        acquirerPaidAt && `the acquirer paid it to us ${formatInstant(acquirerPaidAt, now)}, so that it can be spent`,
      )
    case 'FAILED':
    case 'DECLINED':
      return `${row.status === 'FAILED' ? 'Failed' : 'Declined'}: ${row.alert ?? 'the card did not pay'}; nothing was credited to ${holder}`
    default:
      return null
  }
}

/** Explains a purchase with an issued card. */
export function cardSpentStory(facts: TransactionFacts): string | null {
  const { row, holder, heldKobo, returned, purchase, now } = facts
  const shop = row.beneficiary_name ?? 'the acceptor'
  switch (row.status) {
    case 'PENDING': {
      const until = purchase?.heldUntil ? `, ${formatInstant(purchase.heldUntil, now)} at the latest` : ''
      return joined(
        `Authorised: ${shop} may collect it, and has not yet`,
        heldKobo > 0n && `${formatNaira(heldKobo)} is held on ${holder} until it does or gives it up${until}`,
      )
    }
    case 'SUCCESS':
      return cleared(facts, shop)
    case 'FAILED':
      if (purchase?.clearedKobo && purchase.clearedKobo === purchase.coveredKobo && returned === null) {
        return joined(
          `Cleared without money: ${shop} collected ${formatNaira(purchase.clearedKobo)}, and ${holder} had nothing`,
          'we paid all of it, which is to be recovered',
          givenBack(facts, shop),
        )
      }
      return joined(
        `Given back: ${row.alert ?? `${shop} did not collect it`}`,
        returned
          ? `${formatNaira(returned.kobo)} returned to ${holder} ${formatInstant(returned.at, now)}`
          : `nothing is held for it on ${holder}`,
      )
    case 'DECLINED':
      return `Declined: ${row.alert ?? describeResponseCode(row.response_code)}; nothing was held on ${holder} or left it`
    default:
      return null
  }
}

function cleared(facts: TransactionFacts, shop: string): string {
  const { row, holder, moved, purchase, now } = facts
  const covered = purchase?.coveredKobo ?? 0n
  return joined(
    `Cleared: ${shop} collected ${formatNaira(purchase?.clearedKobo ?? row.amount_kobo)} ${formatInstant(row.paid_at ?? row.created_at, now)}`,
    moved && `${formatNaira(-moved.kobo)} left ${holder}`,
    covered > 0n && `we paid ${formatNaira(covered)} that it did not have, which is to be recovered`,
    givenBack(facts, shop),
  )
}

function givenBack({ purchase, now }: TransactionFacts, shop: string): string | null {
  return purchase?.returnedAt ? `${shop} gave all of it back ${formatInstant(purchase.returnedAt, now)}` : null
}

/** Explains the reversal of a purchase with an issued card. */
export function cardReturnedStory({ row, holder, moved, now }: TransactionFacts): string | null {
  if (row.status !== 'SUCCESS') return null
  return joined(
    `Reversed: ${row.originator_name ?? 'the acceptor'} gave a card payment back ${formatInstant(row.paid_at ?? row.created_at, now)}`,
    moved && `${formatNaira(moved.kobo)} is on ${holder} again`,
  )
}
