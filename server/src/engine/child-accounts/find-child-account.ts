import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../../db/database.ts'

interface Wanted {
  mode: Mode
  merchantId: string
  accountNumber: string
}

/** A merchant's child account, or one of its customers', by its number; another merchant's or mode's is not there. */
export async function findChildAccount(
  db: Database,
  { mode, merchantId, accountNumber }: Wanted,
): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom('account')
    .select('id')
    .where('account_number', '=', accountNumber)
    .where('mode', '=', mode)
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'CHILD')
    .executeTakeFirst()
}
