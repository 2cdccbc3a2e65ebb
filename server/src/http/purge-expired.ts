import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type ItemJob, sameItems } from '../jobs/item-jobs.ts'

const hourMs = 3_600_000
const replyMs = 24 * hourMs
const challengeMs = 24 * hourMs
const triesMs = 24 * hourMs
const sessionMs = 30 * 24 * hourMs
const inboundMs = 30 * 24 * hourMs
/** Longer than any job is retried whose key others depend on. */
const jobKeyMs = 5 * 24 * hourMs
const troubleMs = hourMs
/** Closed work items are kept for a year and a month. */
const workMs = 400 * 24 * hourMs
/** Notifications are kept for 90 days after they were read, and unread ones for as long as work items. */
const readMs = 90 * 24 * hourMs
const unreadMs = 400 * 24 * hourMs
const atOnce = 5_000

interface Life {
  table: keyof Tables
  /** Column that holds the age. */
  column: string
  ms: number
  /** Rows that this life does not end. */
  except?: RawBuilder<unknown>
}

/**
 * Calls whose effect is permanent and whose reference is stored nowhere else: if it were forgotten, repeating one would take effect
 * a second time. The index `inbound_call_purged` has the same condition.
 */
const lasting = sql`
  call in ('account', 'child account', 'sub-account', 'shop', 'store', 'terminal', 'contact', 'dispute reply')`

const lives: readonly Life[] = [
  { table: 'idempotency', column: 'created_at', ms: replyMs },
  { table: 'challenge', column: 'created_at', ms: challengeMs },
  { table: 'sign_in_tries', column: 'last_at', ms: triesMs },
  { table: 'session', column: 'ends_at', ms: sessionMs },
  { table: 'inbound_call', column: 'at', ms: inboundMs, except: lasting },
  // An uncollected charge has one job, which deletes its key once it is collected.
  { table: 'job_key', column: 'at', ms: jobKeyMs, except: sql`kind = 'charge'` },
  { table: 'lane_trouble', column: 'seen_at', ms: troubleMs },
  { table: 'work_item', column: 'closed_at', ms: workMs },
  { table: 'notification', column: 'read_at', ms: readMs },
  { table: 'notification', column: 'at', ms: unreadMs, except: sql`read_at is not null` },
]

/**
 * Deletes expired rows: stored replies, codes and failed attempts after a day, job keys after five, ended sessions and most
 * inbound calls after 30, reports of lanes in trouble after an hour, notifications 90 days after they were read and unread ones
 * after 400, closed work items after 400 days.
 */
export function purgeExpiredRows({ db, clock }: { db: Kysely<Tables>; clock: () => Date }): ItemJob {
  const columns = new Map(lives.map((life) => [`${life.table}.${life.column}`, life]))
  return {
    name: 'forget-old-rows',
    due: { everyMs: hourMs },
    find: sameItems([...columns.keys()]),
    async process(column) {
      const life = columns.get(column)
      if (life) await forget(db, life, new Date(clock().getTime() - life.ms).toISOString())
    },
  }
}

/** Deletes in batches, so that no statement runs long and no row is locked for long. */
async function forget(db: Kysely<Tables>, { table, column, except }: Life, before: string): Promise<void> {
  const [from, at] = [sql.table(table), sql.ref(column)]
  const isOld = except ? sql`${at} < ${before} and not (${except})` : sql`${at} < ${before}`
  for (let deleted = atOnce; deleted === atOnce; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${from}
      where ctid = any(array(select ctid from ${from} where ${isOld} order by ${at} limit ${atOnce}))`.execute(db)
    deleted = Number(numAffectedRows)
  }
}
