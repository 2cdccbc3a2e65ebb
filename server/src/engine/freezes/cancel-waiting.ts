import { modeOfRow } from '@kobo/contract/kit/mode'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type AuditEntry, writeAudit } from '../../db/audit.ts'
import type { Transaction } from '../../db/database.ts'
import type { AccountFreeze } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import { firstId, type ItemJob, itemsAtOnce } from '../../jobs/item-jobs.ts'
import { isUnsent, stopItems } from '../bulk/stop-batch.ts'
import { lockBatch } from '../bulk/validate-batch.ts'
import type { Engine } from '../engine.ts'
import { legOf } from '../legs.ts'
import { failPayments } from '../outbound/fail-payments.ts'
import { notifyOfCancellation, notifyOfRecurringDecision } from '../schedules/notify-merchant.ts'
import { lockTransaction } from '../transaction-row.ts'

type Freeze = Selectable<AccountFreeze>

const reason = 'Cancelled because the account is frozen'

/** Records that a freeze may cancel. */
interface Cancellable {
  table: 'transaction' | 'scheduled_payout' | 'recurring_payout' | 'bulk_batch'
  isWaiting: RawBuilder<unknown>
  cancel(engine: Engine, db: Transaction, held: { id: string; freeze: Freeze; at: Date }): Promise<void>
}

/**
 * Cancels what waited or was planned when a freeze began, if its operator chose so. Each record is cancelled on its own, so that one
 * which fails stops no other.
 */
export function cancelFrozenPayments(engine: Engine): ItemJob[] {
  const { db, clock } = engine
  return cancellables.map((cancellable) => ({
    name: `cancel-frozen-${cancellable.table.replaceAll('_', '-')}`,
    due: { everyMs: 5_000 },
    async find(after) {
      const { rows } = await sql<{ id: string }>`
        select record.id from ${sql.table(cancellable.table)} as record
        where record.id > ${after || firstId} and ${cancellable.isWaiting}
          and exists (select from account_freeze where ${isCancelledBy(cancellable)})
        order by record.id limit ${itemsAtOnce}`.execute(db)
      return rows.map(({ id }) => id)
    },
    process: (id) =>
      transact(db, async (t) => {
        const freeze = await holdFreeze(t, cancellable, id)
        if (freeze) await cancellable.cancel(engine, t, { id, freeze, at: clock() })
      }),
  }))
}

/** Whether a freeze in force cancels a record: it existed when the freeze began, and is paid by what the freeze binds. */
function isCancelledBy({ table }: Cancellable): RawBuilder<boolean> {
  const frozenWallet = sql`(select own.wallet_id from account own where own.id = account_freeze.account_id)`
  const isBound =
    table === 'transaction'
      ? sql`account_freeze.account_id = record.account_id or (account_freeze.kind = 'WALLET' and record.account_id in (
          select child.id from account child where child.wallet_id = ${frozenWallet} and child.kind = 'CHILD'))`
      : sql`account_freeze.kind = 'WALLET' and record.wallet_id = ${frozenWallet}`
  return sql<boolean>`account_freeze.ended_at is null and account_freeze.cancels_waiting
    and account_freeze.merchant_id = record.merchant_id and record.created_at <= account_freeze.started_at
    and (account_freeze.account_id is null or ${isBound})`
}

/** Returns the freeze that cancels a waiting record, which cannot be lifted until this transaction ends. */
async function holdFreeze(db: Transaction, cancellable: Cancellable, id: string): Promise<Freeze | undefined> {
  const find = async () => {
    const { rows } = await sql<Freeze>`
      select account_freeze.* from ${sql.table(cancellable.table)} as record join account_freeze on ${isCancelledBy(cancellable)}
      where record.id = ${id} and ${cancellable.isWaiting} order by account_freeze.id limit 1`.execute(db)
    return rows[0]
  }
  const found = await find()
  if (!found) return undefined
  await sql`select from merchant where id = ${found.merchant_id} for key share`.execute(db)
  if (found.account_id !== null) await sql`select from account where id = ${found.account_id} for key share`.execute(db)
  return await find()
}

const cancellables: Cancellable[] = [
  {
    table: 'transaction',
    isWaiting: sql`record.status = 'QUEUED' and record.type = 'DEBIT' and record.category in ('BANK_TRANSFER', 'BILL_PAYMENT')`,
    async cancel(engine, db, { id, at }) {
      const row = await lockTransaction(db, id)
      const leg = row && legOf(row)
      if (row?.status !== 'QUEUED' || !leg) return
      await failPayments(db, engine, [{ leg, row, code: '57', sentence: reason, isUnconfirmed: false, at }])
    },
  },
  {
    table: 'scheduled_payout',
    isWaiting: sql`record.status = 'NEW'`,
    async cancel({ jobs }, db, { id, freeze, at }) {
      const payout = await db
        .updateTable('scheduled_payout')
        .set({ status: 'CANCELLED', ...decision(freeze, at) })
        .where('id', '=', id)
        .where('status', '=', 'NEW')
        .returningAll()
        .executeTakeFirst()
      if (!payout) return
      await recordDecision(db, freeze, {
        action: 'scheduled-payout.cancel',
        recordType: 'scheduled_payout',
        recordId: id,
        at,
      })
      await notifyOfCancellation(db, jobs, payout, { reason, at })
    },
  },
  {
    table: 'recurring_payout',
    isWaiting: sql`record.status = 'ACTIVE'`,
    async cancel({ jobs }, db, { id, freeze, at }) {
      const payout = await db
        .updateTable('recurring_payout')
        .set({ status: 'INACTIVE', ...decision(freeze, at) })
        .where('id', '=', id)
        .where('status', '=', 'ACTIVE')
        .returningAll()
        .executeTakeFirst()
      if (!payout) return
      await recordDecision(db, freeze, {
        action: 'recurring-payout.pause',
        recordType: 'recurring_payout',
        recordId: id,
        at,
      })
      const paused = { kind: 'payout.recurring_paused' as const, status: 'INACTIVE', nextDate: null, reason, at }
      await notifyOfRecurringDecision(db, jobs, payout, paused)
    },
  },
  {
    table: 'bulk_batch',
    isWaiting: sql`record.status in ('UPLOADED', 'PROCESSING') and record.decided_at is null
      and exists (select from bulk_item where batch_id = record.id and ${isUnsent})`,
    async cancel({ jobs }, db, { id, freeze, at }) {
      const batch = await lockBatch(db, id)
      if (!batch || batch.decided_at !== null || (await stopItems(db, jobs, { batch, reason, at })) === 0) return
      await db.updateTable('bulk_batch').set(decision(freeze, at)).where('id', '=', id).execute()
      await recordDecision(db, freeze, { action: 'payout-batch.stop', recordType: 'bulk_batch', recordId: id, at })
    },
  },
]

function decision({ staff_id }: Freeze, at: Date) {
  return { decided_by: staff_id, decided_at: at.toISOString(), decision_reason: reason }
}

/** Writes the audit row of a decision that follows from a freeze, in the name of its operator. */
async function recordDecision(
  db: Transaction,
  freeze: Freeze,
  { at, ...entry }: Pick<AuditEntry, 'action' | 'recordType' | 'recordId'> & { at: Date },
): Promise<void> {
  const author = { staffId: freeze.staff_id, sessionId: null, mode: modeOfRow(freeze), requestId: freeze.id, at }
  await writeAudit(db, author, { ...entry, merchantId: freeze.merchant_id, reason, after: { freezeId: freeze.id } })
}
