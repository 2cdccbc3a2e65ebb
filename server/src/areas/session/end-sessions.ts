import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Signs a person out everywhere, and voids the sign-ins and codes that are under way. */
export async function endSessions(db: Kysely<Tables>, staffId: string, reason: 'PASSWORD', now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now.toISOString(), end_reason: reason })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute()
  await db
    .updateTable('challenge')
    .set({ used_at: now.toISOString() })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
}
