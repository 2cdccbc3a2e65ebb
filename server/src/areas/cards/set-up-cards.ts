import { type cards, cardTypes } from '@kobo/contract/cards'
import { requireService } from '../../engine/service-status.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { conflict } from '../../http/http-error.ts'

/** Enables cards for a merchant, of all types unless some are named. This cannot be undone. */
export const setUpCards: Handler<typeof cards.setUp> = async ({ merchantId, types, reason }, context) => {
  const merchant = await requireInMode(context, 'merchant', merchantId, { lock: true })
  await requireService(context.db, context.mode, 'CARDS')
  if (merchant.is_card_enabled) throw conflict(`Cards are already enabled for ${merchant.business_name}`)
  const card_types = types ? cardTypes.filter((type) => types.includes(type)) : null
  await context.db
    .updateTable('merchant')
    .set({ is_card_enabled: true, card_types })
    .where('id', '=', merchant.id)
    .execute()
  await context.audit({
    action: 'merchant.enable-cards',
    recordType: 'merchant',
    recordId: merchant.id,
    merchantId: merchant.id,
    before: { isCardEnabled: false, types: null },
    after: { isCardEnabled: true, types: card_types ?? null },
    reason: reason === '' ? undefined : reason,
  })
  return { message: `Cards were enabled for ${merchant.business_name}`, data: {} }
}
