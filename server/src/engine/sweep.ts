import { sql } from 'kysely'
import { listDead } from '../jobs/dead-jobs.ts'
import type { Engine } from './engine.ts'

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
 * Payouts that are queued or pending and that no job will move on get one again, some of the oldest at a time: a queued
 * one is sent, about a pending one the switch is asked. Should a job turn up after all, two do no more than one.
 */
export async function sweepPayouts({ db, jobs, clock }: Engine): Promise<number> {
  const before = new Date(clock().getTime() - leftAloneMs).toISOString()
  const { rows } = await sql<{ id: string; merchant_id: string; status: string; questions: number }>`
    select id, merchant_id, status, questions
    from transaction
    where status in ('QUEUED', 'PENDING')
      and created_at < ${before}
      and type = 'DEBIT'
      and category = 'BANK_TRANSFER'
      and not exists (
        select from pgboss.job
        where job.name in ('payout', 'requery')
          and job.state <= 'active'
          and job.data ->> 'transactionId' = transaction.id::text
      )
    order by created_at, id
    limit ${atOnce}`.execute(db)
  const found = rows.map(({ id, merchant_id, status, questions }) => ({
    status,
    questions,
    data: { transactionId: id, merchantId: merchant_id },
  }))
  const queued = found.filter(({ status }) => status === 'QUEUED')
  const pending = found.filter(({ status }) => status === 'PENDING')
  await jobs.enqueueAll(db, 'payout', queued)
  await jobs.enqueueAll(
    db,
    'requery',
    // Without a key, since that of the question that was lost is remembered.
    pending.map(({ data, questions }) => ({ data: { ...data, attempt: questions + 1 } })),
  )
  return found.length
}
