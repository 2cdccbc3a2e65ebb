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

/** What a shop or a terminal is, by the instant since when nothing is paid there. */
export function activityOf({ inactive_since }: { inactive_since: string | null }): Activity {
  return inactive_since === null ? 'ACTIVE' : 'INACTIVE'
}

/**
 * Lets people pay at a terminal, or not any more. Its months are charged for from when it became active; those while it was not, and
 * what was owed before, are let go. Told again, it is what it was.
 */
export async function setTerminalStatus(db: Transaction, terminalId: string, change: Change): Promise<void> {
  if ((await lockActivity(db, 'terminal', terminalId, change)) === change.status) return
  const at = change.at.toISOString()
  const columns = change.status === 'ACTIVE' ? { inactive_since: null, active_since: at } : { inactive_since: at }
  await db.updateTable('terminal').set(columns).where('id', '=', terminalId).execute()
}

/** Lets people pay at the terminals of a shop, or at none of them. Told again, it is what it was. */
export async function setShopStatus(db: Transaction, shopId: string, change: Change): Promise<void> {
  if ((await lockActivity(db, 'shop', shopId, change)) === change.status) return
  const since = change.status === 'ACTIVE' ? null : change.at.toISOString()
  await db.updateTable('shop').set({ inactive_since: since }).where('id', '=', shopId).execute()
}

/** What a merchant's shop or terminal is, from now on until the transaction ends. */
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
