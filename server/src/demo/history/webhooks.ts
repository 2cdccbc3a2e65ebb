import type { Transaction } from '../../db/database.ts'
import type { WebhookKind } from '../../engine/webhooks/queue-webhook.ts'
import { webhookDelaysSeconds } from '../../rails/webhooks.ts'
import { dayMs, minuteMs } from '../calendar.ts'
import type { Draft } from './book.ts'
import { encoded } from './copy-rows.ts'
import { idText } from './holders.ts'
import { type Party, plain } from './parties.ts'
import { totalOf } from './pricing.ts'
import { type TrailInput, writeTold } from './steps.ts'

/** Makes the event that tells a merchant of a transaction, with every attempt to deliver it. */
export interface Webhooks {
  tell(draft: Draft, at: number, kind: WebhookKind): void
}

interface Event {
  id: Uint8Array
  kind: WebhookKind
  url: string
  body: string
  at: number
  /** How often the receiver failed before it took the event, or for good. */
  failures: number
}

const mostAttempts = webhookDelaysSeconds.length

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
    const drawn = random.next()
    if (drawn < 0.004 && now - at > dayMs) return mostAttempts
    if (drawn > 0.045 || now - at < 15 * minuteMs) return 0
    return drawn < 0.012 ? 2 : 1
  }

  return {
    tell(draft, at, kind) {
      const url = urls.get(holders.owners[draft.holder])
      if (url === undefined) return
      const id = numbers.id(at)
      const body = JSON.stringify({
        id: idText(id, 0),
        event: kind,
        createdAt: new Date(at).toISOString(),
        data: dataOf(input, draft),
      })
      const event = { id, kind, url, body, at, failures: failuresAt(at) }
      writeEvent(input, draft, event)
      writeAttempts(input, draft, event)
    },
  }
}

function writeEvent({ mode, holders, tables }: TrailInput, draft: Draft, event: Event): void {
  const rows = tables.webhook_event
  rows.row(10)
  rows.uuid(event.id)
  rows.ascii(mode)
  rows.uuid(holders.merchantIds, draft.holder * 16)
  rows.uuid(draft.id)
  rows.ascii(event.kind)
  rows.text(encoded(event.body))
  rows.instant(event.at)
  rows.ascii(event.failures < mostAttempts ? 'DELIVERED' : 'FAILED')
  rows.integer(Math.min(event.failures + 1, mostAttempts))
  rows.nothing()
}

function writeAttempts(input: TrailInput, draft: Draft, event: Event): void {
  const { id, kind, url, body, failures } = event
  const category = kind === 'collection.success' ? 'COLLECTION_WEBHOOK' : 'TRANSFER_WEBHOOK'
  const attempts = Math.min(failures + 1, mostAttempts)
  let at = event.at
  for (let number = 1; number <= attempts; number += 1) {
    at += (webhookDelaysSeconds[number - 1] ?? 0) * 1000
    const isDelivered = number > failures
    const code = isDelivered ? 200 : 500
    const text = `{"received":${isDelivered}}`
    const ms = 40 + Math.floor(input.random.next() * 300)
    writeAttempt(input, draft, { event: id, number, at, code, text, ms })
    writeTold(input, draft, {
      category,
      at,
      log: {
        code: String(code),
        request: { url, id: idText(id, 0), attempt: number, body },
        response: { status: code, problem: null, text, ms },
      },
      ...(number === attempts && { sentence: sentenceFor(number, isDelivered), completed: isDelivered }),
    })
  }
}

interface Attempt {
  event: Uint8Array
  number: number
  at: number
  code: number
  text: string
  ms: number
}

function writeAttempt({ numbers, holders, tables }: TrailInput, draft: Draft, attempt: Attempt): void {
  const rows = tables.webhook_attempt
  rows.row(9)
  rows.uuid(numbers.id(attempt.at))
  rows.uuid(attempt.event)
  rows.uuid(holders.merchantIds, draft.holder * 16)
  rows.integer(attempt.number)
  rows.instant(attempt.at)
  rows.integer(attempt.code)
  rows.nothing()
  rows.ascii(attempt.text)
  rows.integer(attempt.ms)
}

function sentenceFor(number: number, isDelivered: boolean): string {
  if (isDelivered) return `Delivered at attempt ${number}: 200`
  return `Attempt ${number} of ${mostAttempts} got 500; no other follows`
}

/** What the merchant learns, in naira. */
function dataOf({ holders }: TrailInput, draft: Draft) {
  const { kind, holder, at, paidAt } = draft
  const party = ({ name, number, bankCode }: Party) => ({
    name: plain(name),
    accountNumber: plain(number),
    bankCode: plain(bankCode),
  })
  return {
    transactionId: idText(draft.id, 0),
    reference: draft.reference,
    sessionId: draft.sessionId,
    status: draft.status,
    type: plain(kind.type),
    category: plain(kind.category),
    amount: draft.amount / 100,
    charges: totalOf(draft) / 100,
    responseCode: draft.responseCode,
    narration: draft.narration ? plain(draft.narration) : null,
    walletId: holders.isWallet[holder] === 1 ? idText(holders.walletIds, holder) : null,
    originator: party(draft.originator),
    beneficiary: party(draft.beneficiary),
    createdAt: new Date(at).toISOString(),
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
  }
}
