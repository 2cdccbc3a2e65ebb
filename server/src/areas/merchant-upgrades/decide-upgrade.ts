import type { Selectable } from 'kysely'
import type { Merchant, MerchantUpgrade } from '../../db/tables.ts'
import { type Decidable, decideOnce, type Decision } from '../../http/decide-once.ts'
import type { WriteContext } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

const upgradeRequests: Decidable<'merchant_upgrade'> = {
  table: 'merchant_upgrade',
  called: 'upgrade request',
  isOpen: (request) => request.decided_at === null,
  decision: ({ status }) => (status === 'APPROVED' ? 'approved' : 'declined'),
  merchantId: (request) => request.merchant_id,
}

/** Decides an upgrade request. Returns it and its merchant as they were before. */
export async function decideUpgrade(
  context: WriteContext,
  decision: Decision<'merchant_upgrade'>,
): Promise<{ request: Selectable<MerchantUpgrade>; merchant: Selectable<Merchant> }> {
  return await decideOnce(context, upgradeRequests, decision, async (request) => {
    const merchant = await requireInMode(context, 'merchant', request.merchant_id)
    return { request, merchant, before: { businessType: merchant.business_type } }
  })
}
