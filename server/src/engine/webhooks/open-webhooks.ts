import { openWebhookSecret } from '../../rails/webhooks.ts'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { transact } from '../../db/transact.ts'
import type { DeliveryResult } from '../../rails/webhooks.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { receiverLane } from '../../rails/lanes.ts'
import { createBatcher, readMomentMs } from '../batcher.ts'
import { withLanes } from '../with-lanes.ts'
import { type Trail, writeTrails } from '../trail.ts'
import { attempted, isDelivered, isOfTransaction } from './webhook-payload.ts'

/** Delivers webhook events. */
export interface Webhooks {
  /** Makes one delivery attempt, and queues the next if it fails. */
  send(job: JobKinds['webhook']): Promise<void>
}

/** Delivers each event on its own; reads and writes of concurrent deliveries are batched. */
export function openWebhooks(engine: Engine): Webhooks {
  const { db, seal, clock, outside, lanes } = engine
  const read = createBatcher((keys: readonly EventKey[]) => readEvents(db, keys), {
    name: 'read webhooks',
    keyOf: ({ eventId }) => eventId,
    momentMs: readMomentMs,
  })
  const recordAttempt = createBatcher(
    (attempts: readonly Attempt[]) => transact(db, (transaction) => recordAttempts(engine, transaction, attempts)),
    { name: 'record attempts', keyOf: ({ event }) => event.id },
  )
  return {
    async send({ eventId, number }) {
      const event = await read({ eventId })
      if (!isDue(event, number)) return
      const at = clock()
      const url = addressOf(event.url, outside.simulatorUrl)
      const secret = openWebhookSecret(seal, event)
      const result =
        url === null
          ? { responseCode: null, problem: 'address not allowed', responseText: '', ms: 0 }
          : await withLanes(lanes, [receiverLane(event.url)], async (permit) => {
              const response = await outside.webhooks.send({ url, id: eventId, secret, body: event.body, at })
              permit.leave(response.responseCode === null ? 'silent' : 'answered')
              return response
            })
      await recordAttempt({ event, number, at, result })
    },
  }
}

interface EventKey {
  eventId: string
}

type Event = NonNullable<Awaited<ReturnType<typeof readEvents>>[number]>

interface Attempt {
  event: Event
  number: number
  at: Date
  result: DeliveryResult
}

async function readEvents(db: Database, keys: readonly EventKey[]) {
  const rows = await db
    .selectFrom('webhook_event as event')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.merchant_id', 'event.merchant_id')
    .select(['event.id', 'event.merchant_id', 'transaction_id', 'kind', 'body', 'status', 'attempts'])
    .select(['endpoint.url', 'endpoint.sealed_secret'])
    .where('event.id', '=', (eb) => eb.fn.any(eb.val(keys.map(({ eventId }) => eventId))))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return keys.map(({ eventId }) => byId.get(eventId))
}

/** Only one of several jobs with the same number makes the attempt. */
function isDue<E extends { status: string; attempts: number }>(event: E | undefined, number: number): event is E {
  return event?.status === 'PENDING' && event.attempts + 1 === number
}

/** Records attempts and queues the next ones. */
async function recordAttempts(engine: Engine, db: Transaction, attempts: readonly Attempt[]): Promise<undefined[]> {
  const locked = await db
    .selectFrom('webhook_event')
    .select(['id', 'status', 'attempts'])
    .where('id', '=', (eb) => eb.fn.any(eb.val(attempts.map(({ event }) => event.id))))
    .orderBy('id')
    .forUpdate()
    .execute()
  const now = new Map(locked.map((event) => [event.id, event]))
  // Skips attempts that another worker recorded first; the receiver recognises a duplicate by the event id.
  const due = attempts.filter(({ event, number }) => isDue(now.get(event.id), number))
  const outcomes = due.map((attempt) => outcomeOf(engine, attempt))
  await insertRows(
    db,
    'webhook_attempt',
    outcomes.map(({ event, number, at, result }) => ({
      id: uuidv7(at.getTime()),
      event_id: event.id,
      merchant_id: event.merchant_id,
      number,
      at: at.toISOString(),
      response_code: result.responseCode,
      problem: result.problem,
      response_text: result.responseText,
      ms: result.ms,
    })),
  )
  await sql`
    update webhook_event set status = noted.status, attempts = noted.attempts, next_attempt_at = noted.next_attempt_at
    from unnest(
      ${outcomes.map(({ event }) => event.id)}::uuid[],
      ${outcomes.map(({ status }) => status)}::text[],
      ${outcomes.map(({ number }) => number)}::int[],
      ${outcomes.map(({ nextAt }) => nextAt)}::timestamptz[]
    ) as noted (id, status, attempts, next_attempt_at)
    where webhook_event.id = noted.id
  `.execute(db)
  await writeTrails(db, outcomes.flatMap(trailsOf))
  await engine.jobs.enqueueAll(
    db,
    'webhook',
    outcomes.flatMap(({ event, number, delay }) => {
      if (delay === null) return []
      const data = { eventId: event.id, merchantId: event.merchant_id, number: number + 1 }
      return [{ data, afterSeconds: delay, key: `${event.id} ${number + 1}`, lanes: [receiverLane(event.url)] }]
    }),
  )
  return attempts.map(() => undefined)
}

/** Status and next attempt of an event after an attempt. */
function outcomeOf({ delays, clock }: Engine, attempt: Attempt) {
  const delivered = isDelivered(attempt.result)
  const delay = delivered ? null : delays.webhookSeconds(attempt.number)
  const nextAt = delay === null ? null : new Date(clock().getTime() + delay * 1000).toISOString()
  const status = delivered ? 'DELIVERED' : nextAt === null ? 'FAILED' : 'PENDING'
  return { ...attempt, delay, nextAt, status }
}

function trailsOf({ event, number, at, result, delay }: ReturnType<typeof outcomeOf>): Trail[] {
  const { transaction_id: id, merchant_id } = event
  if (id === null || !isOfTransaction(event.kind)) return []
  const entries = [attempted(event, { number, result, nextSeconds: delay })]
  return [{ transaction: { id, merchant_id }, at, entries }]
}

/** `simulator:/hooks/ada` addresses the demo's own receiver. */
function addressOf(url: string, simulatorUrl: string | null): string | null {
  if (!url.startsWith('simulator:')) return url
  return simulatorUrl === null ? null : simulatorUrl + url.slice('simulator:'.length)
}
