import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { listDead } from '../jobs/dead-jobs.ts'
import { fillShortHolds } from '../ledger/dispute-holds.ts'
import { sweepAuthorisations } from './cards/give-back.ts'
import type { Engine } from './engine.ts'
import { queueOwed } from './owed/pay-owed.ts'
import { queueSettlements } from './settlements/settle-merchants.ts'
import { queueTerminalSweeps } from './stores/sweep-day.ts'

/** Younger ones are on their way: their job may be about to be made, or to be worked on. */
const leftAloneMs = 120_000
const atOnce = 1_000
const everyMs = 60_000

interface Listeners {
  onDead: (sentence: string, about: object) => void
  onError: (error: unknown) => void
}

/** Queues a sweep every minute, once for all servers, and works it; gives what stops it. */
export async function startSweeping(engine: Engine, { onDead, onError }: Listeners): Promise<() => void> {
  const { db, jobs, clock } = engine
  await jobs.work('sweep', async ({ minute }) => {
    for (const job of await listDead(db, { since: new Date(Date.parse(minute) - everyMs), until: new Date(minute) })) {
      onDead(`A job failed to the end and is dead: ${job.kind}`, { job })
    }
    await sweepPayouts(engine)
    await sweepCardPayments(engine)
    await sweepAuthorisations(engine)
    await sweepShortHolds(engine)
    await queueSettlements(engine)
    await queueOwed(engine)
    await queueTerminalSweeps(engine)
  })
  const queue = () => {
    const minute = new Date(Math.floor(clock().getTime() / everyMs) * everyMs).toISOString()
    jobs.enqueue(db, 'sweep', { minute }, { key: minute }).catch(onError)
  }
  queue()
  const timer = setInterval(queue, everyMs)
  return () => clearInterval(timer)
}

/**
 * Payouts that no job will move on get one again, some of the oldest at a time: a queued one is sent, about a pending one
 * and one that ended without the switch's word the switch is asked. Should a job turn up after all, two do no more than one.
 */
export async function sweepPayouts({ db, jobs, clock }: Engine): Promise<number> {
  const now = clock().getTime()
  const before = new Date(now - leftAloneMs).toISOString()
  const open = await withoutJob(
    db,
    sql<boolean>`status in ('QUEUED', 'PENDING')
      and created_at < ${before}
      and type = 'DEBIT'
      and category in ('BANK_TRANSFER', 'REFUND', 'SETTLEMENT', 'BILL_PAYMENT')`,
    sql`created_at, id`,
  )
  const doubtful = await withoutJob(
    db,
    sql<boolean>`asked_until > ${new Date(now).toISOString()}`,
    sql`asked_until, id`,
  )
  const [queued, asked] = [open.filter(isQueued), [...open.filter((one) => !isQueued(one)), ...doubtful]]
  await jobs.enqueueAll(
    db,
    'payout',
    queued.map(({ transactionId, merchantId }) => ({ data: { transactionId, merchantId } })),
  )
  await jobs.enqueueAll(
    db,
    'requery',
    // Without a key, since that of the question that was lost is remembered.
    asked.map(({ transactionId, merchantId, questions }) => ({
      data: { transactionId, merchantId, attempt: questions + 1 },
    })),
  )
  return queued.length + asked.length
}

/** Card payments of which the acquirer has not told, and whose question is lost, get one again. */
export async function sweepCardPayments({ db, jobs, clock }: Engine): Promise<number> {
  const before = new Date(clock().getTime() - leftAloneMs).toISOString()
  const open = await withoutJob(
    db,
    sql<boolean>`status = 'PENDING' and created_at < ${before} and type = 'CREDIT' and category = 'CARD_PAYMENT'`,
    sql`created_at, id`,
  )
  await jobs.enqueueAll(
    db,
    'card-question',
    open.map(({ transactionId, merchantId }) => ({ data: { transactionId, merchantId } })),
  )
  return open.length
}

/** Disputes that hold less than they want take what has come to their accounts otherwise than by a payment. */
export async function sweepShortHolds({ db }: Pick<Engine, 'db'>): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select distinct account.id from hold join account on account.id = hold.account_id
    where hold.status = 'HELD' and amount_kobo < wanted_kobo and available_kobo > 0
    limit ${atOnce}`.execute(db)
  for (const { id } of rows) await transact(db, (transaction) => fillShortHolds(transaction, [id]))
  return rows.length
}

interface Lost {
  transactionId: string
  merchantId: string
  status: string
  questions: number
}

const isQueued = ({ status }: Lost) => status === 'QUEUED'

/** A question whose number is over moves nothing on any more, and the order to send does so only until it has ended. */
async function withoutJob(db: Database, isMeant: RawBuilder<boolean>, oldest: RawBuilder<unknown>): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select id as "transactionId", merchant_id as "merchantId", status, questions
    from transaction
    where ${isMeant}
      and not exists (
        select from pgboss.job
        where job.name in ('payout', 'requery', 'card-question')
          and job.state <= 'active'
          and job.data ->> 'transactionId' = transaction.id::text
          and case job.name
            when 'payout' then transaction.status in ('QUEUED', 'PENDING')
            when 'card-question' then true
            else (job.data ->> 'attempt')::int > transaction.questions
          end
      )
    order by ${oldest}
    limit ${atOnce}`.execute(db)
  return rows
}
