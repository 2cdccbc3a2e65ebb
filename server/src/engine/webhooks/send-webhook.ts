import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type DeliveryResult, webhookDelaysSeconds } from '../../rails/webhooks.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { receiverLane } from '../../rails/lanes.ts'
import { inLanes } from '../in-lanes.ts'
import { writeTrail } from '../trail.ts'
import { stepOf } from './queue-webhook.ts'

/** Carries out one attempt to deliver an event, and queues the next where it fails. */
export async function sendWebhook(engine: Engine, { eventId, number }: JobKinds['webhook']): Promise<void> {
  const { db, seal, clock, outside } = engine
  const event = await readEvent(db, eventId)
  if (!isDue(event, number)) return
  const at = clock()
  const url = addressOf(event.url, outside.simulatorUrl)
  const secret = seal.open(event.sealed_secret)
  const result =
    url === null
      ? { responseCode: null, problem: 'address not allowed', responseText: '', ms: 0 }
      : await inLanes(engine.lanes, [receiverLane(event.url)], async (permit) => {
          const answer = await outside.webhooks.send({ url, id: eventId, secret, body: event.body, at })
          permit.leave(answer.responseCode === null ? 'silent' : 'answered')
          return answer
        })
  await transact(db, async (transaction) => {
    const locked = await lockEvent(transaction, eventId)
    // Another worker was faster: the receiver knows the event by its id.
    if (isDue(locked, number)) await noteAttempt(engine, transaction, event, { number, at, result })
  })
}

type Event = NonNullable<Awaited<ReturnType<typeof readEvent>>>

async function readEvent(db: Database, id: string) {
  return await db
    .selectFrom('webhook_event as event')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.merchant_id', 'event.merchant_id')
    .select(['event.id', 'event.merchant_id', 'transaction_id', 'kind', 'body', 'status', 'attempts'])
    .select(['endpoint.url', 'endpoint.sealed_secret'])
    .where('event.id', '=', id)
    .executeTakeFirst()
}

async function lockEvent(db: Transaction, id: string) {
  return await db
    .selectFrom('webhook_event')
    .select(['status', 'attempts'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Of several jobs with the same number one makes the attempt. */
function isDue<E extends { status: string; attempts: number }>(event: E | undefined, number: number): event is E {
  return event?.status === 'PENDING' && event.attempts + 1 === number
}

interface Attempt {
  number: number
  at: Date
  result: DeliveryResult
}

async function noteAttempt(engine: Engine, db: Transaction, event: Event, { number, at, result }: Attempt) {
  const { responseCode, problem, responseText, ms } = result
  const delivered = responseCode !== null && responseCode >= 200 && responseCode < 300
  const delay = delivered ? null : engine.delays.webhookSeconds(number)
  const next = delay === null ? null : new Date(engine.clock().getTime() + delay * 1000)
  await db
    .insertInto('webhook_attempt')
    .values({
      id: uuidv7(at.getTime()),
      event_id: event.id,
      merchant_id: event.merchant_id,
      number,
      at: at.toISOString(),
      response_code: responseCode,
      problem,
      response_text: responseText,
      ms,
    })
    .execute()
  await db
    .updateTable('webhook_event')
    .set({
      status: delivered ? 'DELIVERED' : next ? 'PENDING' : 'FAILED',
      attempts: number,
      next_attempt_at: next?.toISOString() ?? null,
    })
    .where('id', '=', event.id)
    .execute()
  const about = { id: event.transaction_id, merchant_id: event.merchant_id }
  const code = responseCode === null ? null : String(responseCode)
  const request = { url: event.url, id: event.id, attempt: number, body: event.body }
  const response = { status: responseCode, problem, text: responseText, ms }
  const sentence = sentenceFor(number, code ?? problem ?? 'no answer', delivered, delay)
  await writeTrail(db, about, at, [
    { category: stepOf(event.kind), log: { code, request, response }, sentence, completed: delivered },
  ])
  if (delay !== null) {
    const following = number + 1
    const again = { eventId: event.id, merchantId: event.merchant_id, number: following }
    const lanes = [receiverLane(event.url)]
    await engine.jobs.enqueue(db, 'webhook', again, { afterSeconds: delay, key: `${event.id} ${following}`, lanes })
  }
}

function sentenceFor(number: number, got: string, delivered: boolean, delay: number | null): string {
  const all = webhookDelaysSeconds.length
  const attempt = number > all ? `Attempt ${number}` : `Attempt ${number} of ${all}`
  if (delivered) return `Delivered at attempt ${number}: ${got}`
  return `${attempt} got ${got}; ${delay === null ? 'no other follows' : `next in ${waitText(delay)}`}`
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

/** `simulator:/hooks/ada` is an address at the demo's own receiver. */
function addressOf(url: string, simulatorUrl: string | null): string | null {
  if (!url.startsWith('simulator:')) return url
  return simulatorUrl === null ? null : simulatorUrl + url.slice('simulator:'.length)
}
