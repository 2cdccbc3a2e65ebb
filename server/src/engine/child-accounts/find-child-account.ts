import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../../db/database.ts'

interface ChildAccountKey {
  mode: Mode
  merchantId: string
  accountNumber: string
}

/** Finds a child account of a merchant or its customers by number, within the merchant and mode. */
export async function findChildAccount(
  db: Database,
  { mode, merchantId, accountNumber }: ChildAccountKey,
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
