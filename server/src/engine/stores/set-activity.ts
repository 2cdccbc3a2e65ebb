import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { VerbRefusal } from '../../verb-refusal.ts'

export type Activity = 'ACTIVE' | 'INACTIVE'

interface Change {
  mode: Mode
  merchantId: string
  status: Activity
  at: Date
}

/** What a shop or a terminal is, by the instant since when nothing is paid there. */
export function activityOf({ inactive_since }: { inactive_since: string | null }): Activity {
  return inactive_since === null ? 'ACTIVE' : 'INACTIVE'
}

/**
 * Lets people pay at a terminal, or not any more. Its months are charged for from when it became active; those while it was not, and
 * what was owed before, are let go. Told again, it is what it was.
 */
export async function setTerminalStatus(
  db: Transaction,
  terminalId: string,
  { mode, merchantId, status, at }: Change,
): Promise<void> {
  const found = await db
    .selectFrom('terminal')
    .select(['id', 'inactive_since'])
    .where('id', '=', terminalId)
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new VerbRefusal('not_found', 'This terminal')
  if (activityOf(found) === status) return
  const change =
    status === 'ACTIVE'
      ? { inactive_since: null, active_since: at.toISOString() }
      : { inactive_since: at.toISOString() }
  await db.updateTable('terminal').set(change).where('id', '=', terminalId).execute()
}

/** Lets people pay at the terminals of a shop, or at none of them. Told again, it is what it was. */
export async function setShopStatus(
  db: Transaction,
  shopId: string,
  { mode, merchantId, status, at }: Change,
): Promise<void> {
  const found = await db
    .selectFrom('shop')
    .select(['id', 'inactive_since'])
    .where('id', '=', shopId)
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new VerbRefusal('not_found', 'This shop')
  if (activityOf(found) === status) return
  const since = status === 'ACTIVE' ? null : at.toISOString()
  await db.updateTable('shop').set({ inactive_since: since }).where('id', '=', shopId).execute()
}
