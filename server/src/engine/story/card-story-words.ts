import { responseWords } from '../../rails/response-codes.ts'
import { nairaText } from '../naira-text.ts'
import { momentText } from './moments.ts'
import { joined, lessOf } from './outbound-story-words.ts'
import type { StoryFacts } from './story-facts.ts'

/** A payment by a card of somebody else's, which the acquirer takes for us. */
export function cardTakenStory(facts: StoryFacts): string | null {
  const { row, holder, moved, heldKobo, acquirerPaidAt, next, now } = facts
  switch (row.status) {
    case 'PENDING':
      return joined(
        'Pending: the acquirer has not said that the payer paid by card',
        `nothing has come to ${holder}`,
        next && `asked again ${momentText(next.at, now)}`,
      )
    case 'SUCCESS':
      return joined(
        `Collected by card: a ${row.originator_name ?? 'card'} paid ${momentText(row.paid_at ?? row.created_at, now)}`,
        moved && `${nairaText(moved.kobo)} was credited to ${holder}${lessOf(facts)}`,
        heldKobo > 0n &&
          acquirerPaidAt === null &&
          `${nairaText(heldKobo)} is held until the acquirer has paid it to us`,
        acquirerPaidAt && `the acquirer paid it to us ${momentText(acquirerPaidAt, now)}, so that it can be spent`,
      )
    case 'FAILED':
    case 'DECLINED':
      return `${row.status === 'FAILED' ? 'Failed' : 'Declined'}: ${row.alert ?? 'the card did not pay'}; nothing was credited to ${holder}`
    default:
      return null
  }
}

/** A payment by a card of ours. */
export function cardSpentStory(facts: StoryFacts): string | null {
  const { row, holder, heldKobo, returned, purchase, now } = facts
  const shop = row.beneficiary_name ?? 'the acceptor'
  switch (row.status) {
    case 'PENDING': {
      const until = purchase?.heldUntil ? `, ${momentText(purchase.heldUntil, now)} at the latest` : ''
      return joined(
        `Authorised: ${shop} may collect it, and has not yet`,
        heldKobo > 0n && `${nairaText(heldKobo)} is held on ${holder} until it does or gives it up${until}`,
      )
    }
    case 'SUCCESS':
      return cleared(facts, shop)
    case 'FAILED':
      if (purchase?.clearedKobo && purchase.clearedKobo === purchase.coveredKobo && returned === null) {
        return joined(
          `Cleared without money: ${shop} collected ${nairaText(purchase.clearedKobo)}, and ${holder} had nothing`,
          'we paid all of it, which is to be recovered',
          givenBack(facts, shop),
        )
      }
      return joined(
        `Given back: ${row.alert ?? `${shop} did not collect it`}`,
        returned
          ? `${nairaText(returned.kobo)} returned to ${holder} ${momentText(returned.at, now)}`
          : `nothing is held for it on ${holder}`,
      )
    case 'DECLINED':
      return `Declined: ${row.alert ?? responseWords(row.response_code)}; nothing was held on ${holder} or left it`
    default:
      return null
  }
}

function cleared(facts: StoryFacts, shop: string): string {
  const { row, holder, moved, purchase, now } = facts
  const covered = purchase?.coveredKobo ?? 0n
  return joined(
    `Cleared: ${shop} collected ${nairaText(purchase?.clearedKobo ?? row.amount_kobo)} ${momentText(row.paid_at ?? row.created_at, now)}`,
    moved && `${nairaText(-moved.kobo)} left ${holder}`,
    covered > 0n && `we paid ${nairaText(covered)} that it did not have, which is to be recovered`,
    givenBack(facts, shop),
  )
}

function givenBack({ purchase, now }: StoryFacts, shop: string): string | null {
  return purchase?.returnedAt ? `${shop} gave all of it back ${momentText(purchase.returnedAt, now)}` : null
}

/** What comes back of a payment by a card of ours. */
export function cardReturnedStory({ row, holder, moved, now }: StoryFacts): string | null {
  if (row.status !== 'SUCCESS') return null
  return joined(
    `Reversed: ${row.originator_name ?? 'the acceptor'} gave a card payment back ${momentText(row.paid_at ?? row.created_at, now)}`,
    moved && `${nairaText(moved.kobo)} is on ${holder} again`,
  )
}
