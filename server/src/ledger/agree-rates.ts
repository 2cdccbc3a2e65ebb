import type { Transaction } from '../db/database.ts'
import type { ChargeGroup } from './charge-rates.ts'

export interface AgreedRates {
  merchantId: string
  name: ChargeGroup
  data: Record<string, unknown>
  at: Date
}

/** Sets a merchant's own rates from an instant on; the previous ones end there. */
export async function agreeRates(db: Transaction, { merchantId, name, data, at }: AgreedRates): Promise<void> {
  const now = at.toISOString()
  const group = { merchant_id: merchantId, name }
  const latest = () =>
    db
      .updateTable('merchant_charge')
      .where('merchant_id', '=', merchantId)
      .where('name', '=', name)
      .where('valid_until', 'is', null)
  const agreed = { data: JSON.stringify(data), updated_at: now }
  // Rates that a server with a faster clock started at this instant or later are replaced, since nothing was priced by them yet.
  const replaced = await latest().set(agreed).where('valid_from', '>=', now).executeTakeFirst()
  if (replaced.numUpdatedRows > 0n) return
  await latest().set({ valid_until: now }).execute()
  await db
    .insertInto('merchant_charge')
    .values({ ...group, ...agreed, valid_from: now })
    .execute()
}
