import { sql } from 'kysely'
import { writeAudit } from '@kobo/server/db/audit'
import type { Transaction } from '@kobo/server/db/database'
import { insertRows } from '@kobo/server/db/insert-rows'
import { itemReference } from '@kobo/server/engine/bulk/open-batch'
import { withIdsFrom } from '@kobo/server/uuid'
import { newItem } from './batches.ts'
import { hourMs } from './calendar.ts'
import type { Past } from './past.ts'
import { type Random, seeded } from './random.ts'

/** Makes a cancelled scheduled payout, a paused recurring one and a stopped batch of a mode the decisions of an operator. */
export async function stopSomePayouts(db: Transaction, past: Past): Promise<void> {
  const random = seeded(`${past.seed} ${past.mode} stopped payouts`)
  await withIdsFrom(random.id, async () => {
    await cancelOneScheduled(db, past)
    await pauseOneRecurring(db, past)
    await stopOneBatch(db, past, random)
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

/** Adds items to the newest completed batch that were not sent because an operator stopped it. */
async function stopOneBatch(db: Transaction, past: Past, random: Random): Promise<void> {
  const { rows } = await sql<{ id: string; merchantId: string; reference: string; items: number; lastAt: string }>`
    select batch.id, batch.merchant_id as "merchantId", batch.reference, total_items as items, max(transaction.created_at) as "lastAt"
    from bulk_batch batch join bulk_item item on item.batch_id = batch.id join transaction on transaction.id = item.transaction_id
    where batch.mode = ${past.mode} and batch.status = 'COMPLETED'
    group by batch.id order by batch.created_at desc, batch.id limit 1`.execute(db)
  const [batch] = rows
  if (!batch) return
  const { id, merchantId, reference, items, lastAt } = batch
  const at = new Date(Date.parse(lastAt) + 60_000)
  const reason = 'The merchant uploaded the file of last month'
  const stoppedItems = random.whole(12, 24)
  await insertRows(
    db,
    'bulk_item',
    Array.from({ length: stoppedItems }, (_, index) => ({
      ...newItem(random, merchantId, 'NEW', at.toISOString()),
      id: random.id(at),
      batch_id: id,
      position: items + index + 1,
      reference: itemReference(reference, items + index + 1),
      status: 'FAILED',
      problem: `Stopped: ${reason}`,
    })),
  )
  await db
    .updateTable('bulk_batch')
    .set({ ...decision(past, at, reason), total_items: items + stoppedItems })
    .where('id', '=', id)
    .execute()
  await record(db, past, at, {
    action: 'payout-batch.stop',
    recordType: 'bulk_batch',
    recordId: id,
    merchantId,
    before: { status: 'PROCESSING', stoppedItems: 0 },
    after: { status: 'COMPLETED', stoppedItems },
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
