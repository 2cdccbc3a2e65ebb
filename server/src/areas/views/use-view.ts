import { maxPinnedViews, storedSource, type views } from '@kobo/contract/views'
import type { Transaction } from '../../db/database.ts'
import type { Handler } from '../../http/handler.ts'
import { badRequest, unprocessable } from '../../http/http-error.ts'
import { readListDefaults } from './list-defaults.ts'
import { findListedView } from './lock-view.ts'

/** Makes a view the default of its list for the operator or pins it, or no longer. */
export const useView: Handler<typeof views.use> = async ({ viewId, isDefault, isPinned }, context) => {
  const { db, staff, now } = context
  const view = await findListedView(context, viewId)
  if (isDefault === undefined && isPinned === undefined) throw badRequest('Choose what to change')
  const used = await db
    .selectFrom('list_view_use')
    .select(['is_default', 'pinned_at'])
    .where('staff_id', '=', staff.id)
    .where('view_id', '=', view.id)
    .executeTakeFirst()
  const before = { isDefault: used?.is_default ?? false, isPinned: (used?.pinned_at ?? null) !== null }
  const after = { isDefault: isDefault ?? before.isDefault, isPinned: isPinned ?? before.isPinned }
  if (after.isPinned && !before.isPinned) {
    if (storedSource.parse(view.source) === null) {
      throw unprocessable(`${view.name} cannot be counted outside its list. Save it again in its list first`)
    }
    await requireRoomForPin(db, staff.id)
  }
  // Of two defaults at once, the later one counts.
  if (after.isDefault) {
    await db
      .updateTable('list_view_use')
      .set({ is_default: false })
      .where('staff_id', '=', staff.id)
      .where('place', '=', view.place)
      .execute()
  }
  const pinnedAt = after.isPinned ? (used?.pinned_at ?? now.toISOString()) : null
  const row = { is_default: after.isDefault, pinned_at: pinnedAt }
  await db
    .insertInto('list_view_use')
    .values({ staff_id: staff.id, view_id: view.id, place: view.place, ...row })
    .onConflict((conflict) => conflict.columns(['staff_id', 'view_id']).doUpdateSet(row))
    .execute()
  await context.audit({ action: 'view.use', recordType: 'list_view', recordId: view.id, before, after })
  return {
    message: messageOf(view.name, { isDefault, isPinned }),
    data: { listDefaults: await readListDefaults(db, staff.id) },
  }
}

function messageOf(
  name: string,
  { isDefault, isPinned }: { isDefault?: boolean | undefined; isPinned?: boolean | undefined },
) {
  if (isDefault !== undefined) {
    return isDefault ? `The list begins with ${name} for you` : `The list no longer begins with ${name}`
  }
  return isPinned ? `${name} is pinned` : `${name} is no longer pinned`
}

async function requireRoomForPin(db: Transaction, staffId: string): Promise<void> {
  const { count } = await db
    .selectFrom('list_view_use')
    .innerJoin('list_view', 'list_view.id', 'list_view_use.view_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('pinned_at', 'is not', null)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= maxPinnedViews) throw unprocessable(`You have pinned ${maxPinnedViews} views already. Unpin one first`)
}
