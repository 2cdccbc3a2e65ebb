import { dayStart, lagosDay } from '@kobo/contract/kit/day'
import type { Input } from '@kobo/contract/kit/call'
import { naira, toKobo } from '@kobo/contract/kit/naira'
import { maxSkips, offeredKinds, shownKinds, type WorkKind } from '@kobo/contract/kit/work-kinds'
import type { WorkItem, workItems } from '@kobo/contract/work-items'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { fullName } from '../../db/full-name.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import { isHeld, isSnoozed, nextFree } from '../../engine/work-items/claims.ts'
import { uncollectedKinds } from '../../engine/work-items/collect-items.ts'
import type { Handler, ReadContext } from '../../http/handler.ts'
import { readWorkHours } from '../../engine/work-items/due-time.ts'
import { mayDo } from '../../http/rights.ts'
import { isActive, type Staff, staffColumns, toStaff } from '../../http/staff.ts'
import { isUuid } from '../../uuid.ts'
import { requireReadable } from '../record-access.ts'
import { workerOf } from './worker.ts'

const hourMs = 3_600_000
/** More than this many items are not counted, so that a call does not take longer the more is open. */
const maxCounted = 1000

/** Lists the open work items that are due first, at most 1,000. Runs two statements. */
export const listWorkItems: Handler<typeof workItems.list> = async (input, { db, staff, mode, now }) => {
  const { page, size, kind, state, merchantId, minAmount, maxAmount } = input
  const kinds = shownKinds((permission) => mayDo(staff, permission))
  const conditions = [
    isOpenOf(mode, kind === undefined ? kinds : kinds.filter((shown) => kind.includes(shown))),
    isInState(state, staff, now),
  ]
  if (merchantId !== undefined) conditions.push(sql`work_item.merchant_id = ${merchantId}`)
  if (minAmount !== undefined) conditions.push(sql`work_item.amount_kobo >= ${toKobo(minAmount)}`)
  if (maxAmount !== undefined) conditions.push(sql`work_item.amount_kobo <= ${toKobo(maxAmount)}`)
  const isFound = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  const offset = (page - 1) * size
  return await withSnapshot(db, async (snapshot) => {
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::int as total
      from (${firstDue(isFound)} limit ${maxCounted + 1}) as found`.execute(snapshot)
    const total = counted[0]?.total ?? 0
    const rows = await withNames(snapshot)
      .where(isFound)
      .orderBy('work_item.due_at')
      .orderBy('work_item.id')
      .limit(Math.max(Math.min(size, maxCounted - offset), 0))
      .offset(offset)
      .execute()
    return {
      totalRecords: Math.min(total, maxCounted),
      isMore: total > maxCounted,
      items: rows.map((row) => asItem(row, staff, now)),
    }
  })
}

/** Items in the order of an index, without which a scan would pass over those that are closed. */
function firstDue(isFound: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select from work_item where ${isFound} order by work_item.due_at, work_item.id`
}

/** Maximum number of items that a record's page shows. */
const shownOnRecord = 10

/** Lists the open items of a record, and of records that are shown on its page. */
export const recordWork: Handler<typeof workItems.record> = async ({ recordType, recordId }, context) => {
  const { db, staff, mode, now } = context
  await requireReadable(context, recordType, recordId)
  const kinds = shownKinds((permission) => mayDo(staff, permission))
  const isAbout = sql`subject_type = ${recordType} and subject_id = ${recordId}`
  const isPart = sql`parent_id = ${isUuid(recordId) ? recordId : null}`
  const rows = await withNames(db)
    .where(sql<boolean>`${isOpenOf(mode, kinds)} and (${isAbout} or ${isPart})`)
    .orderBy('work_item.due_at')
    .orderBy('work_item.id')
    .limit(shownOnRecord)
    .execute()
  return { items: rows.map((row) => asItem(row, staff, now)) }
}

/** Returns the item that the operator would be given next; another may be faster. */
export const upcomingWorkItem: Handler<typeof workItems.upcoming> = async (_input, context) => {
  const { db, staff, now } = context
  const [item] = (await nextFree(workerOf(context)).execute(db)).rows
  return { item: item === undefined ? null : await findWorkItem(db, staff, item.id, now) }
}

/** Returns one item as the operator sees it. */
export async function findWorkItem(db: Database, staff: Staff, itemId: string, now: Date): Promise<WorkItem> {
  const row = await withNames(db).where('work_item.id', '=', itemId).executeTakeFirstOrThrow()
  return asItem(row, staff, now)
}

function isOpenOf(mode: string, kinds: readonly WorkKind[]): RawBuilder<boolean> {
  const [kind, ...others] = kinds
  // Of one kind alone an index has the items in order.
  const isOfKind =
    kind !== undefined && others.length === 0
      ? sql`work_item.kind = ${kind}`
      : sql`work_item.kind = any(${kinds}::text[])`
  return sql<boolean>`work_item.mode = ${mode} and closed_at is null and ${isOfKind}`
}

function isInState(state: Input<typeof workItems.list>['state'], { id }: Staff, now: Date): RawBuilder<boolean> {
  const [held, snoozed] = [isHeld(now), isSnoozed(now)]
  if (state === 'SNOOZED') return snoozed
  const states: Partial<Record<NonNullable<typeof state>, RawBuilder<boolean>>> = {
    MINE: sql`${held} and claimed_by = ${id}`,
    FREE: sql`not ${held}`,
    OTHERS: sql`${held} and claimed_by <> ${id}`,
    OVERDUE: isOverdue(now),
    SKIPPED: sql`(select count(*) from work_skip where item_id = work_item.id) >= ${maxSkips}`,
  }
  const condition = state && states[state]
  return condition ? sql<boolean>`not ${snoozed} and ${condition}` : sql<boolean>`not ${snoozed}`
}

/** A paused clock stands where it was stopped. */
function isOverdue(now: Date): RawBuilder<boolean> {
  return sql<boolean>`coalesce(paused_at, ${now.toISOString()}) > due_at`
}

function withNames(db: Database) {
  return db
    .selectFrom('work_item')
    .leftJoin('merchant', 'merchant.id', 'work_item.merchant_id')
    .leftJoin('staff as holder', 'holder.id', 'work_item.claimed_by')
    .leftJoin('staff as assigner', 'assigner.id', 'work_item.assigned_by')
    .selectAll('work_item')
    .select('business_name')
    .select(fullName('holder').as('holder_name'))
    .select(fullName('assigner').as('assigner_name'))
    .select(sql<number>`(select count(*)::int from work_skip where item_id = work_item.id)`.as('skips'))
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

function asItem(row: Row, { id: staffId }: Staff, now: Date): WorkItem {
  return {
    id: row.id,
    kind: row.kind,
    openedAt: row.opened_at,
    dueAt: row.due_at,
    warnsAt: row.warns_at,
    pausedAt: row.paused_at,
    record: { type: row.subject_type, id: row.subject_id, name: row.name, parentId: row.parent_id },
    count: row.count,
    amount: row.amount_kobo === null ? null : naira(row.amount_kobo),
    merchant: row.merchant_id === null ? null : { id: row.merchant_id, businessName: row.business_name ?? '' },
    claim: claimOf(row, staffId, now),
    snoozedUntil: row.snoozed_until !== null && new Date(row.snoozed_until) > now ? row.snoozed_until : null,
    note: row.note,
    skips: row.skips,
  }
}

function claimOf(row: Row, staffId: string, now: Date): WorkItem['claim'] {
  const { claimed_by, claimed_at, claimed_until, holder_name } = row
  if (claimed_by === null || claimed_at === null || holder_name === null) return null
  if (claimed_until !== null && new Date(claimed_until) <= now) return null
  return {
    staffId: claimed_by,
    staffName: holder_name,
    since: claimed_at,
    until: claimed_until,
    assignedBy: row.assigner_name,
    isOwn: claimed_by === staffId,
  }
}

/**
 * Counts the items of each kind, each figure up to 1,000. A kind that could not be collected is not counted, since its items may
 * have changed.
 */
export const countWorkItems: Handler<typeof workItems.counts> = async (_input, { db, staff, mode, now }) => {
  const may = (permission: Parameters<typeof mayDo>[1]) => mayDo(staff, permission)
  const shown = shownKinds(may)
  const offered = new Set<string>(offeredKinds(may))
  const held = isHeld(now)
  const soon = new Date(now.getTime() + hourMs).toISOString()
  const isOpen = sql`work_item.mode = ${mode} and closed_at is null and not ${isSnoozed(now)}`
  const counted = (condition: RawBuilder<unknown>) =>
    countOf(sql`${isOpen} and work_item.kind = shown.kind and ${condition}`)
  const { rows } = await sql<KindCounts>`
    with own as materialized (
      select kind from work_item where ${isOpen} and claimed_by = ${staff.id} and ${held}
    )
    select kind, ${counted(sql`true`)} as open,
      (select count(*)::int from own where own.kind = shown.kind) as mine,
      ${counted(sql`(not ${held} or claimed_by = ${staff.id})`)} as waiting,
      ${counted(sql`due_at < ${now.toISOString()} and ${isOverdue(now)}`)} as overdue,
      ${counted(sql`paused_at is null and due_at between ${now.toISOString()} and ${soon}`)} as "dueSoon"
    from unnest(${shown}::text[]) as shown (kind)`.execute(db)
  const failed = await uncollectedKinds(db)
  const kinds = rows.map(({ kind, mine, open, overdue, dueSoon }) =>
    failed.has(kind)
      ? { kind, open: null, mine: null, overdue: null, dueSoon: null }
      : {
          kind,
          mine,
          open: upTo(open),
          overdue: upTo(overdue),
          dueSoon: upTo(dueSoon),
          ...moreOf({ open, overdue, dueSoon }),
        },
  )
  const offeredRows = rows.filter(({ kind }) => offered.has(kind) && !failed.has(kind))
  const waiting = offeredRows.reduce((sum, row) => sum + row.waiting, 0)
  return { kinds, waiting: upTo(waiting), isMore: waiting > maxCounted }
}

interface KindCounts {
  kind: string
  open: number
  mine: number
  waiting: number
  overdue: number
  dueSoon: number
}

/**
 * Returns what each operator has and has closed today, and what is open of each kind, each figure up to 1,000; if more, those in time
 * are of the newest.
 */
export const workTeam: Handler<typeof workItems.team> = async (_input, context) => {
  const { db, mode, now } = context
  const people = await workers(db, now)
  const isHeldBy = sql`claimed_by = person.id and work_item.mode = ${mode} and closed_at is null and ${isHeld(now)}`
  const { rows } = await sql<PersonCounts>`
    select person.id,
      (select count(*)::int from (select from work_item where ${isHeldBy} limit ${maxCounted + 1}) as held) as holds,
      (select opened_at from work_item where ${isHeldBy} order by opened_at limit 1) as oldest_at,
      closed.*
    from unnest(${people.map(({ staffId }) => staffId)}::uuid[]) as person (id)
    cross join lateral (
      select count(*)::int as "closedToday", (count(*) filter (where closed_at <= due_at))::int as in_time
      from (
        select closed_at, due_at from work_item
        where closed_by = person.id and mode = ${mode} and closed_at >= ${dayStart(lagosDay(now)).toISOString()}
        order by closed_at desc limit ${maxCounted + 1}) as newest
    ) as closed`.execute(db)
  const counts = new Map(rows.map((row) => [row.id, row]))
  return {
    people: people.map(({ staffId, name, kinds }) => {
      const { holds = 0, oldest_at: oldestAt = null, closedToday = 0, in_time = 0 } = counts.get(staffId) ?? {}
      const shown = { holds: upTo(holds), closedToday: upTo(closedToday), closedInTime: upTo(in_time) }
      return { staffId, name, kinds, oldestAt, ...shown, ...moreOf({ holds, closedToday }) }
    }),
    kinds: await kindsOfTeam(context),
  }
}

interface PersonCounts {
  id: string
  holds: number
  oldest_at: string | null
  closedToday: number
  in_time: number
}

interface TeamCounts {
  kind: string
  open: number
  unclaimed: number
  overdue: number
  oldest_at: string | null
}

async function kindsOfTeam({ db, staff, mode, now }: ReadContext) {
  const shown = shownKinds((permission) => mayDo(staff, permission))
  const isOpen = sql`work_item.mode = ${mode} and closed_at is null and work_item.kind = shown.kind and not ${isSnoozed(now)}`
  const { rows } = await sql<TeamCounts>`
    select kind, ${countOf(isOpen)} as open, ${countOf(sql`${isOpen} and not ${isHeld(now)}`)} as unclaimed,
      ${countOf(sql`${isOpen} and due_at < ${now.toISOString()} and ${isOverdue(now)}`)} as overdue,
      (select opened_at from work_item where ${isOpen} order by opened_at limit 1) as oldest_at
    from unnest(${shown}::text[]) as shown (kind)`.execute(db)
  const failed = await uncollectedKinds(db)
  return rows.map(({ kind, oldest_at: oldestAt, open, unclaimed, overdue }) => {
    if (failed.has(kind)) return { kind, open: null, unclaimed: null, overdue: null, oldestAt: null }
    const figures = { open: upTo(open), unclaimed: upTo(unclaimed), overdue: upTo(overdue) }
    return { kind, oldestAt, ...figures, ...moreOf({ open, unclaimed, overdue }) }
  })
}

/** Query for the number of items, without counting all. */
function countOf(isFound: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*)::int from (${firstDue(isFound)} limit ${maxCounted + 1}) as found)`
}

/** Names the figures that are larger than they are shown. */
function moreOf(figures: Record<string, number>): { more?: string[] } {
  const more = Object.keys(figures).filter((name) => Number(figures[name]) > maxCounted)
  return more.length > 0 ? { more } : {}
}

function upTo(figure: number): number {
  return Math.min(figure, maxCounted)
}

interface TeamWorker {
  staffId: string
  name: string
  email: string
  isLead: boolean
  kinds: WorkKind[]
}

/** Active people who may work on items, by name; one of them by id. */
export async function workers(db: Database, now: Date, staffId?: string): Promise<TeamWorker[]> {
  const rows = await db
    .selectFrom('staff')
    .innerJoin('role', 'role.id', 'staff.role')
    .select(staffColumns)
    .where((eb) => eb.and(staffId === undefined ? {} : { 'staff.id': staffId }))
    .where('staff.status', '=', 'ACTIVE')
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('staff.id')
    .execute()
  const people: TeamWorker[] = []
  for (const row of rows) {
    if (!isActive(row, now)) continue
    const { id, firstName, lastName, email, rights } = await toStaff(db, row)
    const kinds = offeredKinds((permission) => rights.has(permission))
    const person = { staffId: id, name: `${firstName} ${lastName}`, email, isLead: rights.has('work.lead') }
    if (kinds.length > 0) people.push({ ...person, kinds })
  }
  return people
}

/** Returns the clocks of the operator's mode, the working hours and the holidays. */
export const workClocks: Handler<typeof workItems.clocks> = async (_input, { db, mode }) => {
  const clocks = await db
    .selectFrom('work_clock')
    .select(['kind', 'minutes', 'counts', 'warn_at as warnAt', 'lease_minutes as leaseMinutes'])
    .where('mode', '=', mode)
    .orderBy('kind')
    .execute()
  return {
    clocks: clocks.map(({ counts, ...clock }) => ({ ...clock, counts: counts === 'ALWAYS' ? 'ALWAYS' : 'BUSINESS' })),
    ...(await readWorkHours(db)),
  }
}
