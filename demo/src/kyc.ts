import type { kycStatuses } from '@kobo/contract/merchants'
import { dayMs, hourMs, inOfficeHours, minuteMs, soonAfter } from './calendar.ts'
import type { Random } from './random.ts'
import type { Row } from './world.ts'

export type KycStatus = (typeof kycStatuses)[number]

/** Number of merchants by KYC status; the rest are accepted. */
export type KycCounts = Record<Exclude<KycStatus, 'ACCEPTED'>, number>

/** Assigns a KYC status to each merchant: the newest still wait, older ones are decided or were abandoned. */
export function shareOutKyc(
  random: Random,
  createdAt: readonly Date[],
  now: Date,
  counts: KycCounts,
  fixed: ReadonlyMap<number, KycStatus>,
): KycStatus[] {
  const statuses = new Map(fixed)
  const likelihoods: readonly (readonly [keyof KycCounts, (ageDays: number) => number])[] = [
    ['PROCESSING', (age) => (age < 0.2 ? 0 : Math.exp(-age / 24))],
    ['SUBMITTED', (age) => Math.exp(-age / 30)],
    ['REJECTED', (age) => (age < 1 ? 0 : 1)],
    ['NOT_SUBMITTED', (age) => 0.25 + Math.exp(-age / 90)],
  ]
  for (const [status, likelihood] of likelihoods) {
    const missing = counts[status] - [...fixed.values()].filter((assigned) => assigned === status).length
    createdAt
      .map((at, position) => {
        const weight = likelihood((now.getTime() - at.getTime()) / dayMs)
        return { position, order: weight === 0 ? Infinity : -Math.log(1 - random.next()) / weight }
      })
      .filter(({ position }) => !statuses.has(position))
      .sort((assigned, other) => assigned.order - other.order)
      .slice(0, missing)
      .forEach(({ position }) => statuses.set(position, status))
  }
  return createdAt.map((_, position) => statuses.get(position) ?? 'ACCEPTED')
}

export type Review = Pick<
  Row<'merchant'>,
  'reviewer_id' | 'review_started_at' | 'decided_by' | 'decided_at' | 'decision_reason'
>

/** Returns who reviewed and decided a KYC, when, and why. */
export function reviewOf(
  random: Random,
  status: KycStatus,
  createdAt: Date,
  now: Date,
  operators: readonly string[],
): Review {
  const none: Review = {
    reviewer_id: null,
    review_started_at: null,
    decided_by: null,
    decided_at: null,
    decision_reason: null,
  }
  if (status === 'NOT_SUBMITTED' || status === 'SUBMITTED') return none

  const submitted = soonAfter(random, status === 'PROCESSING' ? lately(createdAt, now) : createdAt, 20 * hourMs, now)
  const started = inOfficeHours(soonAfter(random, submitted, 14 * hourMs, now), now)
  const reviewer = random.pick(operators)
  const reviewed: Review = { ...none, reviewer_id: reviewer, review_started_at: started.toISOString() }
  if (status === 'PROCESSING') return reviewed

  const decided = inOfficeHours(soonAfter(random, started, 5 * hourMs, now), now)
  return {
    ...(random.chance(0.7) ? reviewed : none),
    decided_by: random.chance(0.8) ? reviewer : random.pick(operators),
    decided_at: decided.toISOString(),
    decision_reason: reasonFor(random, status),
  }
}

/** Returns when a KYC was submitted; null for one that never was. What nobody reviews yet was submitted in the last days. */
export function submittedAt(
  random: Random,
  status: KycStatus,
  createdAt: Date,
  { review, now }: { review: Review; now: Date },
): string | null {
  if (status === 'NOT_SUBMITTED') return null
  const reviewed = review.review_started_at ?? review.decided_at
  const latest = reviewed === null ? now.getTime() - 5 * minuteMs : Date.parse(reviewed)
  const earliest = Math.max(createdAt.getTime(), latest - 1.5 * dayMs)
  return new Date(earliest + Math.floor(random.next() * Math.max(0, latest - earliest))).toISOString()
}

/** What is under review was submitted in the last days, however long the application took. */
function lately(createdAt: Date, now: Date): Date {
  return new Date(Math.max(createdAt.getTime(), now.getTime() - 2 * dayMs))
}

function reasonFor(random: Random, status: 'ACCEPTED' | 'REJECTED'): string | null {
  if (status === 'REJECTED') return random.pick(refusals)
  return random.chance(0.18) ? random.pick(remarks) : null
}

const refusals = [
  'The certificate of incorporation cannot be read. Please send a clearer copy.',
  'The name on the BVN differs from the name of the owner.',
  'The CAC status report is older than six months.',
  'The registration number does not belong to this business.',
  'The identity document has expired.',
  'The consent form is not signed.',
  'The address could not be verified at our visit.',
  'The business is of a kind that we do not serve.',
  "A director's BVN is missing.",
  'The memorandum names other directors than the application.',
  'The settlement account belongs to another person.',
  'The owner is on the watch list of the national register.',
] as const

const remarks = [
  'All documents checked with the CAC.',
  'Address confirmed by our field team.',
  'Approved after a call with the owner.',
  'Second set of documents is complete.',
  'Known business, referred by a partner.',
] as const
