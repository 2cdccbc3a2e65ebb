import type { charges } from '@kobo/contract/charges'
import { readPage } from '../../db/read-page.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { staffName } from '../../http/display.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { asStoredCharges, inNaira } from './stored-charges.ts'

/** Returns a merchant's rates, with the default rate where it has none of its own. */
export const merchantCharges: Handler<typeof charges.get> = async ({ merchantId }, context) => {
  const merchant = await requireInMode(context, 'merchant', merchantId)
  return { charges: inNaira(await chargeRates(context.db, merchant.id, context.now)) }
}

/** Lists changes of a merchant's charges from the audit trail, newest first. */
export const chargeHistory: Handler<typeof charges.history> = async ({ merchantId, page, size }, context) => {
  const merchant = await requireInMode(context, 'merchant', merchantId)
  const { totalRecords, rows } = await readPage(context.db, { page, size }, (snapshot) => {
    const matching = snapshot
      .selectFrom('audit')
      .where('record_type', '=', 'merchant')
      .where('record_id', '=', merchant.id)
      .where('action', '=', 'charges.update')
    const shown = matching
      .leftJoin('staff', 'staff.id', 'audit.staff_id')
      .select(['audit.id', 'audit.at', 'audit.before', 'audit.after', 'staff.first_name', 'staff.last_name'])
      .orderBy('audit.at', 'desc')
      .orderBy('audit.id', 'desc')
    return { matching, shown }
  })
  const changes = rows.map((row) => ({
    id: row.id,
    changedAt: row.at,
    changedBy: staffName(row),
    before: asStoredCharges(row.before),
    after: asStoredCharges(row.after),
  }))
  return { totalRecords, changes }
}
