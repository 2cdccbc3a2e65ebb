import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Ends all sessions of a person, except one if it is named, and voids pending sign-ins and codes. */
export async function endSessions(
  db: Kysely<Tables>,
  staffId: string,
  reason: 'PASSWORD' | 'FACTOR',
  now: Date,
  { except }: { except?: string } = {},
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now.toISOString(), end_reason: reason })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .execute()
  await voidChallenges(db, staffId, now)
}

/** Voids a person's pending codes, so that a sign-in between password and code must start again. */
export async function voidChallenges(db: Kysely<Tables>, staffId: string, now: Date): Promise<void> {
  await db
    .updateTable('challenge')
    .set({ used_at: now.toISOString() })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
}
