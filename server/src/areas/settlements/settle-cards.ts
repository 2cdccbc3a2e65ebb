import { dayEnd, dayStart, firstDay, lastDay } from '@kobo/contract/kit/day'
import type { settlements } from '@kobo/contract/settlements'
import { settleMerchant } from '../../engine/settlements/settle-merchants.ts'
import type { Transaction } from '../../db/database.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { unprocessable } from '../../http/http-error.ts'
import { isLimited, requireWithinLimit } from '../team/limits.ts'

/** Settles a merchant's card collections that the acquirer has paid. */
export const settleCards: Handler<typeof settlements.card> = async (input, context) => {
  const { merchantId, startDate = firstDay, endDate = lastDay } = input
  const merchant = await requireInMode(context, 'merchant', merchantId)
  if (merchant.status !== 'ACTIVE') throw unprocessable('Settlements are paused while the merchant is not active')
  if (merchant.frozen_scopes.includes('SETTLEMENTS')) throw unprocessable('Settlements of the merchant are frozen')
  const byCard = { from: dayStart(startDate), to: dayEnd(endDate) }
  // The limit counts what this call settles, and cannot count what a job would settle afterwards.
  const rest = isLimited(context.staff, 'settlements.write') ? 'refuse' : 'queue'
  const settlementIds = await settleMerchant(context.db, context.jobs, merchantId, { at: context.now, byCard, rest })
  requireWithinLimit(context.staff, 'settlements.write', await totalOf(context.db, settlementIds))
  await context.audit({
    action: 'settlement.card',
    recordType: 'merchant',
    recordId: merchantId,
    merchantId,
    after: { startDate, endDate, settlements: settlementIds },
  })
  const message =
    settlementIds.length === 0
      ? 'No card collections are waiting to be settled'
      : `${settlementIds.length} ${settlementIds.length === 1 ? 'settlement' : 'settlements'} started`
  return { message, data: { settlements: settlementIds } }
}

async function totalOf(db: Transaction, settlementIds: readonly string[]): Promise<bigint> {
  if (settlementIds.length === 0) return 0n
  const settled = db.selectFrom('settlement').select('amount_kobo').where('id', 'in', settlementIds)
  const rows = await settled.execute()
  return rows.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n)
}
