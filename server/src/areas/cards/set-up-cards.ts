import type { cards } from '@kobo/contract/cards'
import { refuseIfOff } from '../../engine/services/service-switch.ts'
import type { Handler } from '../../http/handler.ts'
import { recordInMode } from '../../http/record-in-mode.ts'
import { conflict } from '../../http/refusal.ts'

/** Lets a merchant issue cards. There is no way back. */
export const setUpCards: Handler<typeof cards.setUp> = async ({ merchantId }, context) => {
  const merchant = await recordInMode(context, 'merchant', merchantId, { lock: true })
  await refuseIfOff(context.db, context.mode, 'CARDS')
  if (merchant.is_card_enabled) throw conflict(`Cards are already enabled for ${merchant.business_name}`)
  await context.db.updateTable('merchant').set({ is_card_enabled: true }).where('id', '=', merchant.id).execute()
  await context.audit({
    action: 'merchant.enable-cards',
    recordType: 'merchant',
    recordId: merchant.id,
    merchantId: merchant.id,
    before: { isCardEnabled: false },
    after: { isCardEnabled: true },
  })
  return { message: `Cards were enabled for ${merchant.business_name}`, data: {} }
}
