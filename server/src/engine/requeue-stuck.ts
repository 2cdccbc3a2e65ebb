import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { firstId, type ItemJob, itemsAtOnce } from '../jobs/item-jobs.ts'
import { topUpDisputeHolds } from '../ledger/dispute-holds.ts'
import type { Engine } from './engine.ts'

/** Younger ones are on their way: their job may be about to be made, or to be worked on. */
const leftAloneMs = 120_000
const everyMinute = { everyMs: 60_000 }

/**
 * Payouts that no job will move on get one again: a queued one is sent, about a pending one the switch is asked. Should a job
 * turn up after all, two do no more than one.
 */
export function sweepPayouts(engine: Engine): ItemJob {
  return lostJobs(engine, 'queue-lost-payouts', {
    isMeant: (before) => sql`status in ('QUEUED', 'PENDING')
      and created_at < ${before.toISOString()}
      and type = 'DEBIT'
      and category in ('BANK_TRANSFER', 'REFUND', 'SETTLEMENT', 'BILL_PAYMENT')`,
    // Ids tell the time, so that the oldest come first and the index of what is open is read in its order.
    order: sql`created_at, id`,
    isAfter: (id) => sql`(created_at, id) > (uuid_time(${id}::uuid), ${id}::uuid)`,
  })
}

/** Payouts that ended without the switch's word, and whose next question is lost, are asked about again. */
export function sweepQuestions(engine: Engine): ItemJob {
  return lostJobs(engine, 'queue-lost-questions', {
    isMeant: () => sql`asked_until > ${engine.clock().toISOString()}`,
    order: sql`id`,
    isAfter: (id) => sql`id > ${id}::uuid`,
  })
}

/** Card payments of which the acquirer has not told, and whose question is lost, get one again. */
export function sweepCardPayments(engine: Engine): ItemJob {
  return lostJobs(engine, 'queue-lost-card-questions', {
    isMeant: (before) => sql`status = 'PENDING' and created_at < ${before.toISOString()}
      and type = 'CREDIT' and category = 'CARD_PAYMENT'`,
    order: sql`created_at, id`,
    isAfter: (id) => sql`(created_at, id) > (uuid_time(${id}::uuid), ${id}::uuid)`,
  })
}

/** Disputes that hold less than they want take what has come to their accounts otherwise than by a payment. */
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
    process: (accountId) => transact(db, (t) => topUpDisputeHolds(t, [accountId])),
  }
}

interface Lost {
  transactionId: string
  merchantId: string
  status: string
  category: string
  questions: number
}

interface Meant {
  isMeant: (before: Date) => RawBuilder<unknown>
  order: RawBuilder<unknown>
  isAfter: (id: string) => RawBuilder<unknown>
}

function lostJobs({ db, jobs, clock }: Engine, name: string, { isMeant, order, isAfter }: Meant): ItemJob {
  const meant = () => isMeant(new Date(clock().getTime() - leftAloneMs))
  return {
    name,
    due: everyMinute,
    async find(after) {
      const from = after === '' ? meant() : sql`${meant()} and ${isAfter(after)}`
      return (await withoutJob(db, from, order)).map(({ transactionId }) => transactionId)
    },
    async process(id) {
      const [lost] = await withoutJob(db, sql`${meant()} and id = ${id}`, order)
      if (!lost) return
      const { transactionId, merchantId, status, category, questions } = lost
      const data = { transactionId, merchantId }
      // Without a key, since that of the question that was lost is remembered.
      const asked = { ...data, attempt: questions + 1 }
      if (category === 'CARD_PAYMENT') await jobs.enqueue(db, 'card-question', asked)
      else if (status === 'QUEUED') await jobs.enqueue(db, 'payout', data)
      else await jobs.enqueue(db, 'requery', asked)
    },
  }
}

/** A question whose number is over moves nothing on any more, and the order to send does so only until it has ended. */
async function withoutJob(db: Database, isMeant: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select id as "transactionId", merchant_id as "merchantId", status, category, questions
    from transaction
    where ${isMeant}
      and not exists (
        select from pgboss.job
        where job.name in ('payout', 'requery', 'card-question')
          and job.state <= 'active'
          and job.data ->> 'transactionId' = transaction.id::text
          and case job.name
            when 'payout' then transaction.status in ('QUEUED', 'PENDING')
            -- An older release did not say the number.
            else coalesce((job.data ->> 'attempt')::int, transaction.questions + 1) > transaction.questions
          end
      )
    order by ${order}
    limit ${itemsAtOnce}`.execute(db)
  return rows
}
