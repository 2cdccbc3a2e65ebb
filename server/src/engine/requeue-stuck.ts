import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { firstId, type ItemJob, itemsAtOnce } from '../jobs/item-jobs.ts'
import { topUpHolds } from '../ledger/partial-holds.ts'
import { isPaymentFrozen, wasFrozenMeanwhile } from '../ledger/frozen-accounts.ts'
import { receiverLane } from '../rails/lanes.ts'
import type { Engine } from './engine.ts'

/** Age below which a payment or an overdue attempt is left alone: its job may be about to be queued or run. */
const minAgeMs = 120_000
const everyMinute = { everyMs: 60_000 }

/**
 * Queues outbound payments that have no live job: a QUEUED one is sent, unless it is frozen, a PENDING one is queried at the switch.
 * If the missing job turns up after all, two have the effect of one. What a freeze stopped is queued at once, however young it is.
 */
export function sweepPayouts(engine: Pick<Engine, 'db' | 'jobs' | 'clock'>): ItemJob {
  return requeueLostJobs(engine, 'queue-lost-payouts', {
    isStuck: (before) => sql`status in ('QUEUED', 'PENDING')
      and (created_at < ${before.toISOString()} or status = 'QUEUED' and ${wasFrozenMeanwhile})
      and type = 'DEBIT'
      and category in ('BANK_TRANSFER', 'REFUND', 'SETTLEMENT', 'BILL_PAYMENT')
      and not (status = 'QUEUED' and ${isPaymentFrozen})`,
    // Ids are time-ordered, so the oldest come first and the index of open payments is read in order.
    order: sql`created_at, id`,
    isAfter: (id) => sql`(created_at, id) > (uuid_time(${id}::uuid), ${id}::uuid)`,
  })
}

/** Queues the next status query of unconfirmed payments that have lost theirs. */
export function sweepStatusQueries(engine: Engine): ItemJob {
  return requeueLostJobs(engine, 'queue-lost-questions', {
    isStuck: () => sql`asked_until > ${engine.clock().toISOString()}`,
    order: sql`id`,
    isAfter: (id) => sql`id > ${id}::uuid`,
  })
}

/** Queues the next acquirer query of PENDING card payments that have lost theirs. */
export function sweepCardPayments(engine: Engine): ItemJob {
  return requeueLostJobs(engine, 'queue-lost-card-questions', {
    isStuck: (before) => sql`status = 'PENDING' and created_at < ${before.toISOString()}
      and type = 'CREDIT' and category = 'CARD_PAYMENT'`,
    order: sql`created_at, id`,
    isAfter: (id) => sql`(created_at, id) > (uuid_time(${id}::uuid), ${id}::uuid)`,
  })
}

/**
 * Queues the next attempt of webhook events that have lost theirs, as after two weeks behind the open circuit breaker of their
 * receiver. A run is limited to one query's events, so that a receiver's backlog does not fill the queue.
 */
export function sweepWebhooks({ db, jobs, clock }: Pick<Engine, 'db' | 'jobs' | 'clock'>): ItemJob {
  const isStuck = () => sql`next_attempt_at < ${new Date(clock().getTime() - minAgeMs).toISOString()}`
  return {
    name: 'queue-lost-webhooks',
    due: everyMinute,
    async find(after) {
      return after === '' ? (await eventsWithoutJob(db, isStuck())).map(({ eventId }) => eventId) : []
    },
    async process(id) {
      const [lost] = await eventsWithoutJob(db, sql`${isStuck()} and id = ${id}`)
      if (!lost) return
      const { eventId, merchantId, attempts, url } = lost
      const data = { eventId, merchantId, number: attempts + 1 }
      // Without a key, since the key of the lost attempt is still remembered.
      await jobs.enqueue(db, 'webhook', data, { lanes: [receiverLane(url)] })
    },
  }
}

