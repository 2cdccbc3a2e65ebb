import type { contact } from '@kobo/contract/contact'
import type { Input } from '@kobo/contract/kit/call'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween, onDays } from '../../db/days.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import { nameMatches, startsWith } from '../../db/text-match.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { staffName } from '../../http/display.ts'
import { mayDo } from '../../http/rights.ts'

type List = typeof contact.list

/** Lists contact messages, newest first. Runs two statements. */
export const listContactMessages: Handler<List> = async (input, { db, mode, staff }) => {
  const { page, size } = input
  const isFound = matchesFilter(mode, input, mayDo(staff, 'people.read'))
  return await withSnapshot(db, async (snapshot) => {
    const counted = await sql<{ n: bigint }>`select count(*) as n from contact_message where ${isFound}`.execute(
      snapshot,
    )
    const shown = await messagesWhere(isFound, sql`limit ${size} offset ${(page - 1) * size}`).execute(snapshot)
    return { totalRecords: Number(counted.rows[0]?.n ?? 0n), messages: shown.rows.map(asMessage) }
  })
}

/** Returns one contact message with its answer. */
export const contactMessage: Handler<typeof contact.info> = async ({ messageId }, { db, mode }) => {
  const isRequested = sql<boolean>`contact_message.id = ${messageId} and contact_message.mode = ${mode}`
  const [row] = (await messagesWhere(isRequested).execute(db)).rows
  if (!row) throw notFound('This message')
  return {
    message: {
      ...asMessage(row),
      answer: row.answer,
      answeredBy: row.answered_at === null ? null : staffName(row),
      answeredAt: row.answered_at,
    },
  }
}

interface MessageRow {
  id: string
  created_at: string
  name: string
  email: string
  phone_number: string
  subject: string
  message: string
  status: string
  answer: string | null
  answered_at: string | null
  first_name: string | null
  last_name: string | null
  merchant_id: string
  business_name: string
}

function messagesWhere(condition: RawBuilder<boolean>, limit: RawBuilder<unknown> = sql``): RawBuilder<MessageRow> {
  return sql<MessageRow>`
    select shown.*, business_name, first_name, last_name
    from (
      select * from contact_message where ${condition} order by created_at desc, id desc ${limit}
    ) as shown
    join merchant on merchant.id = shown.merchant_id
    left join staff on staff.id = answered_by
    order by shown.created_at desc, shown.id desc`
}

function asMessage(row: MessageRow) {
  return {
    id: row.id,
    createdAt: row.created_at,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    subject: row.subject,
    message: row.message,
    status: row.status,
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

function matchesFilter(
  mode: string,
  { status, search, startDate, endDate }: Input<List>,
  maySeePeople: boolean,
): RawBuilder<boolean> {
  const conditions = [
    sql`contact_message.mode = ${mode}`,
    onDays('contact_message.created_at', daysBetween(startDate, endDate)),
  ]
  if (status !== undefined) conditions.push(sql`contact_message.status = any(${status})`)
  if (search !== undefined) {
    const merchantIds = sql`select id from merchant where ${nameMatches('business_name', search)}`
    // Addresses match by their beginning, so that a search would spell them out letter by letter.
    const hasEmail = maySeePeople ? startsWith('contact_message.email', search) : sql`false`
    conditions.push(
      sql`(${nameMatches('contact_message.name', search)} or ${hasEmail}
        or contact_message.merchant_id in (${merchantIds}))`,
    )
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
