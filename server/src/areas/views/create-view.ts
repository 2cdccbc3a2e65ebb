import type { views } from '@kobo/contract/views'
import type { Handler } from '../../http/handler.ts'
import { badRequest, HttpError } from '../../http/http-error.ts'
import { uuidv7 } from '../../uuid.ts'
import {
  audited,
  lockViews,
  requireCountable,
  requireFreeViewName,
  requireKeepable,
  requireRoom,
  requireSharing,
} from './view-rules.ts'
import { findView, mayReadList } from './views.ts'

/** Saves what a list shows as a view. */
export const createView: Handler<typeof views.create> = async (input, context) => {
  const { place, call, name, scope, query, days = null, look = null, source = null } = input
  const { db, staff, now } = context
  const list = context.lists.get(call)
  if (!list) throw badRequest('Unknown list', { call: 'Unknown list' })
  if (!mayReadList({ call }, context, staff)) throw new HttpError(403, 'not_permitted', 'Your role does not allow this')
  if (scope === 'TEAM') requireSharing(staff)
  await requireKeepable(db, scope, query)
  if (source) requireCountable(list, source, scope)
  const wanted = { ownerId: staff.id, scope, place, name }
  await lockViews(db)
  await requireFreeViewName(db, wanted)
  await requireRoom(db, wanted)
  const id = uuidv7(now.getTime())
  const at = now.toISOString()
  const by = { owner_id: staff.id, changed_by: staff.id, created_at: at, changed_at: at }
  await db
    .insertInto('list_view')
    .values({
      id,
      ...by,
      scope,
      place,
      call,
      name,
      query: JSON.stringify(query),
      days,
      look: look && JSON.stringify(look),
      source: source && JSON.stringify(source),
    })
    .execute()
  const after = audited({ name, scope, days, query, look })
  await context.audit({ action: 'view.create', recordType: 'list_view', recordId: id, after })
  return { message: `The view ${name} was saved`, data: { view: await findView(db, id, staff) } }
}
