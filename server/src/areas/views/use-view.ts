import type { views } from '@kobo/contract/views'
import type { Handler } from '../../http/handler.ts'
import { readListDefaults } from './list-defaults.ts'
import { findListedView } from './lock-view.ts'

/** Makes a view the default of its list for the operator, or no longer. */
export const useView: Handler<typeof views.use> = async ({ viewId, isDefault }, context) => {
  const { db, staff } = context
  const view = await findListedView(context, viewId)
  const before = await readListDefaults(db, staff.id)
  // Of two defaults at once, the later one counts.
  await db
    .updateTable('list_view_use')
    .set({ is_default: false })
    .where('staff_id', '=', staff.id)
    .where('place', '=', view.place)
    .$if(!isDefault, (query) => query.where('view_id', '=', view.id))
    .execute()
  if (isDefault) {
    await db
      .insertInto('list_view_use')
      .values({ staff_id: staff.id, view_id: view.id, place: view.place, is_default: true })
      .onConflict((conflict) => conflict.columns(['staff_id', 'view_id']).doUpdateSet({ is_default: true }))
      .execute()
  }
  const wasDefault = before[view.place] === view.id
  await context.audit({
    action: 'view.use',
    recordType: 'list_view',
    recordId: view.id,
    before: { isDefault: wasDefault },
    after: { isDefault },
  })
  return {
    message: isDefault ? `The list begins with ${view.name} for you` : `The list no longer begins with ${view.name}`,
    data: { listDefaults: await readListDefaults(db, staff.id) },
  }
}
