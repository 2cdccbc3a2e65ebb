import type { charges } from '@kobo/contract/charges'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/refusal.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { inNaira } from './stored-charges.ts'

/** What a merchant pays for each kind of event; where it has no price of its own, the usual one. */
export const merchantCharges: Handler<typeof charges.get> = async ({ merchantId }, { db, mode }) => {
  const merchant = await db
    .selectFrom('merchant')
    .select('id')
    .where('id', '=', merchantId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  if (!merchant) throw notFound('This merchant')
  return { charges: inNaira(await chargeRates(db, merchant.id)) }
}
