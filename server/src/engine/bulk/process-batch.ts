import { setTimeout as sleep } from 'node:timers/promises'
import { modeOfRow } from '@kobo/contract/kit/mode'
import { type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import type { BulkBatch, BulkItem } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import type { Engine } from '../engine.ts'
import { type PayoutOrder, submitPayouts } from '../payouts/submit-payout.ts'
import { lockBatch } from './validate-batch.ts'

/** Open payouts per batch, so that payouts of others need not wait behind all of it. */
const maxOpen = 200
/** Open payouts per bank while items of other banks wait, so that one slow bank does not use the whole limit. */
const maxOpenPerBank = 50
/** Payouts are submitted in groups: as soon as this many slots are free, or after `gatherMs` if fewer are. */
const minFreeSlots = 50
const gatherMs = 200
/** Items scanned ahead for banks below their limit. */
const lookAhead = 2_000
const pollMs = 50
/** A run ends when nothing has changed for this long. */
const patienceMs = 1_000
/** Well below the time after which a job counts as dead. */
const runMs = 15_000
const longestWaitSeconds = 30

/**
 * Submits the valid items of a batch as payouts while slots are free, until all are final. Each payout is created in the
 * transaction that updates its item, so a crash neither loses nor repeats one.
 */
export async function processBatch(engine: Engine, job: JobKinds['process-batch']): Promise<void> {
  const { db } = engine
  const deadline = Date.now() + runMs
  let submitted = 0
  let last = { open: -1, at: Date.now() }
  for (;;) {
    const { fresh, open } = await countOpen(db, job.batchId)
    if (open !== last.open) last = { open, at: Date.now() }
    const quietMs = Date.now() - last.at
    const isDue = fresh > 0 && open < maxOpen && (maxOpen - open >= minFreeSlots || quietMs >= gatherMs)
    if (isDue) {
      const count = await transact(db, (transaction) => submitNext(engine, transaction, job.batchId))
      if (count === 0) break
      submitted += count
    } else if (fresh + open === 0 || Date.now() >= deadline || quietMs >= patienceMs) break
    else await sleep(pollMs)
    if (Date.now() >= deadline) break
  }
  await transact(db, (transaction) => completeOrContinue(engine, transaction, job, submitted))
}

async function submitNext({ jobs, clock }: Engine, db: Transaction, batchId: string): Promise<number> {
  const batch = await lockBatch(db, batchId)
  if (batch?.status !== 'PROCESSING') return 0
  const items = await nextItems(db, batchId)
  const at = clock()
  const outcomes = await submitPayouts(
    db,
    jobs,
    items.map((item) => orderOf(batch, item, at)),
  )
  // All items have the same payer: while it is frozen, they wait.
  if (outcomes.some((outcome) => typeof outcome !== 'string' && outcome.code === 'frozen')) return 0
  await sql`
    update bulk_item set status = ordered.status, transaction_id = ordered.transaction_id, problem = ordered.problem
    from unnest(
      ${items.map(({ id }) => id)}::uuid[],
      ${outcomes.map((outcome) => (typeof outcome === 'string' ? 'PENDING' : 'FAILED'))}::text[],
      ${outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : null))}::uuid[],
      ${outcomes.map((outcome) => (typeof outcome === 'string' ? null : outcome.message))}::text[]
    ) as ordered (id, status, transaction_id, problem)
    where bulk_item.id = ordered.id
  `.execute(db)
  return items.length
}

/** Returns as many items as there are free slots, in file order, with items of banks above their limit last. */
async function nextItems(db: Transaction, batchId: string): Promise<Selectable<BulkItem>[]> {
  const { rows } = await sql<Selectable<BulkItem>>`
    with open as (
      select bank_code, count(*) as n from bulk_item where batch_id = ${batchId} and status = 'PENDING' group by bank_code
    ), waiting as (
      select * from bulk_item where batch_id = ${batchId} and status = 'NEW' order by position limit ${lookAhead}
    ), placed as (
      select waiting.*, coalesce(open.n, 0) + row_number() over (partition by bank_code order by position) as place
      from waiting left join open using (bank_code)
    )
    select * from placed
    order by place > ${maxOpenPerBank}, position
    limit greatest(0, ${maxOpen} - (select coalesce(sum(n), 0) from open))
  `.execute(db)
  return rows
}

function orderOf(batch: Selectable<BulkBatch>, item: Selectable<BulkItem>, at: Date): PayoutOrder {
  const { beneficiary_name: name, account_number: accountNumber, bank_code: bankCode, amount_kobo: amountKobo } = item
  if (accountNumber === null || bankCode === null || amountKobo === null) {
    throw new Error(`Item ${item.reference} was validated but is incomplete`)
  }
  return {
    mode: modeOfRow(batch),
    merchantId: batch.merchant_id,
    walletId: batch.wallet_id,
    amountKobo,
    beneficiary: { name: name ?? '', accountNumber, bankCode },
    narration: item.narration ?? '',
    reference: item.reference,
    ...(item.named_at !== null && { namedAt: item.named_at }),
    at,
  }
}

/** Completes the batch, or queues the next run: soon while items were submitted, with growing delays when nothing changes. */
async function completeOrContinue(
  engine: Engine,
  db: Transaction,
  job: JobKinds['process-batch'],
  submitted: number,
): Promise<void> {
  const { batchId, round } = job
  const batch = await lockBatch(db, batchId)
  if (batch?.status !== 'PROCESSING') return
  if (await completeIfFinished(db, batchId)) return
  const idle = submitted > 0 ? 0 : job.idle + 1
  const afterSeconds = submitted > 0 ? 0 : Math.min(2 ** (idle - 1), longestWaitSeconds)
  const next = { batchId, merchantId: batch.merchant_id, round: round + 1, idle }
  await engine.jobs.enqueue(db, 'process-batch', next, { afterSeconds, key: `${batchId} ${next.round}` })
}

/** Completes a locked, validated or stopped batch if no item is left to submit or in progress; returns whether it did. */
export async function completeIfFinished(db: Transaction, batchId: string): Promise<boolean> {
  const { fresh, open } = await countOpen(db, batchId)
  if (fresh + open > 0) return false
  await db.updateTable('bulk_batch').set({ status: 'COMPLETED' }).where('id', '=', batchId).execute()
  return true
}

/** Counts the items not yet submitted and those with an open payout. */
async function countOpen(db: Database, batchId: string): Promise<{ fresh: number; open: number }> {
  const counted = await db
    .selectFrom('bulk_item')
    .select((row) => [
      row.fn.countAll().filterWhere('status', '=', 'NEW').as('fresh'),
      row.fn.countAll().filterWhere('status', '=', 'PENDING').as('open'),
    ])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['NEW', 'PENDING'])
    .executeTakeFirstOrThrow()
  return { fresh: Number(counted.fresh), open: Number(counted.open) }
}
