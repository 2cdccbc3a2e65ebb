import { type downloads, mostRows } from '@kobo/contract/downloads'
import { lagosDay } from '@kobo/contract/kit/day'
import { fileName } from '@kobo/contract/kit/export-file'
import { mask } from '@kobo/contract/kit/text'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { checkQuota, quotaSince } from '../../http/file-quota.ts'
import { formatCount } from '../../http/display.ts'
import type { PreparedWrite, WriteContext } from '../../http/handler.ts'
import { unprocessable } from '../../http/http-error.ts'
import { uuidv7 } from '../../uuid.ts'
import { resolveList } from './resolve-list.ts'
import { downloadAsIs } from './downloads.ts'

const quota = { what: 'files', open: 5, hourly: 60 }

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

/** Orders an export of all matching rows, which a job then generates. */
export const orderDownload: PreparedWrite<typeof downloads.order> = {
  async prepare(order, reading) {
    const { totalRecords, isMore } = await resolveList(reading, order, reading.staff).page(
      { page: 1, size: 1 },
      reading,
    )
    const most = mostRows[order.format]
    if (totalRecords > most) {
      throw unprocessable(`More than ${formatCount(most)} rows match${order.format === 'xlsx' ? '. Choose CSV' : ''}`)
    }
    return async (context) => {
      await checkOwnQuota(context.db, context)
      const { db, mode, staff, sessionId, now } = context
      const id = uuidv7(now.getTime())
      const { list, words, place, call, query, columns, format } = order
      const name = `${fileName({ list, mode, words, day: lagosDay(now) })}.${format}`
      const file = { mode, name, contentType: contentTypes[format], staffId: staff.id }
      await db
        .insertInto('download')
        .values({
          id,
          mode,
          place,
          call,
          columns,
          format,
          query: JSON.stringify(query),
          staff_id: staff.id,
          session_id: sessionId,
          created_at: now.toISOString(),
          file_id: await context.files.promise(db, file),
          rows_total: totalRecords,
          is_more: isMore,
        })
        .execute()
      const after = { call, query: masked(query), columns, format, rows: totalRecords }
      await context.audit({ action: 'download.order', recordType: 'download', recordId: id, after })
      await context.jobs.enqueue(db, 'download', { downloadId: id })
      return { message: 'Your file is being prepared', data: { download: await downloadAsIs(db, id, context) } }
    }
  },
}

async function checkOwnQuota(db: Transaction, { staff, now }: WriteContext): Promise<void> {
  // Serialises orders of one operator, so that the count is still valid when the order is written.
  await sql`select pg_advisory_xact_lock(hashtext(${`download ${staff.id}`}))`.execute(db)
  const ordered = await db
    .selectFrom('download')
    .innerJoin('file', 'file.id', 'download.file_id')
    .select(['download.created_at', 'file.status'])
    .where('download.staff_id', '=', staff.id)
    .where('download.created_at', '>', quotaSince(now))
    .orderBy('download.created_at')
    .execute()
  checkQuota(ordered, quota, now)
}

/** Masks long numbers, because the search may contain a BVN or a phone number. */
function masked(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, /^\+?\d{11,}$/.test(value) ? mask(value) : value]),
  )
}
