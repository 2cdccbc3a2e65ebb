import { naira } from '@kobo/contract/kit/naira'
import type { liens } from '@kobo/contract/liens'
import { readLienAccount } from '../../engine/liens/lien-account.ts'
import type { Handler } from '../../http/handler.ts'

/** Returns the balance that a lien would block, and whom it would notify. */
export const lienImpact: Handler<typeof liens.impact> = async ({ accountId }, { db, mode }) => {
  const { name, businessName, kind, email, merchantId, bookedKobo, availableKobo } = await readLienAccount(
    db,
    mode,
    accountId,
  )
  const endpoints = db.selectFrom('webhook_endpoint').select('merchant_id').where('merchant_id', '=', merchantId)
  return {
    name,
    businessName,
    kind,
    email,
    hasWebhook: (await endpoints.executeTakeFirst()) !== undefined,
    balance: naira(bookedKobo),
    availableBalance: naira(availableKobo),
  }
}
