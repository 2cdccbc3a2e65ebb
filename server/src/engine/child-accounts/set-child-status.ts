import type { Transaction } from '../../db/database.ts'

export type ChildStatus = 'ACTIVE' | 'INACTIVE'

/** What a child account is, by the instant since when it may not be debited. */
export function childStatus({ inactive_since }: { inactive_since: string | null }): ChildStatus {
  return inactive_since === null ? 'ACTIVE' : 'INACTIVE'
}

/**
 * Lets a child account pay, or not any more; it takes what comes in whatever it is. What has been set aside by then goes its
 * way: a debit and this wait for one another on the account. Told again, it is what it was.
 */
export async function setChildStatus(
  db: Transaction,
  { accountId, status, at }: { accountId: string; status: ChildStatus; at: Date },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ inactive_since: status === 'ACTIVE' ? null : at.toISOString() })
    .where('id', '=', accountId)
    .where('kind', '=', 'CHILD')
    .where('inactive_since', status === 'ACTIVE' ? 'is not' : 'is', null)
    .execute()
}
