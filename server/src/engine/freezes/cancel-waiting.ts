import { modeOfRow } from '@kobo/contract/kit/mode'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { AccountFreeze } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import { writeAudit } from '../../db/audit.ts'
import { type ItemJob, nextIds } from '../../jobs/item-jobs.ts'
import { isUnsent, stopItems } from '../bulk/stop-batch.ts'
import { lockBatch } from '../bulk/validate-batch.ts'
import type { Engine } from '../engine.ts'
import { legOf } from '../legs.ts'
import { failPayments } from '../outbound/fail-payments.ts'
import { notifyOfCancellation, notifyOfRecurringDecision } from '../schedules/notify-merchant.ts'
import { lockTransactions } from '../transaction-row.ts'
import { boundAccounts, type FreezeSubject, readSubject } from './freeze-subject.ts'

type Freeze = Selectable<AccountFreeze>

/** Records cancelled in one transaction. */
const atOnce = 100
const reason = 'Cancelled because the account is frozen'

/** Cancels what waited or was planned when a freeze began, if its operator chose so. */
export function cancelFrozenPayments(engine: Engine): ItemJob {
  const { db } = engine
  const cancelling = db
    .selectFrom('account_freeze')
    .select('id')
    .where('ended_at', 'is', null)
    .where('cancels_waiting', '=', true)
  return {
    name: 'cancel-frozen-payments',
    due: { everyMs: 5_000 },
    find: (after) => nextIds(cancelling, after),
    async process(id) {
      for (const cancel of [cancelQueued, cancelScheduled, pauseRecurring, stopBatches]) {
        while ((await transact(db, (t) => inForce(t, id, (held) => cancel(engine, t, held)))) === atOnce) {
          // The next ones in another transaction.
        }
      }
    },
  }
}

interface Held {
  freeze: Freeze
  subject: FreezeSubject
  at: Date
}

/** Runs work while the freeze cannot be lifted; 0 if it is over. */
async function inForce(
  db: Transaction,
  id: string,
  work: (held: Omit<Held, 'at'>) => Promise<number>,
): Promise<number> {
  const found = await db.selectFrom('account_freeze').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { merchant_id: merchantId, account_id: accountId } = found
  await sql`select from merchant where id = ${merchantId} for key share`.execute(db)
  if (accountId !== null) await sql`select from account where id = ${accountId} for key share`.execute(db)
  const open = db.selectFrom('account_freeze').selectAll().where('id', '=', id).where('ended_at', 'is', null)
  const freeze = await open.executeTakeFirst()
  if (!freeze) return 0
  const subject = await readSubject(db, modeOfRow(freeze), accountId === null ? { merchantId } : { accountId })
  return await work({ freeze, subject })
}

async function cancelQueued(engine: Engine, db: Transaction, { freeze, subject }: Omit<Held, 'at'>): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from transaction
    where merchant_id = ${freeze.merchant_id} and status = 'QUEUED' and type = 'DEBIT'
      and category in ('BANK_TRANSFER', 'BILL_PAYMENT') and created_at <= ${freeze.started_at}
      and account_id in ${boundAccounts(subject)}
    order by id limit ${atOnce}`.execute(db)
  const locked = await lockTransactions(
    db,
    rows.map(({ id }) => id),
  )
  const at = engine.clock()
  const failures = [...locked.values()].flatMap((row) => {
    const leg = legOf(row)
    return row.status === 'QUEUED' && leg ? [{ leg, row, code: '57', sentence: reason, isUnconfirmed: false, at }] : []
  })
  await failPayments(db, engine, failures)
  return rows.length
}

async function cancelScheduled({ jobs, clock }: Engine, db: Transaction, held: Omit<Held, 'at'>): Promise<number> {
  const planned = db
    .selectFrom('scheduled_payout')
    .selectAll()
    .where('status', '=', 'NEW')
    .where(plannedFor(held))
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
  const payouts = await planned.execute()
  const at = clock()
  for (const payout of payouts) {
    const set = { status: 'CANCELLED', ...decision(held, at) }
    await db.updateTable('scheduled_payout').set(set).where('id', '=', payout.id).execute()
    await recordDecision(db, { ...held, at }, 'scheduled-payout.cancel', { table: 'scheduled_payout', ...payout })
    await notifyOfCancellation(db, jobs, payout, { reason, at })
  }
  return payouts.length
}

async function pauseRecurring({ jobs, clock }: Engine, db: Transaction, held: Omit<Held, 'at'>): Promise<number> {
  const planned = db
    .selectFrom('recurring_payout')
    .selectAll()
    .where('status', '=', 'ACTIVE')
    .where(plannedFor(held))
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
  const payouts = await planned.execute()
  const at = clock()
  for (const payout of payouts) {
    const set = { status: 'INACTIVE', ...decision(held, at) }
    await db.updateTable('recurring_payout').set(set).where('id', '=', payout.id).execute()
    await recordDecision(db, { ...held, at }, 'recurring-payout.pause', { table: 'recurring_payout', ...payout })
    const paused = { kind: 'payout.recurring_paused' as const, status: 'INACTIVE', nextDate: null, reason, at }
    await notifyOfRecurringDecision(db, jobs, payout, paused)
  }
  return payouts.length
}

async function stopBatches({ jobs, clock }: Engine, db: Transaction, held: Omit<Held, 'at'>): Promise<number> {
  const started = await db
    .selectFrom('bulk_batch')
    .select('id')
    .where('status', 'in', ['UPLOADED', 'PROCESSING'])
    .where('decided_at', 'is', null)
    .where(plannedFor(held))
    .where(sql<boolean>`exists (select from bulk_item where batch_id = bulk_batch.id and ${isUnsent})`)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  const at = clock()
  for (const { id } of started) {
    const batch = await lockBatch(db, id)
    if (!batch || batch.decided_at !== null) continue
    const stopped = await stopItems(db, jobs, { batch, reason, at })
    if (stopped === 0) continue
    await db.updateTable('bulk_batch').set(decision(held, at)).where('id', '=', id).execute()
    await recordDecision(db, { ...held, at }, 'payout-batch.stop', { table: 'bulk_batch', ...batch })
  }
  return started.length
}

/** Condition that a plan existed when the freeze began, and is paid by what it binds. */
function plannedFor({ freeze, subject }: Omit<Held, 'at'>): RawBuilder<boolean> {
  const { merchantId, kind, walletId } = subject
  const isPayer = kind === 'MERCHANT' ? sql`true` : kind === 'WALLET' ? sql`wallet_id = ${walletId}` : sql`false`
  return sql<boolean>`merchant_id = ${merchantId} and created_at <= ${freeze.started_at} and ${isPayer}`
}

function decision({ freeze }: Omit<Held, 'at'>, at: Date) {
  return { decided_by: freeze.staff_id, decided_at: at.toISOString(), decision_reason: reason }
}

/** Writes the audit row of a decision that follows from the freeze. */
async function recordDecision(
  db: Transaction,
  { freeze, subject, at }: Held,
  action: string,
  { table, id }: { table: string; id: string },
): Promise<void> {
  const author = { staffId: freeze.staff_id, sessionId: null, mode: subject.mode, requestId: freeze.id, at }
  const entry = { action, recordType: table, recordId: id, merchantId: freeze.merchant_id, reason }
  await writeAudit(db, author, { ...entry, after: { freezeId: freeze.id } })
}
