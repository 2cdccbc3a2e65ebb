import { mode as anyMode } from '@kobo/contract/kit/mode'
import { workKinds } from '@kobo/contract/kit/work-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { uuidv7 } from '../../uuid.ts'
import { dueTimes, readCalendar, readClocks } from './due-time.ts'
import { causeName, type OpenQuery, type WorkSource } from './work-source.ts'

/** Number of items of one cause above which one item stands for all of them, and at which they are separate again. */
const manyOfCause = { joined: 200, separated: 100 }

/** Maximum number of items that one run opens, changes and closes. */
export const changesAtOnce = 500

/** What an update of items is limited to, and whose write caused it. */
export interface Update {
  now: Date
  /** Query for the ids of the records to look at; without it, all. */
  subjects?: RawBuilder<unknown>
  /** The only query of the source to look at, while others fail. What it does not find stays open: they may require it. */
  query?: OpenQuery
  /** Operator whose write ended the work, with its audited action. */
  closedBy?: { staffId: string; action: string }
}

/** Difference between a source and the stored items: one side is missing, or both differ. */
interface Difference {
  item_id: string | null
  mode: string | null
  subject_type: string
  subject_id: string
  parent_id: string | null
  name: string
  count: number
  merchant_id: string | null
  amount_kobo: bigint | null
  opened_at: string
  due_at: string | null
  paused_at: string | null
}

/**
 * Opens items for records of a source that have none, closes those whose records require nothing any more, and pauses or continues
 * the others, whoever changed the records. Returns the number of changes.
 */
export async function updateItems(db: Transaction, source: WorkSource, update: Update): Promise<number> {
  const { now } = update
  const found = await findDifferences(db, source, update)
  await openItems(
    db,
    source,
    found.filter(({ item_id }) => item_id === null),
  )
  const stored = found.flatMap(({ item_id: id, ...record }) => (id === null ? [] : [{ id, ...record }]))
  await changeItems(
    db,
    stored.filter(({ mode }) => mode !== null),
    now,
  )
  await closeItems(
    db,
    stored.filter(({ mode }) => mode === null),
    update,
  )
  return found.length
}

/** Whether any item of a source has to be opened, changed or closed. */
export async function hasDifferences(db: Transaction, source: WorkSource, now: Date): Promise<boolean> {
  return (await findDifferences(db, source, { now }, 1)).length > 0
}

async function findDifferences(
  db: Transaction,
  source: WorkSource,
  update: Update,
  limit = changesAtOnce,
): Promise<Difference[]> {
  const { now, subjects, query } = update
  const within = (id: RawBuilder<unknown>) => (subjects ? sql<boolean>`${id} in (${subjects})` : sql<boolean>`true`)
  const queries = query ? [query] : source.open
  const records = sql.join(
    queries.map((each) => each(now, within)),
    sql` union `,
  )
  const isChosen = subjects
    ? sql`${isOpenOf(source)} and subject_type <> 'cause' and subject_id in (select id::text from (${subjects}) chosen (id))`
    : isOpenOf(source)
  // Each round compares all open items: the fewer their columns, the less it takes.
  const { rows } = await sql<Difference>`
    select item.id as item_id, required.*
    from (${source.sharesCauses ? withCauses(source, update, records) : ofRecords(source, records)}) as required
    ${query ? sql`left` : sql`full`} join (
      select id, mode, subject_type, subject_id, count, amount_kobo, paused_at, paused_seconds, due_at
      from work_item where ${isChosen}) as item using (mode, subject_type, subject_id)
    where item.id is null or required.mode is null
      or item.count <> required.count
      or item.amount_kobo is distinct from required.amount_kobo
      or item.paused_at is distinct from required.paused_at
      or item.due_at <> required.due_at + item.paused_seconds * interval '1 second'
    limit ${limit}`.execute(db)
  return rows
}

/** The kind and the modes are literals, so that the plan that is reused finds the few items of a kind by the index of all. */
function isOpenOf({ kind }: WorkSource): RawBuilder<boolean> {
  const modes = sql.join(anyMode.options.map((mode) => sql.lit(mode)))
  return sql<boolean>`closed_at is null and kind = ${sql.lit(kind)} and mode in (${modes})`
}

