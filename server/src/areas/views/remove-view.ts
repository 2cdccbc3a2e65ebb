import type { views } from '@kobo/contract/views'
import type { Handler } from '../../http/handler.ts'
import { lockView } from './lock-view.ts'
import { audited } from './view-rules.ts'

/** Removes a view. Screens that show it stay as they are. */
export const removeView: Handler<typeof views.remove> = async ({ viewId }, context) => {
  const view = await lockView(context, viewId)
  const at = context.now.toISOString()
  await context.db.updateTable('list_view').set({ retired_at: at }).where('id', '=', view.id).execute()
  await context.audit({ action: 'view.remove', recordType: 'list_view', recordId: view.id, before: audited(view) })
  return { message: `The view ${view.name} was removed`, data: {} }
}
