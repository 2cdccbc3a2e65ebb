import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../http/refusal.ts'
import { isUuid } from '../../uuid.ts'

/** Figures of a merchant that is not there would be zeros that look true. */
export async function checkMerchant(db: Database, mode: Mode, merchantId: string): Promise<void> {
  const merchant = isUuid(merchantId)
    ? await db
        .selectFrom('merchant')
        .select('id')
        .where('id', '=', merchantId)
        .where('mode', '=', mode)
        .executeTakeFirst()
    : undefined
  if (!merchant) throw notFound('This merchant')
}
