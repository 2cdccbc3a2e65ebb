import type { Mode } from '@kobo/contract/kit/mode'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { BulkItem, Transaction } from '../db/tables.ts'

/** Rows written about one record; `form` holds nothing that varies between records with the same `ending`. */
export interface Life {
  /** Outcome, such as `BANK_TRANSFER DEBIT MERCHANT SUCCESS 00`. */
  ending: string
  form: unknown
}

interface Log {
  category: string
  code: string | null
  request: unknown
  response: unknown
}

interface Step {
  category: string
  completed: boolean
  sentence: string
}

interface Event {
  kind: string
  status: string
  body: string
  tries: unknown[]
}

interface Read {
  row: Selectable<Transaction>
  business: string
  postings: string[]
  steps: Step[]
  logs: Log[]
  events: Event[]
}

/** Returns the histories of a mode's transactions and of their webhook deliveries. */
export async function livesOf(db: Database, mode: Mode): Promise<{ transactions: Life[]; deliveries: Life[] }> {
  const { rows } = await sql<Read>`
    with posted as (
      select transaction_id, jsonb_agg(kind order by kind) as "all" from transfer group by 1
    ), step as (
      select transaction_id, jsonb_agg(jsonb_build_object('category', category, 'completed', completed,
        'sentence', description) order by created_at, id) as "all" from activity group by 1
    ), log as (
      select transaction_id, jsonb_agg(jsonb_build_object('category', category, 'code', response_code,
        'request', request, 'response', response) order by created_at, id) as "all" from payout_log group by 1
    ), attempt as (
      select event_id, jsonb_agg(to_jsonb(webhook_attempt) order by number) as "all" from webhook_attempt group by 1
    ), event as (
      select transaction_id, jsonb_agg(to_jsonb(webhook_event) || jsonb_build_object('tries',
        coalesce(attempt."all", '[]'))) as "all" from webhook_event left join attempt on event_id = id group by 1
    )
    select to_jsonb(transaction) as row, business_name as business, coalesce(posted."all", '[]') as postings,
      coalesce(step."all", '[]') as steps, coalesce(log."all", '[]') as logs, coalesce(event."all", '[]') as events
    from transaction join merchant on merchant.id = merchant_id
    left join posted on posted.transaction_id = transaction.id
    left join step on step.transaction_id = transaction.id
    left join log on log.transaction_id = transaction.id
    left join event on event.transaction_id = transaction.id
    where transaction.mode = ${mode}`.execute(db)
  return { transactions: rows.map(transactionLife), deliveries: rows.flatMap(deliveryLives) }
}

const isWebhook = ({ category }: { category: string }) => category.endsWith('_WEBHOOK')

function transactionLife(read: Read): Life {
  const { row, postings, events } = read
  const logs = read.logs.filter((log) => !isWebhook(log))
  const steps = read.steps.filter((step) => !isWebhook(step))
  const ending = [
    [row.category, row.type, row.scope, row.status],
    row.status === 'PENDING' ? `after ${logs.at(-1)?.code}` : (row.response_code ?? []),
    logs.some(({ category }) => category === 'TRANSACTION_STATUS') ? 'queried' : [],
    row.alert === null ? [] : 'with an alert',
    row.payment_method ?? [],
  ]
  const form = {
    row: shapeOf({ ...row, alert: row.alert && bare(row.alert, read) }),
    postings,
    steps: withoutRepeats(steps.map((step) => ({ ...step, sentence: bare(step.sentence, read) }))),
    logs: withoutRepeats(logs.map((log) => shapeOf(log))),
    events: events.map(({ kind, body }) => ({ kind, body: shapeOf(JSON.parse(body)) })),
  }
  return { ending: ending.flat().join(' '), form }
}

/** A transaction has at most one event. */
function deliveryLives(read: Read): Life[] {
  return read.events.map(({ body, ...event }) => ({
    ending: `${event.kind} ${event.status} ${event.tries.length}`,
    form: {
      event: shapeOf({ ...event, body: typeof body }),
      steps: read.steps.filter(isWebhook).map((step) => ({ ...step, sentence: bare(step.sentence, read) })),
      logs: read.logs.filter(isWebhook).map((log) => shapeOf(log)),
    },
  }))
}

interface ReadItem {
  item: Selectable<BulkItem>
  /** Explanation of the payout's failure on the overview, if it failed. */
  failure: string | null
}

/** Returns the histories of the items of a mode's batches. */
export async function itemLives(db: Database, mode: Mode): Promise<Life[]> {
  const { rows } = await sql<ReadItem>`
    select to_jsonb(i) as item, (
      select description from activity a where a.transaction_id = i.transaction_id and category = 'FUND_FAILED') as failure
    from bulk_item i join bulk_batch b on b.id = i.batch_id where b.mode = ${mode}`.execute(db)
  return rows.map(({ item, failure }) => {
    const problem = item.problem !== null && item.problem === failure ? 'error of its payout' : item.problem
    return { ending: `${item.status} ${problem ?? ''}`.trimEnd(), form: shapeOf({ ...item, problem }) }
  })
}

/** Collapses repeated status queries and responses into one. */
function withoutRepeats<T>(items: readonly T[]): T[] {
  return items.filter((item, index) => index === 0 || JSON.stringify(item) !== JSON.stringify(items[index - 1]))
}

function bare(sentence: string, { row, business }: Read): string {
  const names = [business, row.originator_name, row.beneficiary_name].filter((name) => name !== null)
  return names
    .reduce((text, name) => text.replaceAll(name, 'NAME'), sentence)
    .replaceAll(/₦[\d,]+\.\d\d/g, '₦')
    .replaceAll(/\b(NIP|ETRANZACT)\b/g, 'ROUTE')
    .replaceAll(/after \d+ minutes/g, 'after MINUTES')
    .replaceAll(/next in \d+ (s|min|h)\b/g, 'next in TIME')
}

/** Fields whose exact values depend only on the ending. */
const text =
  'type category scope status kind event code response_code responseCode problem text response_text alert number attempt attempts'
const schemeMessage = new Set(text.split(' '))
/** Fields that only the engine needs, while it queries. */
const passing = new Set(['questions'])

/** Replaces the values of an object by their types, except those of telling fields. */
function shapeOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([name]) => !passing.has(name))
    return Object.fromEntries(entries.map(([name, item]) => [name, shapeOf(item, name)]))
  }
  return value === null || schemeMessage.has(key) ? value : typeof value
}
