import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../../db/database.ts'
import { DomainError } from '../../domain-error.ts'

interface Owner {
  mode: Mode
  merchantId: string
}

/** Finds a store within its merchant and mode; throws `not_found` otherwise. */
export async function findStore(
  db: Database,
  storeId: string,
  { mode, merchantId }: Owner,
): Promise<{ id: string; name: string }> {
  const found = await db
    .selectFrom('store')
    .select(['id', 'name'])
    .where('id', '=', storeId)
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  if (!found) throw new DomainError('not_found', 'This store')
  return found
}