/** Tops up holds of disputes and liens that are short, from money that reached their accounts by other means than a collection. */
export function sweepShortHolds({ db }: Pick<Engine, 'db'>): ItemJob {
  return {
    name: 'fill-short-holds',
    due: everyMinute,
    async find(after) {
      const { rows } = await sql<{ id: string }>`
        select distinct account.id from hold join account on account.id = hold.account_id
        where hold.status = 'HELD' and amount_kobo < wanted_kobo and available_kobo > 0 and account.id > ${after || firstId}
        order by account.id
        limit ${itemsAtOnce}`.execute(db)
      return rows.map(({ id }) => id)
    },
    process: (accountId) => transact(db, (t) => topUpHolds(t, [accountId])),
  }
}

interface LostJob {
  transactionId: string
  merchantId: string
  status: string
  category: string
  questions: number
}

interface PaymentFilter {
  isStuck: (before: Date) => RawBuilder<unknown>
  order: RawBuilder<unknown>
  isAfter: (id: string) => RawBuilder<unknown>
}

function requeueLostJobs(
  { db, jobs, clock }: Pick<Engine, 'db' | 'jobs' | 'clock'>,
  name: string,
  { isStuck, order, isAfter }: PaymentFilter,
): ItemJob {
  const condition = () => isStuck(new Date(clock().getTime() - minAgeMs))
  return {
    name,
    due: everyMinute,
    async find(after) {
      const from = after === '' ? condition() : sql`${condition()} and ${isAfter(after)}`
      return (await findWithoutJob(db, from, order)).map(({ transactionId }) => transactionId)
    },
    async process(id) {
      const [lost] = await findWithoutJob(db, sql`${condition()} and id = ${id}`, order)
      if (!lost) return
      const { transactionId, merchantId, status, category, questions } = lost
      const data = { transactionId, merchantId }
      // Without a key, since the key of the lost query is still remembered.
      const queryData = { ...data, attempt: questions + 1 }
      if (category === 'CARD_PAYMENT') await jobs.enqueue(db, 'card-question', queryData)
      else if (status === 'QUEUED') await jobs.enqueue(db, 'payout', data)
      else await jobs.enqueue(db, 'requery', queryData)
    },
  }
}

/** Finds transactions without a live job. Send orders of final payments and queries with a past number do not count. */
async function findWithoutJob(
  db: Database,
  isStuck: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<LostJob[]> {
  const { rows } = await sql<LostJob>`
    select id as "transactionId", merchant_id as "merchantId", status, category, questions
    from transaction
    where ${isStuck}
      and not exists (
        select from pgboss.job
        where job.name in ('payout', 'requery', 'card-question')
          and job.state <= 'active'
          and job.data ->> 'transactionId' = transaction.id::text
          and case job.name
            when 'payout' then transaction.status in ('QUEUED', 'PENDING')
            -- Jobs of an older release have no attempt number.
            else coalesce((job.data ->> 'attempt')::int, transaction.questions + 1) > transaction.questions
          end
      )
    order by ${order}
    limit ${itemsAtOnce}`.execute(db)
  return rows
}

interface LostEvent {
  eventId: string
  merchantId: string
  attempts: number
  url: string
}

/** Finds undelivered events without a live job, oldest first. Attempts with a past number do not count. */
async function eventsWithoutJob(db: Database, isStuck: RawBuilder<unknown>): Promise<LostEvent[]> {
  const { rows } = await sql<LostEvent>`
    select id as "eventId", merchant_id as "merchantId", attempts, url
    from webhook_event join webhook_endpoint using (merchant_id)
    where status = 'PENDING' and ${isStuck}
      and not exists (
        select from pgboss.job
        where job.name = 'webhook'
          and job.state <= 'active'
          and job.data ->> 'eventId' = webhook_event.id::text
          and (job.data ->> 'number')::int > webhook_event.attempts
      )
    order by id
    limit ${itemsAtOnce}`.execute(db)
  return rows
}
