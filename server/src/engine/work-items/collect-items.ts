import type { WorkKind } from '@kobo/contract/kit/work-kinds'
import { type RawBuilder, sql } from 'kysely'
import { isActiveStaff } from '../../db/active-staff.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { isStatementTimeout } from '../../db/database-errors.ts'
import { transact } from '../../db/transact.ts'
import type { ItemJob } from '../../jobs/item-jobs.ts'
import type { Engine } from '../engine.ts'
import { noClaim } from './claims.ts'
import { workSources } from './sources.ts'
import { changesAtOnce, hasDifferences, type Update, updateItems } from './update-items.ts'
import type { WorkSource } from './work-source.ts'

/** Name under which kinds, and parts of them, that could not be collected are stored as failed items. */
const collectingJob = 'collect-work-items'

/** Item of the job that belongs to all kinds. */
const claimsItem = 'ALL claims'

const everyMs = 10_000
/** A slower query is given up, so that it delays no other kind. */
const maxQueryMs = 1_000

/** After a comparison a kind rests for this many times as long as it took: one with many items takes at most 0.25 % of a core. */
const restFactor = 400
const maxRestMs = 30_000

/**
 * Brings the work items of each kind up to date with their records. A round compares all kinds in one transaction; only those that
 * differ are items of the job, or all of them if the comparison fails. Of a kind that fails as a whole each query is an item of its
 * own until the whole succeeds, so that one that fails does not stop the others. A kind whose comparison takes long rests afterwards.
 */
export function collectWorkItems(
  { db, clock }: Pick<Engine, 'db' | 'clock'>,
  sources: readonly WorkSource[] = workSources,
): ItemJob {
  const parts = new Map(sources.flatMap((source) => partsOf(source).map((part) => [part.name, part] as const)))
  const restUntil = new Map<WorkKind, number>()
  const isResting = ({ kind }: WorkSource) => {
    const remainingMs = (restUntil.get(kind) ?? 0) - clock().getTime()
    // More remains only if the clock was set back.
    return remainingMs > 0 && remainingMs <= maxRestMs
  }
  /** Kinds that differ; all that were to be compared, each to be processed on its own, if one of them fails. */
  async function changedKinds(compared: readonly WorkSource[]): Promise<ReadonlySet<string>> {
    const changed = new Set<string>()
    if (compared.length === 0) return changed
    try {
      await transact(db, async (t) => {
        await limitQueries(t)
        const snoozed = await snoozedKinds(t, clock())
        for (const source of compared) {
          const startedAt = clock()
          if (snoozed.has(source.kind)) await endSnoozes(t, source, startedAt)
          if (await hasDifferences(t, source, startedAt)) changed.add(source.kind)
          const tookMs = clock().getTime() - startedAt.getTime()
          restUntil.set(source.kind, clock().getTime() + Math.min(tookMs * restFactor, maxRestMs))
        }
      })
      return changed
    } catch {
      return new Set(compared.map(({ kind }) => kind))
    }
  }
  return {
    name: collectingJob,
    due: { everyMs },
    async find(after) {
      const failed = await uncollectedKinds(db)
      // Later calls of a round find the parts of the kinds that failed in it.
      const compared = after === '' ? sources.filter((source) => !failed.has(source.kind) && !isResting(source)) : []
      const changed = await changedKinds(compared)
      const due = [...parts.values()].filter(({ name, source }) => failed.has(source.kind) || changed.has(name))
      return [...due.map(({ name }) => name), claimsItem].filter((name) => name > after).toSorted()
    },
    async process(name) {
      if (name === claimsItem) return await endClaimsOfInactive(db, clock())
      const part = parts.get(name)
      if (part === undefined) return
      await collectPart(db, part, clock())
      if (name === part.source.kind) await forgetParts(db, part.source)
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

async function collectPart(db: Database, { source, within }: Part, now: Date): Promise<void> {
  await endSnoozes(db, source, now)
  for (let changes = changesAtOnce; changes === changesAtOnce; ) {
    changes = await transact(db, async (t) => {
      await limitQueries(t)
      return await updateItems(t, source, { now, ...within })
    }).catch((error: unknown) => {
      // PostgreSQL's own message does not name the limit.
      if (isStatementTimeout(error)) throw new Error(`The query took longer than ${maxQueryMs} ms`)
      throw error
    })
  }
}

async function limitQueries(db: Transaction): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(maxQueryMs)}`.execute(db)
}

async function snoozedKinds(db: Transaction, now: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from work_item where closed_at is null and snoozed_until > ${now.toISOString()}`.execute(db)
  return new Set(rows.map(({ kind }) => kind))
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
