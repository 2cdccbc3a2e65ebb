import type { settings } from '@kobo/contract/settings'
import type { Handler } from '../../http/handler.ts'
import { mayDo } from '../../http/rights.ts'

/** Returns the switch that payouts of this mode are sent through. */
export const transferRoute: Handler<typeof settings.transferRoute> = async (_input, { db, mode, staff }) => {
  const chosen = await db.selectFrom('transfer_route').select('route').where('mode', '=', mode).executeTakeFirst()
  return { transferRoute: chosen?.route ?? null, mayChange: mayDo(staff, 'settings.write') }
}

/** Sets the switch for payouts of this mode that have not been sent. */
export const changeTransferRoute: Handler<typeof settings.changeTransferRoute> = async (
  { transferRoute: route },
  { db, mode, audit },
) => {
  const before = await db
    .selectFrom('transfer_route')
    .select('route')
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst()
  await db
    .insertInto('transfer_route')
    .values({ mode, route })
    .onConflict((row) => row.column('mode').doUpdateSet({ route }))
    .execute()
  await audit({
    action: 'settings.change-transfer-route',
    recordType: 'transfer_route',
    recordId: mode,
    before: { route: before?.route ?? null },
    after: { route },
  })
  const name = mode === 'PRODUCTION' ? 'Live' : 'Test'
  return { message: `${name} payouts are now sent through ${route}`, data: {} }
}
