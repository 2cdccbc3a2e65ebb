import type { WorkItem } from '@kobo/contract/work-items'
import { listDateTime } from '../../ui/dates.tsx'

/** Returns who has an item. */
export function holderText({ claim, snoozedUntil, skips }: Pick<WorkItem, 'claim' | 'snoozedUntil' | 'skips'>): string {
  if (snoozedUntil) return `Snoozed until ${listDateTime(snoozedUntil)}`
  if (claim) return claim.isOwn ? 'You' : claim.staffName
  return skips === 0 ? 'Nobody' : `Nobody, skipped by ${skips}`
}

/** Returns who has an item and since when, as a sentence. */
export function holderSentence({ claim, snoozedUntil }: Pick<WorkItem, 'claim' | 'snoozedUntil'>): string {
  if (snoozedUntil) return `Snoozed until ${listDateTime(snoozedUntil)}`
  if (!claim) return 'Nobody has it'
  const since = listDateTime(claim.since)
  if (claim.assignedBy) return `Assigned to ${claim.isOwn ? 'you' : claim.staffName} by ${claim.assignedBy}`
  return claim.isOwn ? `You have it since ${since}` : `${claim.staffName} has it since ${since}`
}
