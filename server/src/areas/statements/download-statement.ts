import { lagosDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import type { statements } from '@kobo/contract/statements'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { writeAudit } from '../../db/audit.ts'
import { checkQuota, quotaSince } from '../../http/file-quota.ts'
import { formatCount } from '../../http/display.ts'
import type { Handler, ReadContext } from '../../http/handler.ts'
import { badRequest, unprocessable } from '../../http/http-error.ts'
import { uuidv7 } from '../../uuid.ts'
import { countMovements, statedAccount } from './statement.ts'

/** Period within which the same request returns the same statement, so that a second click generates and emails nothing. */
const sameWithinMs = 60_000
/** Longer statements are made as CSV only, because their PDF would have hundreds of pages. */
const mostInPdf = 20_000
const mostInCsv = 500_000
const quota = { what: 'statements', open: 20, hourly: 60 }

export interface Period {
  merchantId: string
  startDate: string
  endDate: string
}

/** Orders a statement and returns its URLs immediately. It is generated in the background and then emailed to the operator. */
export const downloadStatement: Handler<typeof statements.download> = async (period, context) => {
  checkPeriod(period, context.now)
  const ordered = (await recent(context.db, period, context)) ?? (await order(period, context))
  const address = (file: OrderedFile) => context.files.address(file, context.now)
  const { pdf, csv, making } = ordered
  return {
    statementURL: address(pdf ?? csv),
    csvURL: address(csv),
    making,
    ...(!pdf && {
      note: `There are more than ${formatCount(mostInPdf)} movements, so the statement is available as CSV only`,
    }),
  }
}

/** Rejects a period that ends before it starts, or in the future. */
export function checkPeriod({ startDate, endDate }: Period, now: Date): void {
  const today = lagosDay(now)
  if (startDate > today)
    throw badRequest('The start date cannot be in the future', { startDate: 'Cannot be in the future' })
  if (endDate > today) throw badRequest('The end date cannot be in the future', { endDate: 'Cannot be in the future' })
  if (endDate < startDate) {
    throw badRequest('The end date cannot be before the start date', { endDate: 'Cannot be before the start date' })
  }
}

interface OrderedFile {
  id: string
  name: string
}

interface Ordered {
  /** Null if there are too many movements. */
  pdf: OrderedFile | null
  csv: OrderedFile
  making: boolean
}

async function order(period: Period, context: ReadContext): Promise<Ordered> {
  const planned = await planStatement(context.db, period, context.mode)
  return await transact(context.db, async (transaction) => {
    await lockOrders(transaction, context)
    const existing = await recent(transaction, period, context)
    if (existing) return existing
    await requireQuota(transaction, context)
    const { sessionId, mode, requestId, now: at, caller, staff } = context
    const { id, ...files } = await createStatement(transaction, planned, context)
    const { merchantId, startDate, endDate } = period
    const entry = { recordType: 'statement', recordId: id, merchantId, after: { startDate, endDate } } as const
    const by = { staffId: staff.id, sessionId, mode, requestId, at, caller }
    await writeAudit(transaction, by, { action: 'statement.download', ...entry })
    return { ...files, making: true }
  })
}

export interface PlannedStatement extends Period {
  /** Name of its files, without an extension. */
  name: string
  asPdf: boolean
}

/** Reads how a statement can be generated; rejects a merchant without an account, and too many movements. */
export async function planStatement(db: Database, period: Period, mode: Mode): Promise<PlannedStatement> {
  const { merchantId, startDate, endDate } = period
  const account = await statedAccount(db, { mode, merchantId })
  const count = await countMovements(db, account.id, { startDay: startDate, endDay: endDate }, mostInCsv + 1)
  if (count > mostInCsv)
    throw unprocessable(`There are more than ${formatCount(mostInCsv)} movements. Choose a shorter period`)
  return { ...period, name: `statement-${account.accountNumber}-${startDate}-${endDate}`, asPdf: count <= mostInPdf }
}

/** Serialises orders of one operator, so that their count is still valid when the next one is written. */
export async function lockOrders(db: Transaction, { staff }: Pick<ReadContext, 'staff'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`statement ${staff.id}`}))`.execute(db)
}

export async function requireQuota(db: Transaction, context: Pick<ReadContext, 'staff' | 'now'>): Promise<void> {
  checkQuota(await ordersOfThisHour(db, context), quota, context.now)
}

/** Stores a statement and its files, and has them generated. */
export async function createStatement(
  db: Transaction,
  { merchantId, startDate, endDate, name, asPdf }: PlannedStatement,
  { files, jobs, mode, staff, now }: Pick<ReadContext, 'files' | 'jobs' | 'mode' | 'staff' | 'now'>,
): Promise<Omit<Ordered, 'making'> & { id: string }> {
  const promise = async (extension: string, contentType: string) => {
    const file = { name: `${name}.${extension}` }
    return { ...file, id: await files.promise(db, { ...file, mode, contentType, staffId: staff.id }) }
  }
  const pdf = asPdf ? await promise('pdf', 'application/pdf') : null
  const csv = await promise('csv', 'text/csv; charset=utf-8')
  const id = uuidv7(now.getTime())
  await db
    .insertInto('statement')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      staff_id: staff.id,
      created_at: now.toISOString(),
      start_day: startDate,
      end_day: endDate,
      pdf_file_id: pdf?.id ?? null,
      csv_file_id: csv.id,
    })
    .execute()
  await jobs.enqueue(db, 'statement', { statementId: id, merchantId })
  return { id, pdf, csv }
}

/** Returns the statement that the operator has just requested for the same period, unless it failed. */
async function recent(db: Database, period: Period, { staff, mode, now }: ReadContext): Promise<Ordered | null> {
  const row = await db
    .selectFrom('statement')
    .leftJoin('file as pdf', 'pdf.id', 'statement.pdf_file_id')
    .innerJoin('file as csv', 'csv.id', 'statement.csv_file_id')
    .select(['pdf.id as pdf_id', 'pdf.name as pdf_name', 'csv.id as csv_id', 'csv.name as csv_name', 'csv.status'])
    .where('statement.merchant_id', '=', period.merchantId)
    .where('statement.staff_id', '=', staff.id)
    .where('statement.mode', '=', mode)
    .where('statement.start_day', '=', period.startDate)
    .where('statement.end_day', '=', period.endDate)
    .where('statement.created_at', '>', new Date(now.getTime() - sameWithinMs).toISOString())
    .where('csv.status', '<>', 'FAILED')
    .orderBy('statement.created_at', 'desc')
    .executeTakeFirst()
  if (!row) return null
  const pdf = row.pdf_id === null || row.pdf_name === null ? null : { id: row.pdf_id, name: row.pdf_name }
  return { pdf, csv: { id: row.csv_id, name: row.csv_name }, making: row.status === 'MAKING' }
}

async function ordersOfThisHour(db: Transaction, { staff, now }: Pick<ReadContext, 'staff' | 'now'>) {
  return await db
    .selectFrom('statement')
    .innerJoin('file as csv', 'csv.id', 'statement.csv_file_id')
    .select(['statement.created_at', 'csv.status'])
    .where('statement.staff_id', '=', staff.id)
    .where('statement.created_at', '>', quotaSince(now))
    .orderBy('statement.created_at')
    .execute()
}
