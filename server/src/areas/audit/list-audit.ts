import type { audit } from '@kobo/contract/audit'
import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import { recordTypes } from '@kobo/contract/kit/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import { nameMatches } from '../../db/text-match.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import type { Handler } from '../../http/handler.ts'
import { badRequest, notFound } from '../../http/http-error.ts'
import { firstIdAt } from '../../uuid.ts'
import { readableTypes } from '../record-access.ts'
import { asAuditEntries, type AuditRow, auditColumns } from './audit-entry.ts'

const maxCounted = 1000
const maxSearchedMs = 31 * 86_400_000

/** Lists what operators did, newest first, about the records that the operator may read. */
export const listAudit: Handler<typeof audit.list> = async (input, { db, staff }) => {
  const { page, size, staffId, action, recordType, recordId, merchantId, mode, address, search } = input
  const conditions: RawBuilder<unknown>[] = []
  if (staffId !== undefined) conditions.push(sql`audit.staff_id = ${staffId}`)
  if (action !== undefined) conditions.push(sql`audit.action = any(${action})`)
  if (recordType !== undefined) conditions.push(sql`audit.record_type = any(${recordType})`)
  if (recordId !== undefined) conditions.push(sql`audit.record_id = ${recordId}`)
  if (merchantId !== undefined) conditions.push(sql`audit.merchant_id = ${merchantId}`)
  if (address !== undefined) conditions.push(sql`audit.address = ${address}`)
  if (search !== undefined) {
    if (conditions.length === 0 && !isShort(input)) {
      throw badRequest('Choose another filter or at most 31 days to search the reasons', {
        search: 'Choose another filter or at most 31 days',
      })
    }
    conditions.push(nameMatches('audit.reason', search))
  }
  if (mode !== undefined) conditions.push(sql`audit.mode = ${mode}`)
  // Ids begin with the time, so that every index ends in the order of the list.
  if (input.startDate !== undefined) conditions.push(sql`audit.id >= ${firstIdAt(dayStart(input.startDate).getTime())}`)
  if (input.endDate !== undefined) conditions.push(sql`audit.id < ${firstIdAt(dayEnd(input.endDate).getTime())}`)
  const types = readableTypes(staff)
  if (types.length < recordTypes.length) conditions.push(sql`audit.record_type = any(${types})`)
  const matching = sql`from audit ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}`
  const offset = (page - 1) * size
  return await withSnapshot(db, async (snapshot) => {
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from (select ${matching} limit ${maxCounted + 1}) as counted`.execute(snapshot)
    const total = counted.rows[0]?.total ?? 0
    const { rows } = await sql<AuditRow>`
      select ${auditColumns} ${matching}
      order by audit.id desc limit ${Math.max(Math.min(size, maxCounted - offset), 0)} offset ${offset}`.execute(
      snapshot,
    )
    return {
      totalRecords: Math.min(total, maxCounted),
      isMore: total > maxCounted,
      entries: await asAuditEntries(snapshot, rows),
    }
  })
}

/** Returns one entry about a record that the operator may read. */
export const auditInfo: Handler<typeof audit.info> = async ({ auditId }, { db, staff }) => {
  const { rows } = await sql<AuditRow>`
    select ${auditColumns} from audit
    where audit.id = ${auditId} and audit.record_type = any(${readableTypes(staff)})`.execute(db)
  const [entry] = await asAuditEntries(db, rows)
  if (!entry) throw notFound('This entry of the audit')
  return { entry }
}

/** Whether both ends are given, at most 31 days apart. */
function isShort({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }): boolean {
  if (startDate === undefined || endDate === undefined) return false
  return dayEnd(endDate).getTime() - dayStart(startDate).getTime() <= maxSearchedMs
}
