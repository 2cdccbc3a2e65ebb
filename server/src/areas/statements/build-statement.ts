import { mode as modeSchema } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import type { AppDeps } from '../../http/handler.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { runClaimed } from '../../jobs/run-claimed.ts'
import type { StoredSize } from '../../rails/incoming-file.ts'
import { renderStatement } from './render-statement.ts'
import { readStatement, type StatementHead } from './statement.ts'
import { failureMail, mailedForMs, readyMail, type StatementMail } from './statement-mails.ts'
import { purgeFiles } from '../../http/purge-files.ts'

type Maker = Pick<AppDeps, 'db' | 'files' | 'jobs' | 'seal' | 'settings' | 'clock'>

/** Each statement takes a thread and a connection. */
const concurrency = 2
const claimMs = 300_000
/** Shorter than the claim, so that no other worker takes over before. */
const giveUpMs = 240_000

/** Generates requested statements, a few at a time, and emails the links; a failed one is reported by email. */
export async function workStatements(maker: Maker): Promise<void> {
  const making = {
    table: 'statement',
    claimMs,
    read: readOrder,
    make: (order: Order) => write(maker, order),
    deliver: (db: Transaction, order: Order, made: Made) => deliver(maker, db, order, made),
    giveUp: (db: Transaction, order: Order) => giveUp(maker, db, order),
  } as const
  await maker.jobs.work('statement', ({ statementId }) => runClaimed(maker, statementId, making), {
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
  const staff = db.selectFrom('staff').select(['email', 'first_name', 'status']).where('id', '=', row.staff_id)
  return {
    ...row,
    mode: modeSchema.parse(row.mode),
    staff: await staff.executeTakeFirstOrThrow(),
    pdf: row.pdf_file_id === null ? null : await fileOf(row.pdf_file_id).executeTakeFirstOrThrow(),
    csv,
  }
}

interface Made {
  head: StatementHead
  pdf: StoredSize | null
  csv: StoredSize
}

async function write({ db, files, clock }: Maker, order: Order): Promise<Made> {
  const { mode, merchant_id: merchantId, start_day: startDay, end_day: endDay } = order
  const pdf = order.pdf && (await files.receive(order.pdf))
  const csv = await files.receive(order.csv)
  try {
    return await readStatement(db, { mode, merchantId, startDay, endDay }, async (head, pieces) => {
      await renderStatement(head, clock(), pieces, { pdf, csv }, AbortSignal.timeout(giveUpMs))
      return { head, pdf: pdf && (await pdf.end()), csv: await csv.end() }
    })
  } catch (problem) {
    await Promise.all([pdf?.abandon(), csv.abandon()])
    throw problem
  }
}

async function deliver(maker: Maker, db: Transaction, order: Order, { head, pdf, csv }: Made): Promise<void> {
  const { files, settings, clock } = maker
  await files.settle(db, order.csv.id, csv)
  if (order.pdf && pdf) await files.settle(db, order.pdf.id, pdf)
  await db
    .updateTable('statement')
    .set({ opening_kobo: head.openingKobo, closing_kobo: head.closingKobo })
    .where('id', '=', order.id)
    .execute()
  const link = (file: { id: string; name: string }) =>
    `${settings.publicUrl}${files.address(file, clock(), mailedForMs)}`
  await mail(maker, db, order, readyMail(head, { pdf: order.pdf && link(order.pdf), csv: link(order.csv) }))
}

async function giveUp(maker: Maker, db: Transaction, order: Order): Promise<void> {
  for (const file of [order.pdf, order.csv]) if (file) await maker.files.settle(db, file.id, 'failed')
  await mail(maker, db, order, failureMail(order))
}

/** Staff who have left meanwhile receive no email. */
async function mail({ jobs, seal }: Maker, db: Transaction, { staff }: Order, { subject, lines }: StatementMail) {
  if (staff.status !== 'ACTIVE') return
  const text = [`Hello ${staff.first_name},`, '', ...lines].join('\n')
  await queueMail(jobs, seal, db, { to: staff.email, subject, text })
}

/** Longer than any link to the files is valid. */
const keptForMs = mailedForMs + 86_400_000

/** Deletes expired statements. */
export async function forgetStatements(services: Pick<AppDeps, 'db' | 'files'>, now: Date): Promise<void> {
  await purgeFiles(services, { table: 'statement', fileColumns: ['pdf_file_id', 'csv_file_id'], keptForMs }, now)
}
