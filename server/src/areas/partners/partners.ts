import type { Partner, partners } from '@kobo/contract/partners'
import { type RawBuilder, sql } from 'kysely'
import { everyWordIn, nameMatches } from '../../db/text-match.ts'
import { readPage } from '../../db/read-page.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { mayDo } from '../../http/rights.ts'

/** Lists partners, newest first, with how many of the matching ones are active. Runs two statements. */
export const listPartners: Handler<typeof partners.list> = async (input, { db, mode, staff }) => {
  const { page, size, status, name } = input
  const maySeePeople = mayDo(staff, 'people.read')
  const isFound = sql<boolean>`partner.mode = ${mode} and ${name === undefined ? sql`true` : isCalled(name, maySeePeople)}`
  const [totals, rows] = await withSnapshot(db, async (snapshot) => {
    const counted = await sql<{ status: string; n: bigint }>`
      select status, count(*) as n from partner where ${isFound} group by status`.execute(snapshot)
    const isShown = status === undefined ? isFound : sql<boolean>`${isFound} and partner.status = ${status}`
    const shown = await partnersWhere(isShown, sql`limit ${size} offset ${(page - 1) * size}`).execute(snapshot)
    return [counted.rows, shown.rows] as const
  })
  const countOf = (statusName: string) => Number(totals.find((row) => row.status === statusName)?.n ?? 0n)
  const [totalActive, totalInactive] = [countOf('ACTIVE'), countOf('INACTIVE')]
  const totalRecords = status === undefined ? totalActive + totalInactive : countOf(status)
  return { totalRecords, totalActive, totalInactive, partners: rows.map(asPartner) }
}

/** Returns one partner of the operator's mode. */
export const partnerInfo: Handler<typeof partners.info> = async ({ partnerId }, { db, mode }) => {
  const isRequested = sql<boolean>`partner.id = ${partnerId} and partner.mode = ${mode}`
  const [row] = (await partnersWhere(isRequested).execute(db)).rows
  if (!row) throw notFound('This partner')
  return { partner: asPartner(row) }
}

/** Lists a partner's merchants, newest first. */
export const partnerMerchants: Handler<typeof partners.merchants> = async (input, { db, mode }) => {
  const { partnerId, status, name } = input
  await requireInMode({ db, mode }, 'partner', partnerId)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot
      .selectFrom('merchant')
      .where('partner_id', '=', partnerId)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'ACTIVE'))
      .$if(name !== undefined, (query) => query.where(nameMatches('business_name', name ?? '')))
    const shown = matching
      .select(['id', 'created_at', 'business_name', 'email', 'verified', 'status'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
    return { matching, shown }
  })
  const merchants = rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    businessName: row.business_name,
    email: row.email,
    verified: row.verified,
    status: row.status,
  }))
  return { totalRecords, merchants }
}

interface PartnerRow {
  id: string
  created_at: string
  name: string
  email: string
  phone_number: string
  status: string
  merchants: bigint
}

/** Counts merchants only for the rows of the page. */
function partnersWhere(condition: RawBuilder<boolean>, limit: RawBuilder<unknown> = sql``): RawBuilder<PartnerRow> {
  return sql<PartnerRow>`
    select shown.*, (select count(*) from merchant where partner_id = shown.id) as merchants
    from (
      select id, created_at, name, email, phone_number, status from partner
      where ${condition} order by created_at desc, id desc ${limit}
    ) as shown
    order by shown.created_at desc, shown.id desc`
}

/**
 * Phone numbers are stored in international format, but may be typed in national format. Without the permission to see personal data
 * only a whole one matches, and no email address, because parts would spell out what the reply masks.
 */
function isCalled(text: string, maySeePeople: boolean): RawBuilder<boolean> {
  const digits = text.replace(/[\s()-]/g, '')
  const phone = /^0\d+$/.test(digits) ? `+234${digits.slice(1)}` : digits
  const hasPhone = maySeePeople
    ? sql`position(${phone} in phone_number) > 0`
    : sql`ltrim(phone_number, '+') = ltrim(${phone}, '+')`
  const isPhone = /^\+?\d+$/.test(phone) ? hasPhone : sql`false`
  const columns = maySeePeople ? ['name', 'email'] : ['name']
  return sql<boolean>`(${everyWordIn(columns, text)} or ${isPhone})`
}

function asPartner(row: PartnerRow): Partner {
  return {
    id: row.id,
    createdAt: row.created_at,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    totalMerchants: Number(row.merchants),
    status: row.status,
  }
}
