import { mode as modeSchema } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { Services } from '../../http/handler.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { NotYet } from '../../jobs/put-back.ts'
import type { StoredSize } from '../../rails/incoming-file.ts'
import { drawStatement } from './draw-statement.ts'
import { readStatement, type StatementHead } from './statement.ts'
import { failureMail, mailedForMs, readyMail, type StatementMail } from './statement-mails.ts'

type Maker = Pick<Services, 'db' | 'files' | 'jobs' | 'seal' | 'settings' | 'clock'>

/** Each takes a thread and a connection. */
const atOnce = 2
const mostTries = 3
/** A worker that is silent for longer is taken for dead, so it gives up before. */
const claimMs = 300_000
const giveUpMs = 240_000

/** Makes the statements that are asked for, a few at a time. */
export async function workStatements(maker: Maker): Promise<void> {
  await maker.jobs.work('statement', ({ statementId }) => makeStatement(maker, statementId), { concurrency: atOnce })
}

/** Makes one statement and mails it; after the last try it mails that there will be none. */
async function makeStatement(maker: Maker, statementId: string): Promise<void> {
  const order = await transact(maker.db, (db) => claim(maker, db, statementId))
  if (!order) return
  try {
    const made = await write(maker, order)
    await transact(maker.db, (db) => deliver(maker, db, order, made))
  } catch (problem) {
    await transact(maker.db, (db) => putDown(maker, db, order))
    throw problem
  }
}

type Order = NonNullable<Awaited<ReturnType<typeof readOrder>>>

/** Takes a statement for this worker alone; nothing where it is there, or will never be. */
async function claim(maker: Maker, db: Transaction, id: string): Promise<Order | null> {
  const now = maker.clock()
  const order = await readOrder(db, id)
  if (order?.csv.status !== 'MAKING') return null
  if (order.claimed_until !== null && Date.parse(order.claimed_until) > now.getTime()) {
    throw new NotYet('Another worker is at this statement')
  }
  if (order.tries >= mostTries) {
    await giveUp(maker, db, order)
    return null
  }
  const tries = order.tries + 1
  const claimed_until = new Date(now.getTime() + claimMs).toISOString()
  await db.updateTable('statement').set({ tries, claimed_until }).where('id', '=', id).execute()
  return { ...order, tries }
}

async function readOrder(db: Transaction, id: string) {
  const row = await db.selectFrom('statement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return null
  const fileOf = (fileId: string) =>
    db.selectFrom('file').select(['id', 'name', 'storage_key', 'status']).where('id', '=', fileId)
  const staff = db.selectFrom('staff').select(['email', 'first_name', 'status']).where('id', '=', row.staff_id)
  return {
    ...row,
    mode: modeSchema.parse(row.mode),
    staff: await staff.executeTakeFirstOrThrow(),
    pdf: row.pdf_file_id === null ? null : await fileOf(row.pdf_file_id).executeTakeFirstOrThrow(),
    csv: await fileOf(row.csv_file_id).executeTakeFirstOrThrow(),
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
      await drawStatement(head, clock(), pieces, { pdf, csv }, AbortSignal.timeout(giveUpMs))
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
    .set({ opening_kobo: head.openingKobo, closing_kobo: head.closingKobo, claimed_until: null })
    .where('id', '=', order.id)
    .execute()
  const link = (file: { id: string; name: string }) =>
    `${settings.publicUrl}${files.address(file, clock(), mailedForMs)}`
  await mail(maker, db, order, readyMail(head, { pdf: order.pdf && link(order.pdf), csv: link(order.csv) }))
}

/** Another try follows, unless this was the last. */
async function putDown(maker: Maker, db: Transaction, order: Order): Promise<void> {
  if (order.tries >= mostTries) await giveUp(maker, db, order)
  else await db.updateTable('statement').set({ claimed_until: null }).where('id', '=', order.id).execute()
}

async function giveUp(maker: Maker, db: Transaction, order: Order): Promise<void> {
  for (const file of [order.pdf, order.csv]) if (file) await maker.files.settle(db, file.id, 'failed')
  await mail(maker, db, order, failureMail(order))
}

/** Whoever has left in the meantime gets none. */
async function mail({ jobs, seal }: Maker, db: Transaction, { staff }: Order, { subject, lines }: StatementMail) {
  if (staff.status !== 'ACTIVE') return
  const text = [`Hello ${staff.first_name},`, '', ...lines].join('\n')
  await queueMail(jobs, seal, db, { to: staff.email, subject, text })
}
