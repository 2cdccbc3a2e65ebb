import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'

interface Change {
  mode: Mode
  merchantId: string
  subaccountId: string
  status: 'ACTIVE' | 'INACTIVE'
  at: Date
}

/** Allows or forbids a subaccount in new splits; existing splits stay. Returns false if the merchant has no such subaccount. */
export async function setSubaccountStatus(db: Transaction, change: Change): Promise<boolean> {
  const { mode, merchantId, subaccountId, status, at } = change
  const found = await db
    .selectFrom('subaccount')
    .select('inactive_since')
    .where('id', '=', subaccountId)
    .where('mode', '=', mode)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst()
  if (found && (found.inactive_since === null) !== (status === 'ACTIVE')) {
    const inactive_since = status === 'ACTIVE' ? null : at.toISOString()
    await db.updateTable('subaccount').set({ inactive_since }).where('id', '=', subaccountId).execute()
  }
  return found !== undefined
}
