import type { WriteContext } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { lockViews } from './view-rules.ts'
import { mayChangeView, mayReadList } from './views.ts'

/** Locks all views and finds one that the operator may open; any other is not found. */
export async function findListedView(context: WriteContext, id: string) {
  const { db, staff } = context
  await lockViews(db)
  const view = await db
    .selectFrom('list_view')
    .innerJoin('staff as changer', 'changer.id', 'list_view.changed_by')
    .select([
      'list_view.id',
      'owner_id',
      'scope',
      'place',
      'call',
      'name',
      'query',
      'days',
      'look',
      'source',
      'version',
      'changed_at',
    ])
    .select(['changer.first_name', 'changer.last_name'])
    .where('list_view.id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  const isListed = view && (view.scope === 'TEAM' || view.owner_id === staff.id) && mayReadList(view, context, staff)
  if (!isListed) throw new HttpError(404, 'not_found', 'This view was not found')
  return view
}

/** Locks a view that the operator may change. */
export async function lockView(context: WriteContext, id: string) {
  const view = await findListedView(context, id)
  if (!mayChangeView(view, context.staff)) {
    throw new HttpError(403, 'not_permitted', 'Your role does not allow changing views of others')
  }
  return view
}
