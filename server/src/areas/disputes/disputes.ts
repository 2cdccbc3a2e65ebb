import { normalizeReference } from '../../engine/collections/collection-messages.ts'
import { disputeEnds } from '@kobo/contract/kit/dispute'
import type { disputes } from '@kobo/contract/disputes'
import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween, onDays } from '../../db/days.ts'
import { readOrderedPage } from '../../db/read-ordered-page.ts'
import { nameMatches } from '../../db/text-match.ts'
import { allowedTransitions } from '../../engine/disputes/change-status.ts'
import { refundStatus } from '../../engine/refunds/refund-messages.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { staffName } from '../../http/display.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'
import { isUuid } from '../../uuid.ts'
import { attachmentsOf } from './attachments.ts'

type List = typeof disputes.list

const isOpen = sql`status not in (${sql.join(disputeEnds)})`
const isOverdue = (now: Date) => sql`${isOpen} and due_at < ${now.toISOString()}`

/** Lists disputes, newest first by default, with the number of overdue ones. */
export const listDisputes: Handler<List> = async (input, { db, mode, now }) => {
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, totalOverdue: 0, disputes: [] }
  const isMatching = matchesFilter(mode, input, now)
  const matching = { table: 'dispute', days, matches: isMatching, columns, joins }
  const { total, rows } = await (input.sort === 'due'
    ? readOrderedPage(db, { ...matching, order: 'due_at' }, input)
    : readCountedPage(db, { ...matching, counted: null }, input))
  const overdue = await sql<{ total: bigint }>`
    select count(*) as total from dispute
    where ${isMatching} and ${onDays('created_at', days)} and ${isOverdue(now)}
  `.execute(db)
  return {
    totalRecords: Number(total),
    totalOverdue: Number(overdue.rows[0]?.total ?? 0n),
    disputes: rows.map((row) => asDispute(row, now)),
  }
}

/** Returns one dispute with its hold, refund, attachments and next statuses. */
export const disputeDetails: Handler<typeof disputes.details> = async ({ disputeId }, { db, mode, files, now }) => {
  const { rows } = await sql<DisputeDetail>`
    select ${columns}, t.description, t.alert, disputed.amount_kobo as disputed_kobo, staff.first_name, staff.last_name,
      hold.amount_kobo as held_kobo, hold.wanted_kobo,
      refund.id as refund_id, refund.amount_kobo as refund_kobo, going.id as going_id, going.status as going_status
    from dispute as t ${joins}
    left join staff on staff.id = t.staff_id
    left join hold on hold.dispute_id = t.id and hold.status = 'HELD'
    left join lateral (
      select * from refund where refund.dispute_id = t.id order by created_at desc, id desc limit 1
    ) as refund on true
    left join transaction as going on going.id = refund.refund_transaction_id
    where t.id = ${disputeId} and t.mode = ${mode}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('This dispute')
  const attachments = await attachmentsOf(db, files, now, { disputeId, messageIds: null })
  return {
    dispute: {
      ...asDispute(row, now),
      description: row.description,
      attachments: attachments.get(null) ?? [],
      createdBy: staffName(row),
      transactionId: row.transaction_id,
      transactionAmount: naira(row.disputed_kobo),
      held: row.held_kobo === null ? null : naira(row.held_kobo),
      shortfall: row.held_kobo === null ? null : naira((row.wanted_kobo ?? 0n) - row.held_kobo),
      refund: asRefund(row),
      alert: row.alert,
      nextStatuses: [...(await allowedTransitions(db, row))],
    },
  }
}

interface ListedDispute {
  id: string
  created_at: string
  status: string
  category: string
  amount_kobo: bigint
  customer: string
  due_at: string
  conversation: string
  merchant_id: string
  business_name: string
  transaction_id: string
  transaction_type: string
  transaction_category: string
  transaction_reference: string
}

interface DisputeDetail extends ListedDispute {
  description: string
  alert: string | null
  disputed_kobo: bigint
  first_name: string | null
  last_name: string | null
  held_kobo: bigint | null
  wanted_kobo: bigint | null
  refund_id: string | null
  refund_kobo: bigint
  going_id: string
  going_status: string
}

const columns = sql<ListedDispute>`t.id, t.created_at, t.status, t.category, t.amount_kobo, t.customer, t.due_at,
  t.conversation, t.merchant_id, merchant.business_name, t.transaction_id, disputed.type as transaction_type,
  disputed.category as transaction_category, disputed.reference as transaction_reference`

const joins = sql`
  left join merchant on merchant.id = t.merchant_id
  left join transaction as disputed on disputed.id = t.transaction_id`

function asDispute(row: ListedDispute, now: Date) {
  return {
    id: row.id,
    createdAt: row.created_at,
    merchant: { id: row.merchant_id, businessName: row.business_name },
    customer: row.customer,
    amount: naira(row.amount_kobo),
    dueDate: row.due_at,
    isOverdue: !disputeEnds.some((end) => end === row.status) && new Date(row.due_at) < now,
    status: row.status,
    category: row.category,
    transactionType: row.transaction_type,
    transactionCategory: row.transaction_category,
    transactionReference: row.transaction_reference,
    enableConversation: row.conversation,
  }
}

function asRefund({ refund_id: id, refund_kobo, going_id: transactionId, going_status }: DisputeDetail) {
  return id === null ? null : { id, transactionId, amount: naira(refund_kobo), status: refundStatus(going_status) }
}

function matchesFilter(mode: string, filter: Input<List>, now: Date): RawBuilder<boolean> {
  const { merchantId, status, category, search, state } = filter
  const conditions = [sql`mode = ${mode}`]
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  if (search !== undefined) conditions.push(isFoundBy(mode, search))
  if (state !== undefined) conditions.push(state === 'OPEN' ? isOpen : isOverdue(now))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * Matches the dispute's ID, the reference or session ID of the disputed transaction or a prefix of either, or the name of the
 * customer or merchant.
 */
function isFoundBy(mode: string, search: string): RawBuilder<boolean> {
  // Each part has its own index.
  const byId = isUuid(search) ? sql`union all select id from dispute where id = ${search.toLowerCase()}` : sql``
  return sql<boolean>`id in (
    select id from dispute where ${nameMatches('customer', search)}
    union all
    select id from dispute
    where merchant_id in (select id from merchant where mode = ${mode} and ${nameMatches('business_name', search)})
    union all
    select id from dispute where transaction_id in (
      select id from transaction where mode = ${mode} and reference ^@ ${normalizeReference(search)} limit 10000)
    ${byId}
  )`
}
