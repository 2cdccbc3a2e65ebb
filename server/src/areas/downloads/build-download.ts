import { fileFormats } from '@kobo/contract/downloads'
import { mode as modeSchema } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import type { ReadContext, AppDeps } from '../../http/handler.ts'
import { mayDo } from '../../http/rights.ts'
import { findActiveStaff, type Staff } from '../../http/staff.ts'
import { readFromReplica } from '../../jobs/read-from-replica.ts'
import { runClaimed } from '../../jobs/run-claimed.ts'
import { RetryLaterError } from '../../jobs/job-errors.ts'
import type { GeneratedFile } from '../../rails/files.ts'
import { resolveList } from './resolve-list.ts'
import { renderDownload } from './render-download.ts'
import { purgeFiles } from '../../http/purge-files.ts'
import { retentionMs } from './downloads.ts'

/** Each export takes a thread and a connection. */
const concurrency = 2
/** Extended with each progress update. */
const claimMs = 60_000
const reportIntervalMs = 500
const pageSize = 1_000
/** Far longer than the largest export takes. */
const timeoutMs = 3_600_000

/** Generates ordered exports, a few at a time, and removes cancelled ones. */
export async function runDownloadJobs(services: AppDeps): Promise<void> {
  const { files } = services
  const work = {
    table: 'download',
    claimMs,
    read: readOrder,
    make: (order: Order) => generate(services, order),
    deliver: (db: Transaction, order: Order, generated: GeneratedRows) => deliver(services, db, order, generated),
    giveUp: (db: Transaction, order: Order) => files.settle(db, order.file.id, 'failed'),
  } as const
  await services.jobs.work(
    'download',
    async ({ downloadId }) => {
      await removeCancelled(services, downloadId)
      await runClaimed(services, downloadId, work)
    },
    { concurrency },
  )
}

type Order = NonNullable<Awaited<ReturnType<typeof readOrder>>>

const storedQuery = z.record(z.string(), z.string())
const knownFormat = z.enum(fileFormats)

async function readOrder(db: Transaction, id: string) {
  const row = await db.selectFrom('download').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.cancelled_at !== null) return null
  const file = await db
    .selectFrom('file')
    .select(['id', 'storage_key', 'status'])
    .where('id', '=', row.file_id)
    .executeTakeFirstOrThrow()
  if (file.status !== 'MAKING') return null
  return {
    ...row,
    mode: modeSchema.parse(row.mode),
    format: knownFormat.parse(row.format),
    query: storedQuery.parse(row.query),
    file,
  }
}

interface GeneratedRows {
  generated: GeneratedFile
  rows: number
  isMasked: boolean
}

async function generate(services: AppDeps, order: Order): Promise<GeneratedRows> {
  const staff = await findOperator(services, order)
  const { columns, page } = resolveList(services, order, staff)
  let { file: promised } = order
  return await readFromReplica(services, async (db) => {
    const file = await services.files.receive(services.db, promised)
    promised = { ...promised, storage_key: file.key }
    try {
      return await withSnapshot(db, async (snapshot) => {
        const reportProgress = progressReporter(services, order)
        const context = contextOf(services, snapshot, order, staff)
        let rows = 0
        async function* chunks() {
          for (let number = 1; ; number += 1) {
            const found = await page({ page: number, size: pageSize }, context)
            rows += found.rows.length
            await reportProgress(rows, found.totalRecords)
            yield found.rows
            if (found.rows.length === 0 || rows >= found.totalRecords) return
          }
        }
        await renderDownload({ format: order.format, columns }, chunks(), file, AbortSignal.timeout(timeoutMs))
        return { generated: await file.end(), rows, isMasked: !mayDo(staff, 'people.read') }
      })
    } catch (problem) {
      await file.abandon()
      throw problem
    }
  })
}

/** Returns the operator who ordered the export, with the current role. Fails if they have left. */
async function findOperator({ db, clock }: AppDeps, { staff_id }: Order): Promise<Staff> {
  const staff = await findActiveStaff(db, staff_id, clock())
  if (!staff) throw new Error('The operator who ordered this export is no longer active')
  return staff
}

/** Lists are read as the operator would read them. */
function contextOf(services: AppDeps, snapshot: Transaction, order: Order, staff: Staff): ReadContext {
  return {
    ...services,
    db: snapshot,
    staff,
    mode: order.mode,
    sessionId: order.session_id,
    now: services.clock(),
    requestId: order.id,
    caller: { address: '', device: null, agent: null },
  }
}

/** Records progress at intervals and extends the claim. Aborts work that was cancelled or is claimed by another worker. */
function progressReporter({ db, clock }: AppDeps, order: Order) {
  let reportedAt = 0
  return async (rows: number, total: number) => {
    const now = clock().getTime()
    if (now - reportedAt < reportIntervalMs) return
    reportedAt = now
    const { numUpdatedRows } = await db
      .updateTable('download')
      .set({ rows_written: rows, rows_total: total, claimed_until: new Date(now + claimMs).toISOString() })
      .where('id', '=', order.id)
      .where('tries', '=', order.tries)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new RetryLaterError('This export was cancelled or is being generated by another worker')
  }
}

async function deliver(
  { files }: AppDeps,
  db: Transaction,
  order: Order,
  { generated, rows, isMasked }: GeneratedRows,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('download')
    .set({ rows_written: rows, rows_total: rows, is_masked: isMasked })
    .where('id', '=', order.id)
    .where('tries', '=', order.tries)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    await files.erase({ storage_key: generated.key })
    throw new RetryLaterError('This export was cancelled or is being generated by another worker')
  }
  await files.settle(db, order.file.id, generated)
}

/** Removes a cancelled export, bytes first, so that an interrupted removal is repeated. */
async function removeCancelled({ db, files }: AppDeps, id: string): Promise<void> {
  const row = await db
    .selectFrom('download')
    .innerJoin('file', 'file.id', 'download.file_id')
    .select(['file.id', 'file.storage_key'])
    .where('download.id', '=', id)
    .where('download.cancelled_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return
  await files.erase(row)
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('download').where('id', '=', id).execute()
    await transaction.deleteFrom('file').where('id', '=', row.id).execute()
  })
}

/** Deletes expired exports. */
export async function purgeDownloads(services: Pick<AppDeps, 'db' | 'files'>, now: Date): Promise<void> {
  await purgeFiles(services, { table: 'download', fileColumns: ['file_id'], keptForMs: retentionMs }, now)
}
