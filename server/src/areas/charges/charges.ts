import type { charges } from '@kobo/contract/charges'
import type { Handler } from '../../http/handler.ts'
import { recordInMode } from '../../http/record-in-mode.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { inNaira } from './stored-charges.ts'

/** What a merchant pays for each kind of event; where it has no price of its own, the usual one. */
export const merchantCharges: Handler<typeof charges.get> = async ({ merchantId }, context) => {
  const merchant = await recordInMode(context, 'merchant', merchantId)
  return { charges: inNaira(await chargeRates(context.db, merchant.id)) }
}
