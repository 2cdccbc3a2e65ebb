import type { settings } from '@kobo/contract/settings'
import type { Handler } from '../../http/handler.ts'
import { mayDo } from '../../http/permissions.ts'

/** Returns the switch that payouts of this mode are sent through. */
export const transferRoute: Handler<typeof settings.transferRoute> = async (_input, { db, mode, staff }) => {
  const chosen = await db.selectFrom('transfer_route').select('route').where('mode', '=', mode).executeTakeFirst()
  return { transferRoute: chosen?.route ?? null, mayChange: mayDo(staff.role, 'settings.write') }
}
