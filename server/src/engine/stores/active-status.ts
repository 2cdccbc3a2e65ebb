import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { DomainError } from '../../domain-error.ts'

export type Activity = 'ACTIVE' | 'INACTIVE'

interface Change {
  mode: Mode
  merchantId: string
  status: Activity
  at: Date
}

/** Status by the instant since which a shop or terminal is inactive. */
export function activityOf({ inactive_since }: { inactive_since: string | null }): Activity {
  return inactive_since === null ? 'ACTIVE' : 'INACTIVE'
}

/**
 * Activates or deactivates a terminal. Reactivation restarts its monthly fees: months while it was inactive, and unpaid earlier
 * ones, are waived. Repeating a status changes nothing.
 */
export async function setTerminalStatus(db: Transaction, terminalId: string, change: Change): Promise<void> {
  if ((await lockActivity(db, 'terminal', terminalId, change)) === change.status) return
  const at = change.at.toISOString()
  const columns = change.status === 'ACTIVE' ? { inactive_since: null, active_since: at } : { inactive_since: at }
  await db.updateTable('terminal').set(columns).where('id', '=', terminalId).execute()
}

/** Activates or deactivates all terminals of a shop. Repeating a status changes nothing. */
export async function setShopStatus(db: Transaction, shopId: string, change: Change): Promise<void> {
  if ((await lockActivity(db, 'shop', shopId, change)) === change.status) return
  const since = change.status === 'ACTIVE' ? null : change.at.toISOString()
  await db.updateTable('shop').set({ inactive_since: since }).where('id', '=', shopId).execute()
}

/** Locks a shop or terminal until the transaction ends and returns its status. */
async function lockActivity(
  db: Transaction,
  kind: 'shop' | 'terminal',
  id: string,
  { mode, merchantId }: Change,
): Promise<Activity> {
  const found = await db
    .selectFrom(kind)
    .select('inactive_since')
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new DomainError('not_found', `This ${kind}`)
  return activityOf(found)
}
