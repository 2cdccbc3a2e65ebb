import { type Download, downloadStatuses, type downloads } from '@kobo/contract/downloads'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import type { Handler, ReadContext } from '../../http/handler.ts'
import { mayDo } from '../../http/rights.ts'

/** Long enough to fetch the files, short because they hold many people's personal data. */
export const retentionMs = 86_400_000
const mostShown = 5

/** Lists the operator's latest exports of one place of the console. */
export const myDownloads: Handler<typeof downloads.mine> = async ({ place }, context) => {
  const { staff, mode, now } = context
  const rows = await ordered(context.db)
    .where('download.staff_id', '=', staff.id)
    .where('download.mode', '=', mode)
    .where('download.place', '=', place)
    .where('download.cancelled_at', 'is', null)
    .where('download.created_at', '>', new Date(now.getTime() - retentionMs).toISOString())
    .orderBy('download.created_at', 'desc')
    .limit(mostShown)
    .execute()
  return { downloads: rows.map((row) => asDownload(row, context)) }
}

/** Returns the current state of an export. */
export async function downloadAsIs(db: Database, id: string, context: Reader) {
  return asDownload(await ordered(db).where('download.id', '=', id).executeTakeFirstOrThrow(), context)
}

function ordered(db: Database) {
  return db
    .selectFrom('download')
    .innerJoin('file', 'file.id', 'download.file_id')
    .select(['download.id', 'download.created_at', 'download.file_id', 'download.rows_written', 'download.rows_total'])
    .select(['download.call', 'download.is_masked', 'download.is_more', 'file.name', 'file.status'])
}

type Ordered = Awaited<ReturnType<ReturnType<typeof ordered>['executeTakeFirstOrThrow']>>

const knownStatus = z.enum(downloadStatuses)

type Reader = Pick<ReadContext, 'files' | 'lists' | 'now' | 'staff'>

/** Whether the operator may still read the list, and people's data if the file shows them. */
function isReadable({ call, is_masked: isMasked }: Ordered, { lists, staff }: Reader): boolean {
  const list = lists.get(call)?.call
  return list !== undefined && mayDo(staff, list.permission) && (isMasked || mayDo(staff, 'people.read'))
}

function asDownload(row: Ordered, reader: Reader): Download {
  const { files, now } = reader
  return {
    id: row.id,
    createdAt: row.created_at,
    name: row.name,
    status: knownStatus.parse(row.status),
    rows: row.rows_written,
    totalRecords: row.rows_total,
    ...(row.is_more && { isMore: true }),
    ...(row.status === 'READY' &&
      isReadable(row, reader) && { url: files.address({ id: row.file_id, name: row.name }, now) }),
  }
}
