import { storedLook, storedQuery, storedSource, type View, type views } from '@kobo/contract/views'
import { type Kysely, sql } from 'kysely'
import { fullName } from '../../db/full-name.ts'
import type { Tables } from '../../db/tables.ts'
import type { AppDeps, Handler } from '../../http/handler.ts'
import { mayDo } from '../../http/rights.ts'
import type { Staff } from '../../http/staff.ts'

/** Whether an operator may share views with the team, and change those that others shared. */
export function mayShareViews(staff: Staff): boolean {
  return mayDo(staff, 'views.share')
}

/** Whether an operator may change or remove a view. */
export function mayChangeView({ owner_id, scope }: { owner_id: string; scope: string }, staff: Staff): boolean {
  return owner_id === staff.id || (scope === 'TEAM' && mayShareViews(staff))
}

/** Whether an operator may read the list of a view. */
export function mayReadList({ call }: { call: string }, { lists }: Pick<AppDeps, 'lists'>, staff: Staff): boolean {
  const list = lists.get(call)
  return list !== undefined && mayDo(staff, list.call.permission)
}

/** Lists what the operator may open in a list: their own views, the team's, and the one of a link, whoever owns it. */
export const listViews: Handler<typeof views.list> = async ({ place, viewId }, context) => {
  const { db, staff } = context
  const rows = await selectViews(db, staff)
    .where('list_view.place', '=', place)
    .where((is) =>
      is.or([
        is('list_view.owner_id', '=', staff.id),
        is('list_view.scope', '=', 'TEAM'),
        ...(viewId === undefined ? [] : [is('list_view.id', '=', viewId)]),
      ]),
    )
    .orderBy(sql`lower(list_view.name)`)
    .orderBy('list_view.id')
    .execute()
  return { views: rows.filter((row) => mayReadList(row, context, staff)).map((row) => toView(row, staff)) }
}

/** Returns one view as a reply. */
export async function findView(db: Kysely<Tables>, id: string, staff: Staff): Promise<View> {
  return toView(await selectViews(db, staff).where('list_view.id', '=', id).executeTakeFirstOrThrow(), staff)
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['executeTakeFirstOrThrow']>>

function selectViews(db: Kysely<Tables>, staff: Staff) {
  return db
    .selectFrom('list_view')
    .innerJoin('staff as owner', 'owner.id', 'list_view.owner_id')
    .innerJoin('staff as changer', 'changer.id', 'list_view.changed_by')
    .leftJoin('list_view_use as used', (join) =>
      join.onRef('used.view_id', '=', 'list_view.id').on('used.staff_id', '=', staff.id),
    )
    .where('list_view.retired_at', 'is', null)
    .select([
      'list_view.id',
      'list_view.name',
      'list_view.scope',
      'list_view.call',
      'list_view.query',
      'list_view.days',
      'list_view.look',
      'list_view.source',
      'used.pinned_at',
      'list_view.version',
      'list_view.owner_id',
      'list_view.changed_at',
      'list_view.changed_by',
      fullName('owner').$notNull().as('owner_name'),
      fullName('changer').$notNull().as('changer_name'),
    ])
}

function toView(row: ViewRow, staff: Staff): View {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    query: storedQuery.parse(row.query),
    days: row.days,
    look: storedLook.parse(row.look),
    version: row.version,
    owner: { id: row.owner_id, name: row.owner_name },
    isOwn: row.owner_id === staff.id,
    isPinned: row.pinned_at !== null,
    isPinnable: storedSource.parse(row.source) !== null,
    mayChange: mayChangeView(row, staff),
    changedAt: row.changed_at,
    changedBy: { id: row.changed_by, name: row.changer_name },
  }
}
