import type { downloads } from '@kobo/contract/downloads'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'

/** Cancels an export, finished or not. The job removes its bytes. */
export const cancelDownload: Handler<typeof downloads.cancel> = async ({ downloadId }, context) => {
  const { db, staff, mode, now } = context
  const { numUpdatedRows } = await db
    .updateTable('download')
    .set({ cancelled_at: now.toISOString() })
    .where('id', '=', downloadId)
    .where('staff_id', '=', staff.id)
    .where('mode', '=', mode)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('This file')
  await context.audit({ action: 'download.cancel', recordType: 'download', recordId: downloadId })
  await context.jobs.enqueue(db, 'download', { downloadId })
  return { message: 'File removed', data: {} }
}