/** Query for what records require, each on its own. */
function ofRecords({ kind }: WorkSource, records: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select record.mode, ${workKinds[kind].record} as subject_type, record.subject_id, record.parent_id, record.name,
      record.count, record.merchant_id, record.amount_kobo, record.opened_at, record.due_at, record.paused_at
    from (${records}) as record`
}

/** Query for what records require, one item standing for those of a cause that many share. */
function withCauses(
  source: WorkSource,
  { subjects, query }: Update,
  records: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const joined = sql`
    select mode, subject_id as cause from work_item
    where ${isOpenOf(source)} and subject_type = 'cause'`
  // Some records alone do not show how many share a cause.
  const hasSome = subjects !== undefined || query !== undefined
  const causes = hasSome
    ? joined
    : sql`
      select mode, cause, count(*)::int as count, min(opened_at) as opened_at, sum(amount_kobo)::bigint as amount_kobo
      from record left join (${joined}) as joined using (mode, cause)
      where cause is not null
      group by mode, cause, joined.cause
      having count(*) > case when joined.cause is null then ${manyOfCause.joined}::int else ${manyOfCause.separated}::int end`
  const ofCauses = sql`
    union all
    select mode, 'cause', cause, null, cause, count, null, amount_kobo, opened_at, null, null from many`
  return sql`
    with record as materialized (${records}), many as (${causes})
    ${ofRecords(source, sql`select record.* from record left join many using (mode, cause) where many.cause is null`)}
    ${hasSome ? sql`` : ofCauses}`
}

async function openItems(db: Transaction, { kind }: WorkSource, records: readonly Difference[]): Promise<void> {
  if (records.length === 0) return
  const calendar = await readCalendar(db)
  const clocks = await readClocks(db, kind)
  const rows = records.map(({ mode, due_at, paused_at, ...record }) => {
    const clock = clocks.get(mode ?? '')
    if (clock === undefined) throw new Error(`The kind ${kind} has no clock`)
    const openedAt = new Date(record.opened_at)
    const { warnsAt, dueAt } = dueTimes(openedAt, due_at === null ? null : new Date(due_at), clock, calendar)
    return {
      id: uuidv7(openedAt.getTime()),
      mode: mode ?? '',
      kind,
      subject_type: record.subject_type,
      subject_id: record.subject_id,
      parent_id: record.parent_id,
      name: record.subject_type === 'cause' ? causeName(record.name) : record.name,
      count: record.count,
      merchant_id: record.merchant_id,
      amount_kobo: record.amount_kobo,
      opened_at: record.opened_at,
      paused_at,
      warns_at: warnsAt.toISOString(),
      due_at: dueAt.toISOString(),
    }
  })
  // Another server, or a write, may have opened the same.
  await db
    .insertInto('work_item')
    .values(rows)
    .onConflict((other) => other.doNothing())
    .execute()
}

type Changed = Omit<Difference, 'item_id'> & { id: string }

/** A pause that is over moves the due time by as long as it lasted. */
async function changeItems(db: Transaction, records: readonly Changed[], now: Date): Promise<void> {
  if (records.length === 0) return
  const column = <K extends keyof Changed>(name: K) => records.map((record) => record[name])
  const ended = sql`case when record.paused_at is null then ${pausedSeconds(now)} else 0 end`
  await sql`
    update work_item item set
      count = record.count,
      amount_kobo = record.amount_kobo,
      paused_at = record.paused_at,
      paused_seconds = item.paused_seconds + ${ended},
      due_at = coalesce(record.due_at + item.paused_seconds * interval '1 second', item.due_at)
        + ${ended} * interval '1 second',
      warns_at = item.warns_at + ${ended} * interval '1 second'
    from unnest(
      ${column('id')}::uuid[],
      ${column('count')}::int[],
      ${column('amount_kobo')}::bigint[],
      ${column('due_at')}::timestamptz[],
      ${column('paused_at')}::timestamptz[]
    ) as record (id, count, amount_kobo, due_at, paused_at)
    where item.id = record.id and item.closed_at is null`.execute(db)
}

async function closeItems(db: Transaction, records: readonly { id: string }[], update: Update): Promise<void> {
  if (records.length === 0) return
  const { now, closedBy } = update
  await sql`
    update work_item item set
      closed_at = ${now.toISOString()},
      closed_by = ${closedBy?.staffId ?? null},
      outcome = ${closedBy?.action ?? null},
      paused_at = null,
      paused_seconds = item.paused_seconds + ${pausedSeconds(now)},
      due_at = item.due_at + ${pausedSeconds(now)} * interval '1 second'
    where id = any(${records.map(({ id }) => id)}::uuid[]) and closed_at is null`.execute(db)
}

/** Whole seconds since the clock of `item` was stopped, 0 if it runs. */
function pausedSeconds(now: Date): RawBuilder<number> {
  return sql<number>`coalesce(greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - item.paused_at))::int, 0)`
}
