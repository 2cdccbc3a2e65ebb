import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { isStatementTimeout } from '../../db/database-errors.ts'
import { transact } from '../../db/transact.ts'
import { type ItemJob, sameItems } from '../../jobs/item-jobs.ts'
import type { Engine } from '../engine.ts'
import { noClaim } from './claims.ts'
import { workSources } from './sources.ts'
import { changesAtOnce, updateItems } from './update-items.ts'
import type { WorkSource } from './work-source.ts'

/** Name under which kinds that could not be collected are stored as failed items. */
export const collectingJob = 'collect-work-items'

const everyMs = 5_000
/** A slower query is given up, so that it delays no other kind. */
const maxQueryMs = 1_000

/** Brings the work items of each kind up to date with their records, one kind after the other. */
export function collectWorkItems({ db, clock }: Pick<Engine, 'db' | 'clock'>): ItemJob {
  const sources = new Map<string, WorkSource>(workSources.map((source) => [source.kind, source]))
  return {
    name: collectingJob,
    due: { everyMs },
    find: sameItems([...sources.keys()]),
    async process(kind) {
      const source = sources.get(kind)
      if (source) await collectKind(db, source, clock())
    },
  }
}

async function collectKind(db: Database, source: WorkSource, now: Date): Promise<void> {
  await transact(db, (t) => endSnoozes(t, source, now))
  await transact(db, (t) => endClaimsOfInactive(t, source, now))
  for (let changes = changesAtOnce; changes === changesAtOnce; ) {
    changes = await transact(db, async (t) => {
      await sql`set local statement_timeout = ${sql.lit(maxQueryMs)}`.execute(t)
      return await updateItems(t, source, { now })
    }).catch((error: unknown) => {
      // Otherwise indistinguishable from an unavailable database.
      if (isStatementTimeout(error)) throw new Error(`The query took longer than ${maxQueryMs} ms`)
      throw error
    })
  }
}

/** Ends the snooze of items whose record has news. */
async function endSnoozes(db: Transaction, { kind, news }: WorkSource, now: Date): Promise<void> {
  if (news === undefined) return
  await sql`
    update work_item item set snoozed_at = null, snoozed_until = null
    where closed_at is null and kind = ${kind} and snoozed_until > ${now.toISOString()} and subject_type <> 'cause'
      and ${news}`.execute(db)
}

/** A guest's access ends by time, which no trigger notices. */
async function endClaimsOfInactive(db: Transaction, { kind }: WorkSource, now: Date): Promise<void> {
  await sql`
    update work_item set ${noClaim}
    from staff
    where closed_at is null and kind = ${kind} and staff.id = claimed_by
      and (staff.status <> 'ACTIVE' or access_until <= ${now.toISOString()})`.execute(db)
}
