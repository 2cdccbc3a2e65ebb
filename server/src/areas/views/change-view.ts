import { lagosTime } from '@kobo/contract/kit/day'
import { storedLook, storedQuery, storedSource, type views } from '@kobo/contract/views'
import { isDeepStrictEqual } from 'node:util'
import type { Handler } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { lockView } from './lock-view.ts'
import {
  audited,
  requireCountable,
  requireFreeViewName,
  requireKeepable,
  requireRoom,
  requireSharing,
} from './view-rules.ts'
import { findView } from './views.ts'

/** Changes a view as it was at a version. Screens that show it stay as they are. */
export const changeView: Handler<typeof views.change> = async (input, context) => {
  const { viewId, version } = input
  const { db, staff, now } = context
  const view = await lockView(context, viewId)
  if (view.version !== version) {
    const changer = `${view.first_name} ${view.last_name}`
    throw conflict(`${changer} changed the view ${view.name} at ${lagosTime(new Date(view.changed_at))}. Show it first`)
  }
  const { name = view.name, scope = view.scope, days = view.days, query = storedQuery.parse(view.query) } = input
  const look = input.look ?? storedLook.parse(view.look)
  // What counts the rows follows the query that it was made from.
  const source = input.query ? (input.source ?? null) : storedSource.parse(view.source)
  const wanted = { id: view.id, ownerId: view.owner_id, scope, place: view.place, name }
  if (scope !== view.scope) {
    requireSharing(staff)
    await requireRoom(db, wanted)
  }
  await requireKeepable(db, scope, query)
  const list = context.lists.get(view.call)
  if (source && list) requireCountable(list, source, scope)
  await requireFreeViewName(db, wanted)
  const before = audited(view)
  const after = audited({ name, scope, days, query, look })
  const isSame = isDeepStrictEqual([view.query, view.source], [query, source]) && isDeepStrictEqual(before, after)
  if (isSame) throw conflict(`This changes nothing about the view ${view.name}`)
  await db
    .updateTable('list_view')
    .set({
      name,
      scope,
      days,
      query: JSON.stringify(query),
      look: look && JSON.stringify(look),
      source: source && JSON.stringify(source),
      version: view.version + 1,
    })
    .set({ changed_at: now.toISOString(), changed_by: staff.id })
    .where('id', '=', view.id)
    .execute()
  await context.audit({ action: 'view.change', recordType: 'list_view', recordId: view.id, before, after })
  const isShared = scope !== view.scope
  return {
    message: isShared ? `The view ${name} is shared with the team` : `The view ${name} was changed`,
    data: { view: await findView(db, view.id, staff) },
  }
}
