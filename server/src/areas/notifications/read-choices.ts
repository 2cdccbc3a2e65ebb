import { notificationKindNames, notificationKinds } from '@kobo/contract/kit/notification-kinds'
import type { Database } from '../../db/database.ts'

/** Returns how a person hears of each kind, chosen or as everybody does at first. */
export async function readChoices(db: Database, staffId: string): Promise<{ kind: string; choice: string }[]> {
  const rows = await db
    .selectFrom('notification_choice')
    .select(['kind', 'choice'])
    .where('staff_id', '=', staffId)
    .execute()
  const chosen = new Map(rows.map(({ kind, choice }) => [kind, choice]))
  return notificationKindNames.map((kind) => ({ kind, choice: chosen.get(kind) ?? notificationKinds[kind].choice }))
}
