import type { Transaction } from '@kobo/server/db/database'
import { aboutToBeSent, attempted, bodyOf, type WebhookKind } from '@kobo/server/engine/webhooks/webhook-payload'
import { webhookDelaysSeconds } from '@kobo/server/rails/retry-delays'
import type { DeliveryResult } from '@kobo/server/rails/webhooks'
import { dayMs, minuteMs } from '../calendar.ts'
import { encoded } from './copy-rows.ts'
import { idText } from './holders.ts'
import type { ReportedPayment, TrailInput } from './steps.ts'

/** Writes the webhook event of a transaction with all of its delivery attempts. */
export interface Webhooks {
  tell(scene: ReportedPayment, at: number, kind: WebhookKind): void
}

interface Event {
  id: Uint8Array
  kind: WebhookKind
  url: string
  body: string
  at: number
  /** Number of failed attempts before delivery succeeded or was abandoned. */
  failures: number
}

const maxAttempts = webhookDelaysSeconds.length
/** Delay between an attempt's due time and its start. */
const pickUpMs = 60

export async function openWebhooks(db: Transaction, input: TrailInput): Promise<Webhooks> {
  const { random, holders, mode, numbers, now } = input
  const endpoints = await db
    .selectFrom('webhook_endpoint as e')
    .innerJoin('account as a', 'a.merchant_id', 'e.merchant_id')
    .where('a.mode', '=', mode)
    .where('a.kind', '=', 'MERCHANT')
    .select(['a.id', 'e.url'])
    .execute()
  const urls = new Map(endpoints.map(({ id, url }) => [holders.positionOf(id), url]))

  const failuresAt = (at: number) => {
    const sample = random.next()
    if (sample < 0.004 && now - at > dayMs) return maxAttempts
    if (sample > 0.045 || now - at < 15 * minuteMs) return 0
    return sample < 0.012 ? 2 : 1
  }

  return {
    tell(scene, at, kind) {
      const url = urls.get(holders.owners[scene.draft.holder])
      if (url === undefined) return
      const id = numbers.id(at)
      const body = bodyOf({ id: idText(id, 0), kind, at: new Date(at), transaction: scene.row })
      const event = { id, kind, url, body, at, failures: failuresAt(at) }
      writeEvent(input, scene, event)
      scene.tell(at, aboutToBeSent(kind))
      writeAttempts(input, scene, event)
    },
  }
}

function writeEvent({ mode, holders, tables }: TrailInput, { draft }: ReportedPayment, event: Event): void {
  const rows = tables.webhook_event
  rows.row(10)
  rows.uuid(event.id)
  rows.ascii(mode)
  rows.uuid(holders.merchantIds, draft.holder * 16)
  rows.uuid(draft.id)
  rows.ascii(event.kind)
  rows.text(encoded(event.body))
  rows.instant(event.at)
  rows.ascii(event.failures < maxAttempts ? 'DELIVERED' : 'FAILED')
  rows.integer(Math.min(event.failures + 1, maxAttempts))
  rows.nothing()
}

function writeAttempts(input: TrailInput, scene: ReportedPayment, event: Event): void {
  const { kind, url, body, failures } = event
  const id = idText(event.id, 0)
  const attempts = Math.min(failures + 1, maxAttempts)
  let at = event.at
  for (let number = 1; number <= attempts; number += 1) {
    at += (webhookDelaysSeconds[number - 1] ?? 0) * 1000 + pickUpMs
    const isAccepted = number > failures
    const ms = 40 + Math.floor(input.random.next() * 300)
    const text = `{"received":${isAccepted}}`
    const result = { responseCode: isAccepted ? 200 : 500, problem: null, responseText: text, ms }
    writeAttempt(input, scene, { event: event.id, number, at, result })
    const nextSeconds = isAccepted ? null : (webhookDelaysSeconds[number] ?? null)
    scene.tell(at, attempted({ id, kind, url, body }, { number, result, nextSeconds }))
  }
}

interface Attempt {
  event: Uint8Array
  number: number
  at: number
  result: DeliveryResult & { responseCode: number }
}

function writeAttempt(
  { numbers, holders, tables }: TrailInput,
  { draft }: ReportedPayment,
  { event, number, at, result }: Attempt,
): void {
  const rows = tables.webhook_attempt
  rows.row(9)
  rows.uuid(numbers.id(at))
  rows.uuid(event)
  rows.uuid(holders.merchantIds, draft.holder * 16)
  rows.integer(number)
  rows.instant(at)
  rows.integer(result.responseCode)
  rows.text(result.problem === null ? null : encoded(result.problem))
  rows.ascii(result.responseText)
  rows.integer(result.ms)
}
