import { writeAudit } from '@kobo/server/db/audit'
import type { Transaction } from '@kobo/server/db/database'
import { withIdsFrom } from '@kobo/server/uuid'
import { hourMs } from './calendar.ts'
import type { Past } from './past.ts'
import { seeded } from './random.ts'

/** Makes a cancelled scheduled payout and a paused recurring one of a mode the decisions of an operator. */
export async function stopSomePayouts(db: Transaction, past: Past): Promise<void> {
  await withIdsFrom(seeded(`${past.seed} ${past.mode} stopped payouts`).id, async () => {
    await cancelOneScheduled(db, past)
    await pauseOneRecurring(db, past)
  })
}

async function cancelOneScheduled(db: Transaction, past: Past): Promise<void> {
  const payout = await db
    .selectFrom('scheduled_payout')
    .select(['id', 'merchant_id', 'created_at', 'due_at'])
    .where('mode', '=', past.mode)
    .where('status', '=', 'CANCELLED')
    .orderBy('due_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  // A small demo may have none.
  if (!payout) return
  const at = new Date((Date.parse(payout.created_at) + Date.parse(payout.due_at)) / 2)
  const reason = 'The merchant reports that the beneficiary was entered by a thief'
  await db
    .updateTable('scheduled_payout')
    .set({ ...decision(past, at, reason), reason: null })
    .where('id', '=', payout.id)
    .execute()
  await record(db, past, at, {
    action: 'scheduled-payout.cancel',
    recordType: 'scheduled_payout',
    recordId: payout.id,
    merchantId: payout.merchant_id,
    before: { status: 'NEW' },
    after: { status: 'CANCELLED' },
    reason,
  })
}

async function pauseOneRecurring(db: Transaction, past: Past): Promise<void> {
  const payout = await db
    .selectFrom('recurring_payout')
    .select(['id', 'merchant_id'])
    .where('mode', '=', past.mode)
    .where('status', '=', 'INACTIVE')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!payout) return
  const at = new Date(past.now.getTime() - 3 * hourMs)
  const reason = 'Until the merchant confirms the new beneficiary'
  await db
    .updateTable('recurring_payout')
    .set(decision(past, at, reason))
    .where('id', '=', payout.id)
    .execute()
  await record(db, past, at, {
    action: 'recurring-payout.pause',
    recordType: 'recurring_payout',
    recordId: payout.id,
    merchantId: payout.merchant_id,
    before: { status: 'ACTIVE' },
    after: { status: 'INACTIVE' },
    reason,
  })
}

function decision({ staffIds }: Past, at: Date, reason: string) {
  return { decided_by: staffIds[0] ?? null, decided_at: at.toISOString(), decision_reason: reason }
}

async function record(
  db: Transaction,
  { mode, staffIds }: Past,
  at: Date,
  entry: Parameters<typeof writeAudit>[2],
): Promise<void> {
  await writeAudit(db, { staffId: staffIds[0] ?? null, sessionId: null, mode, requestId: entry.recordId, at }, entry)
}
