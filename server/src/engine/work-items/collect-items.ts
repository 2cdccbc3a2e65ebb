import type { WorkKind } from '@kobo/contract/kit/work-kinds'
import { type RawBuilder, sql } from 'kysely'
import { isActiveStaff } from '../../db/active-staff.ts'
import type { Database } from '../../db/database.ts'
import { isStatementTimeout } from '../../db/database-errors.ts'
import { transact } from '../../db/transact.ts'
import type { ItemJob } from '../../jobs/item-jobs.ts'
import type { Engine } from '../engine.ts'
import { noClaim } from './claims.ts'
import { workSources } from './sources.ts'
import { changesAtOnce, type Update, updateItems } from './update-items.ts'
import type { WorkSource } from './work-source.ts'

/** Name under which kinds, and parts of them, that could not be collected are stored as failed items. */
const collectingJob = 'collect-work-items'

/** Item of the job that belongs to all kinds. */
const claimsItem = 'ALL claims'

const everyMs = 5_000
/** A slower query is given up, so that it delays no other kind. */
const maxQueryMs = 1_000

/** After a comparison a kind rests for this many times as long as it took: one with many items takes at most 0.5 % of a core. */
const restTimes = 200
const maxRestMs = 30_000

/**
 * Brings the work items of each kind up to date with their records, one kind after the other. Of a kind that fails as a whole each
 * query is an item of its own until the whole succeeds, so that one that fails does not stop the others. A kind whose comparison
 * takes long rests afterwards.
 */
export function collectWorkItems(
  { db, clock }: Pick<Engine, 'db' | 'clock'>,
  sources: readonly WorkSource[] = workSources,
): ItemJob {
  const parts = new Map(sources.flatMap((source) => partsOf(source).map((part) => [part.name, part] as const)))
  const restUntil = new Map<string, number>()
  const isResting = (kind: WorkKind) => {
    const remainingMs = (restUntil.get(kind) ?? 0) - clock().getTime()
    // More remains only if the clock was set back.
    return remainingMs > 0 && remainingMs <= maxRestMs
  }
  return {
    name: collectingJob,
    due: { everyMs },
    async find(after) {
      const failed = await uncollectedKinds(db)
      const isDue = ({ name, source }: Part) =>
        failed.has(source.kind) || (name === source.kind && !isResting(source.kind))
      const due = [...parts.values()].filter(isDue).map(({ name }) => name)
      return [...due, claimsItem].filter((name) => name > after).toSorted()
    },
    async process(name) {
      if (name === claimsItem) return await endClaimsOfInactive(db, clock())
      const part = parts.get(name)
      if (part === undefined) return
      const tookMs = await collectPart(db, part, clock)
      if (name !== part.source.kind) return
      restUntil.set(name, clock().getTime() + Math.min(tookMs * restTimes, maxRestMs))
      await forgetParts(db, part.source)
    },
  }
}

/** A kind as a whole, one of its queries, or its items that are due first. */
interface Part {
  name: string
  source: WorkSource
  within: Pick<Update, 'query' | 'subjects'>
}

function partsOf(source: WorkSource): Part[] {
  const { kind, open } = source
  const whole = { name: kind, source, within: {} }
  if (open.length === 1) return [whole]
  const queries = open.map((query, place) => ({ name: `${kind} query ${place + 1}`, source, within: { query } }))
  return [whole, ...queries, { name: `${kind} due first`, source, within: { subjects: dueFirst(kind) } }]
}

/** Query for the records whose items are due first. Each is compared with all queries: none alone shows what is over. */
function dueFirst(kind: WorkKind): RawBuilder<unknown> {
  return sql`
    select subject_id::uuid from work_item
    where closed_at is null and kind = ${kind} and subject_type <> 'cause'
    order by due_at, id limit ${changesAtOnce}`
}

/** What failed of a kind has succeeded with the whole. */
async function forgetParts(db: Database, source: WorkSource): Promise<void> {
  const names = partsOf(source).flatMap(({ name }) => (name === source.kind ? [] : [name]))
  if (names.length === 0) return
  await db.deleteFrom('job_item_error').where('job', '=', collectingJob).where('item', 'in', names).execute()
}

/** Returns the kinds that could not be collected, or a part of which could not. */
export async function uncollectedKinds(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('job_item_error').select('item').where('job', '=', collectingJob).execute()
  return new Set(rows.map(({ item }) => item.split(' ')[0] ?? item))
}

/** Returns the milliseconds of the last comparison, which found nothing more to change than it could. */
async function collectPart(db: Database, { source, within }: Part, clock: () => Date): Promise<number> {
  await endSnoozes(db, source, clock())
  let startedAt = clock()
  for (let changes = changesAtOnce; changes === changesAtOnce; ) {
    startedAt = clock()
    const now = startedAt
    changes = await transact(db, async (t) => {
      await sql`set local statement_timeout = ${sql.lit(maxQueryMs)}`.execute(t)
      return await updateItems(t, source, { now, ...within })
    }).catch((error: unknown) => {
      // Otherwise indistinguishable from an unavailable database.
      if (isStatementTimeout(error)) throw new Error(`The query took longer than ${maxQueryMs} ms`)
      throw error
    })
  }
  return clock().getTime() - startedAt.getTime()
}

/** Ends the snooze of items whose record has news. */
async function endSnoozes(db: Database, { kind, news }: WorkSource, now: Date): Promise<void> {
  if (news === undefined) return
  await sql`
    update work_item item set snoozed_at = null, snoozed_until = null
    where closed_at is null and kind = ${kind} and snoozed_until > ${now.toISOString()} and subject_type <> 'cause'
      and ${news}`.execute(db)
}

/** A guest's access ends by time, which no trigger notices. */
async function endClaimsOfInactive(db: Database, now: Date): Promise<void> {
  await sql`
    update work_item set ${noClaim}
    from staff
    where closed_at is null and staff.id = claimed_by and not ${isActiveStaff(now)}`.execute(db)
}
