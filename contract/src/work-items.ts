import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice, choices } from './kit/choice.ts'
import { day } from './kit/day.ts'
import { filterId, id, wordId } from './kit/id.ts'
import { filterNaira, nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { recordTypes } from './kit/record-kinds.ts'
import { paragraph, text } from './kit/text.ts'
import { maxAssigned, workKindNames } from './kit/work-kinds.ts'

/** What becomes of an item; an overdue one may also be anybody's, and one that was skipped waits for a lead. */
export const workStates = ['MINE', 'FREE', 'OTHERS', 'SNOOZED', 'OVERDUE', 'SKIPPED'] as const

/** `BUSINESS` counts working hours only. */
export const clockCounts = ['BUSINESS', 'ALWAYS'] as const

const read = { method: 'GET', permission: 'work.read', effect: 'read', addition: true } as const
const write = { method: 'POST', permission: 'work.write', effect: 'write', addition: true } as const
const lead = { permission: 'work.lead', effect: 'write', addition: true } as const
const maybe = z.string().nullish()
const reason = paragraph(500, 'Reason is required')
const kind = z.enum(workKindNames, 'Unknown kind of work')
const itemId = id('work item')

const workItem = z.object({
  id: z.string(),
  kind: z.string(),
  openedAt: z.string(),
  dueAt: z.string(),
  /** When it becomes urgent. */
  warnsAt: z.string(),
  /** Since when its clock stands still. */
  pausedAt: maybe,
  /** Record that it is about; of several of one cause there is none. */
  record: z.object({
    type: z.string(),
    id: z.string(),
    name: z.string(),
    /** Record whose page shows it, such as the payment of a refund. */
    parentId: maybe,
  }),
  /** Number of records that it stands for. */
  count: z.number().int(),
  amount: nairaReply.nullish(),
  merchant: z.object({ id: z.string(), businessName: z.string() }).nullish(),
  claim: z
    .object({
      staffId: z.string(),
      staffName: z.string(),
      since: z.string(),
      /** End of the lease; null if a lead assigned it. */
      until: maybe,
      assignedBy: maybe,
      /** Whether the caller has it. */
      isOwn: z.boolean(),
    })
    .nullish(),
  snoozedUntil: maybe,
  /** Last note of a release, or reason of a snooze. */
  note: maybe,
  /** Number of people who skipped it. */
  skips: z.number().int(),
})

export type WorkItem = z.infer<typeof workItem>

/** Null if the kind could not be counted. */
const counted = z.number().int().nullable()

/** Names of the figures that are 1,000 because counting stopped there. */
const more = z.array(z.string()).nullish()

const time = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Time must have the format HH:mm')

const workSpan = z
  .strictObject({
    weekday: z.number('Weekday is required').int().min(1, 'Weekday must be 1 to 7').max(7, 'Weekday must be 1 to 7'),
    from: time,
    until: time,
  })
  .refine(({ from, until }) => from < until, { error: 'The end must be after the start', path: ['until'] })

type Span = z.infer<typeof workSpan>

function overlaps(one: Span, other: Span): boolean {
  return one !== other && one.weekday === other.weekday && one.from < other.until && other.from < one.until
}

const holiday = z.strictObject({ day, name: text(60, 'Name is required') })

const workHours = {
  hours: z.array(z.object({ weekday: z.number().int(), from: z.string(), until: z.string() })),
  holidays: z.array(z.object({ day: z.string(), name: z.string() })),
}

const clock = z.object({
  kind: z.string(),
  /** Null if the record has its own due time. */
  minutes: z.number().int().nullable(),
  counts: z.enum(clockCounts),
  /** Percentage of the time after which an item becomes urgent. */
  warnAt: z.number().int(),
  /** Minutes that a claim lasts without a write of its holder. */
  leaseMinutes: z.number().int(),
})

export type WorkClock = z.infer<typeof clock>

const maxClockMinutes = 60 * 24 * 90

function whole(name: string, min: number, max: number) {
  const message = `${name} must be a whole number from ${min} to ${max.toLocaleString('en')}`
  return z.number(`${name} is required`).int(message).min(min, message).max(max, message)
}

export const workItems = {
  list: call({
    ...read,
    path: '/admin/work-items',
    summary: 'List open work items in order of due time, by default those that are not snoozed',
    query: z.object({
      ...paging,
      kind: choices(workKindNames),
      state: choice(workStates),
      merchantId: filterId('merchant'),
      minAmount: filterNaira,
      maxAmount: filterNaira,
    }),
    reply: z.object({
      /** At most 1,000. */
      totalRecords,
      /** Whether more items match than were counted. */
      isMore: z.boolean().nullish(),
      items: z.array(workItem),
    }),
  }),
  record: call({
    ...read,
    path: '/admin/work-items/record',
    summary:
      'List the open work on a record and on those that its page shows, first due first; requires the permission to read the record',
    query: z.object({
      recordType: z.enum(recordTypes, 'Unknown kind of record'),
      recordId: wordId('record of the audit'),
    }),
    reply: z.object({ items: z.array(workItem) }),
  }),
  upcoming: call({
    ...read,
    path: '/admin/work-items/upcoming',
    summary: 'Get the free item that the operator would be given next, without claiming it',
    reply: z.object({ item: workItem.nullable() }),
  }),
  counts: call({
    ...read,
    path: '/admin/work-items/counts',
    summary: 'Count the work items of each kind that the operator sees, without snoozed ones, up to 1,000 each',
    reply: z.object({
      kinds: z.array(
        z.object({
          kind: z.string(),
          open: counted,
          mine: counted,
          overdue: counted,
          /** Due within the hour. */
          dueSoon: counted,
          more,
        }),
      ),
      /** Items that the operator has, or may claim; at most 1,000. */
      waiting: z.number().int(),
      /** Whether more are waiting than were counted. */
      isMore: z.boolean().nullish(),
    }),
  }),
  next: call({
    ...write,
    path: '/admin/work-items/next',
    summary:
      'Claim the free item that is due first, of the kinds that the operator works on; skip another with a reason',
    body: z.strictObject({
      kinds: z.array(kind).min(1, 'Choose at least one kind').max(workKindNames.length).optional(),
      /** Item to release, which is not offered to the operator again. */
      skippedItemId: filterId('work item'),
      reason: reason.optional(),
    }),
    reply: z.object({ item: workItem.nullable() }),
  }),
  claim: call({
    ...write,
    path: '/admin/work-items/claim',
    summary: 'Claim an item that nobody has, for as long as its kind leases it',
    body: z.strictObject({ itemId }),
    reply: z.object({ item: workItem }),
  }),
  release: call({
    ...write,
    path: '/admin/work-items/release',
    summary:
      'Release one item, or all that the operator has, with a note for whoever takes over; a lead releases any item',
    body: z.strictObject({ itemId: filterId('work item'), note: paragraph(500).optional() }),
    reply: z.object({ released: z.number().int() }),
  }),
  snooze: call({
    ...write,
    path: '/admin/work-items/snooze',
    summary: 'Put an item off until an instant, at most 7 days; past its due time only by a lead',
    body: z.strictObject({
      itemId,
      until: z.iso.datetime({ offset: true, error: 'The end must be an instant, such as 2026-11-26T18:00:00Z' }),
      reason,
    }),
    reply: z.object({ item: workItem }),
  }),
  assign: call({
    ...lead,
    method: 'POST',
    path: '/admin/work-items/assign',
    summary: 'Assign items to a colleague, who has them until they are done or released',
    body: z.strictObject({
      itemIds: z
        .array(itemId)
        .min(1, 'Select at least one item')
        .max(maxAssigned, `Select at most ${maxAssigned} items`),
      staffId: id('member'),
    }),
    reply: z.object({ assigned: z.number().int() }),
  }),
  reassign: call({
    ...lead,
    method: 'POST',
    path: '/admin/work-items/reassign',
    summary: `Assign what a colleague has to another one, as far as the other may work on it; at most ${maxAssigned} items, first due first`,
    body: z.strictObject({ holderId: id('member'), staffId: id('member') }),
    reply: z.object({ assigned: z.number().int() }),
  }),
  team: call({
    method: 'GET',
    permission: 'work.lead',
    effect: 'read',
    addition: true,
    path: '/admin/work-items/team',
    summary: 'Get who has how many items and closed how many today, and what is open of each kind, each up to 1,000',
    reply: z.object({
      people: z.array(
        z.object({
          staffId: z.string(),
          name: z.string(),
          /** Kinds that may be assigned to them. */
          kinds: z.array(z.string()),
          holds: z.number().int(),
          /** When the oldest of these items was opened. */
          oldestAt: maybe,
          closedToday: z.number().int(),
          /** Of those that were counted, the newest. */
          closedInTime: z.number().int(),
          more,
        }),
      ),
      kinds: z.array(
        z.object({
          kind: z.string(),
          open: counted,
          unclaimed: counted,
          overdue: counted,
          oldestAt: maybe,
          more,
        }),
      ),
    }),
  }),
  clocks: call({
    ...read,
    path: '/admin/work-items/clocks',
    summary: 'Get the clock of each kind, the working hours and the holidays',
    reply: z.object({
      clocks: z.array(clock),
      ...workHours,
    }),
  }),
  changeClock: call({
    ...lead,
    method: 'PATCH',
    path: '/admin/work-items/clock',
    summary: 'Change the clock of a kind; open items that are not late get their new due time soon after',
    body: z.strictObject({
      kind,
      /** Not of kinds whose records have their own due time. */
      minutes: whole('Time', 1, maxClockMinutes).nullable(),
      counts: z.enum(clockCounts, 'Choose which hours count'),
      warnAt: whole('Warning', 1, 100),
      leaseMinutes: whole('Lease', 1, 24 * 60),
    }),
    reply: z.object({}),
  }),
  changeHours: call({
    ...lead,
    method: 'PUT',
    path: '/admin/work-items/hours',
    summary:
      'Replace working hours and holidays, `expected` being those on which the change is based; open items that are not late get their new due time soon after',
    body: z.strictObject({
      hours: z
        .array(workSpan)
        .min(1, 'At least one span of working time is required')
        .max(50, 'Too many spans')
        .refine((spans) => !spans.some((one) => spans.some((other) => overlaps(one, other))), 'Spans must not overlap'),
      holidays: z
        .array(holiday)
        .max(200, 'Too many holidays')
        .refine((all) => new Set(all.map((each) => each.day)).size === all.length, 'A day is listed twice'),
      expected: z.strictObject(workHours).optional(),
    }),
    reply: z.object({}),
  }),
}
