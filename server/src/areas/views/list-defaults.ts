import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Returns the view with which each list begins for a person, by the list's name. */
export async function readListDefaults(db: Kysely<Tables>, staffId: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('list_view_use')
    .innerJoin('list_view', 'list_view.id', 'list_view_use.view_id')
    .select(['list_view_use.place', 'view_id'])
    .where('staff_id', '=', staffId)
    .where('is_default', '=', true)
    .where('retired_at', 'is', null)
    .execute()
  return Object.fromEntries(rows.map(({ place, view_id }) => [place, view_id]))
}
