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

const lives: Partial<Record<keyof Tables, Life | readonly Life[]>> = {
  idempotency: { column: 'created_at', ms: replyMs },
  challenge: { column: 'created_at', ms: challengeMs },
  sign_in_tries: { column: 'last_at', ms: triesMs },
  session: { column: 'ends_at', ms: sessionMs },
  inbound_call: { column: 'at', ms: inboundMs, except: lasting },
  // An uncollected charge has one job, which deletes its key once it is collected.
  job_key: { column: 'at', ms: jobKeyMs, except: sql`kind = 'charge'` },
  lane_trouble: { column: 'seen_at', ms: troubleMs },
  work_item: { column: 'closed_at', ms: workMs },
  notification: [
    { column: 'read_at', ms: readMs },
    { column: 'at', ms: unreadMs, except: sql`read_at is not null` },
  ],
}

/**
 * Deletes expired rows: stored replies, codes and failed attempts after a day, job keys after five, ended sessions and most
 * inbound calls after 30, reports of lanes in trouble after an hour, notifications 90 days after they were read and unread ones
 * after 400, closed work items after 400 days.
 */
export function purgeExpiredRows({ db, clock }: { db: Kysely<Tables>; clock: () => Date }): ItemJob {
  const tables = new Map(Object.entries(lives))
  return {
    name: 'forget-old-rows',
    due: { everyMs: hourMs },
    find: sameItems([...tables.keys()]),
    async process(table) {
      for (const life of [tables.get(table) ?? []].flat()) {
        await forget(db, table, life, new Date(clock().getTime() - life.ms).toISOString())
      }
    },
  }
}

/** Deletes in batches, so that no statement runs long and no row is locked for long. */
async function forget(db: Kysely<Tables>, table: string, { column, except }: Life, before: string): Promise<void> {
  const [from, at] = [sql.table(table), sql.ref(column)]
  const isOld = except ? sql`${at} < ${before} and not (${except})` : sql`${at} < ${before}`
  for (let deleted = atOnce; deleted === atOnce; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${from}
      where ctid = any(array(select ctid from ${from} where ${isOld} order by ${at} limit ${atOnce}))`.execute(db)
    deleted = Number(numAffectedRows)
  }
}
