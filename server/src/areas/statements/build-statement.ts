import { mode as modeSchema } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import type { AppDeps } from '../../http/handler.ts'
import { isActive } from '../../http/staff.ts'
import { operatorMail, queueMail } from '../../jobs/mail-queue.ts'
import { readFromReplica } from '../../jobs/read-from-replica.ts'
import { runClaimed } from '../../jobs/run-claimed.ts'
import type { GeneratedBytes, GeneratedFile } from '../../rails/files.ts'
import { emailLink } from './email-link.ts'
import { renderStatement } from './render-statement.ts'
import { readStatement, type StatementHead } from './statement.ts'
import { failureMail, mailedForMs, readyMail, type StatementMail } from './statement-mails.ts'
import { purgeFiles } from '../../http/purge-files.ts'

type Services = Pick<AppDeps, 'db' | 'reads' | 'files' | 'jobs' | 'seal' | 'settings' | 'clock'>

/** Each statement takes a thread and a connection. */
const concurrency = 2
const claimMs = 300_000
/** Shorter than the claim, so that no other worker takes over before. */
const timeoutMs = 240_000

/** Generates requested statements, a few at a time, and emails the links; a failed one is reported by email. */
export async function runStatementJobs(services: Services): Promise<void> {
  const work = {
    table: 'statement',
    claimMs,
    read: readOrder,
    make: (order: Order) => generate(services, order),
    deliver: (db: Transaction, order: Order, generated: GeneratedFiles) => deliver(services, db, order, generated),
    giveUp: (db: Transaction, order: Order) => failStatement(services, db, order),
  } as const
  await services.jobs.work('statement', ({ statementId }) => runClaimed(services, statementId, work), {
    concurrency,
  })
}

type Order = NonNullable<Awaited<ReturnType<typeof readOrder>>>

async function readOrder(db: Transaction, id: string) {
  const row = await db.selectFrom('statement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return null
  const fileOf = (fileId: string) =>
    db.selectFrom('file').select(['id', 'name', 'storage_key', 'status']).where('id', '=', fileId)
  const csv = await fileOf(row.csv_file_id).executeTakeFirstOrThrow()
  if (csv.status !== 'MAKING') return null
  const staff = db
    .selectFrom('staff')
    .select(['email', 'first_name', 'status', 'access_until'])
    .where('id', '=', row.staff_id)
  return {
    ...row,
    mode: modeSchema.parse(row.mode),
    staff: await staff.executeTakeFirstOrThrow(),
    pdf: row.pdf_file_id === null ? null : await fileOf(row.pdf_file_id).executeTakeFirstOrThrow(),
    csv,
  }
}

interface GeneratedFiles {
  head: StatementHead
  pdf: GeneratedFile | null
  csv: GeneratedFile
}

async function generate(services: Services, order: Order): Promise<GeneratedFiles> {
  const { db, files, clock } = services
  const { mode, merchant_id: merchantId, start_day: startDay, end_day: endDay } = order
  const period = { mode, merchantId, startDay, endDay }
  const keys = new Map<string, string>()
  return await readFromReplica(services, async (reading) => {
    const opened: GeneratedBytes[] = []
    const open = async ({ id, storage_key }: { id: string; storage_key: string }) => {
      const incoming = await files.receive(db, { id, storage_key: keys.get(id) ?? storage_key })
      keys.set(id, incoming.key)
      opened.push(incoming)
      return incoming
    }
    try {
      const pdf = order.pdf && (await open(order.pdf))
      const csv = await open(order.csv)
      return await readStatement(reading, period, async (head, chunks) => {
        await renderStatement(head, clock(), chunks, { pdf, csv }, AbortSignal.timeout(timeoutMs))
        return { head, pdf: pdf && (await pdf.end()), csv: await csv.end() }
      })
    } catch (problem) {
      await Promise.all(opened.map((file) => file.abandon()))
      throw problem
    }
  })
}

async function deliver(
  services: Services,
  db: Transaction,
  order: Order,
  { head, pdf, csv }: GeneratedFiles,
): Promise<void> {
  const { files, settings, clock } = services
  await files.settle(db, order.csv.id, csv)
  if (order.pdf && pdf) await files.settle(db, order.pdf.id, pdf)
  await db
    .updateTable('statement')
    .set({ opening_kobo: head.openingKobo, closing_kobo: head.closingKobo })
    .where('id', '=', order.id)
    .execute()
  if (await emailLink(services, db, order.id)) return
  const link = (file: { id: string; name: string }) =>
    `${settings.publicUrl}${files.address(file, clock(), mailedForMs)}`
  await mail(services, db, order, readyMail(head, { pdf: order.pdf && link(order.pdf), csv: link(order.csv) }))
}

async function failStatement(services: Services, db: Transaction, order: Order): Promise<void> {
  for (const file of [order.pdf, order.csv]) if (file) await services.files.settle(db, file.id, 'failed')
  await mail(services, db, order, failureMail(order))
}

/** Staff who have left meanwhile receive no email. */
async function mail(
  { jobs, seal, clock }: Services,
  db: Transaction,
  { mode, staff }: Order,
  { subject, lines }: StatementMail,
) {
  if (!isActive(staff, clock())) return
  const text = [`Hello ${staff.first_name},`, '', ...lines].join('\n')
  await queueMail(jobs, seal, db, operatorMail(mode, { to: staff.email, subject, text }))
}

/** Longer than any link to the files is valid. */
const retentionMs = mailedForMs + 86_400_000

/** Deletes expired statements. */
export async function purgeStatements(services: Pick<AppDeps, 'db' | 'files'>, now: Date): Promise<void> {
  await purgeFiles(
    services,
    { table: 'statement', fileColumns: ['pdf_file_id', 'csv_file_id'], keptForMs: retentionMs },
    now,
  )
}
