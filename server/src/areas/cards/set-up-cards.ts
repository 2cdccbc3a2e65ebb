import type { cards } from '@kobo/contract/cards'
import type { Handler } from '../../http/handler.ts'
import { conflict, notFound } from '../../http/refusal.ts'

/** Lets a merchant issue cards. There is no way back. */
export const setUpCards: Handler<typeof cards.setUp> = async ({ merchantId }, { db, mode, audit }) => {
  const enabled = await db
    .updateTable('merchant')
    .set({ is_card_enabled: true })
    .where('id', '=', merchantId)
    .where('mode', '=', mode)
    .where('is_card_enabled', '=', false)
    .returning(['id', 'business_name'])
    .executeTakeFirst()
  if (!enabled) {
    const merchant = await db
      .selectFrom('merchant')
      .select('business_name')
      .where('id', '=', merchantId)
      .where('mode', '=', mode)
      .executeTakeFirst()
    throw merchant ? conflict(`Cards are already enabled for ${merchant.business_name}`) : notFound('This merchant')
  }
  await audit({
    action: 'merchant.enable-cards',
    recordType: 'merchant',
    recordId: enabled.id,
    merchantId: enabled.id,
    before: { isCardEnabled: false },
    after: { isCardEnabled: true },
  })
  return { message: `Cards were enabled for ${enabled.business_name}`, data: {} }
}
