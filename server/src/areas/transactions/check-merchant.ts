import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'

/** Figures of a merchant that is not there would be zeros that look true. */
export async function checkMerchant(db: Database, mode: Mode, merchantId: string): Promise<void> {
  const merchant = await db
    .selectFrom('merchant')
    .select('id')
    .where('id', '=', merchantId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  if (!merchant) throw notFound('This merchant')
}
