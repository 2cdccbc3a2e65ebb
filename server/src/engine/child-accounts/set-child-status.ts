import type { Transaction } from '../../db/database.ts'

export type ChildStatus = 'ACTIVE' | 'INACTIVE'

/** Status by the instant since which the account may not be debited. */
export function childStatus({ inactive_since }: { inactive_since: string | null }): ChildStatus {
  return inactive_since === null ? 'ACTIVE' : 'INACTIVE'
}

/**
 * Enables or disables debits of a child account; credits are always accepted. Holds placed before stay valid, since a debit and
 * this update lock the same account. Repeating a status changes nothing.
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
