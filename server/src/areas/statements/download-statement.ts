import { lagosDay } from '@kobo/contract/kit/day'
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

interface Period {
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

function checkPeriod({ startDate, endDate }: Period, now: Date): void {
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
  const { db, mode, staff } = context
  const { merchantId, startDate, endDate } = period
  const account = await statedAccount(db, { mode, merchantId })
  const count = await countMovements(db, account.id, { startDay: startDate, endDay: endDate }, mostInCsv + 1)
  if (count > mostInCsv)
    throw unprocessable(`There are more than ${formatCount(mostInCsv)} movements. Choose a shorter period`)
  const name = `statement-${account.accountNumber}-${startDate}-${endDate}`
  return await transact(db, async (transaction) => {
    // Serialises orders of one operator, so that the count is still valid when the order is written.
    await sql`select pg_advisory_xact_lock(hashtext(${`statement ${staff.id}`}))`.execute(transaction)
    const existing = await recent(transaction, period, context)
    if (existing) return existing
    checkQuota(await ordersOfThisHour(transaction, context), quota, context.now)
    return await createStatement(transaction, { ...period, name, asPdf: count <= mostInPdf }, context)
  })
}

async function createStatement(
  db: Transaction,
  { merchantId, startDate, endDate, name, asPdf }: Period & { name: string; asPdf: boolean },
  { files, jobs, mode, staff, sessionId, requestId, now, caller }: ReadContext,
): Promise<Ordered> {
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
  await writeAudit(
    db,
    { staffId: staff.id, sessionId, mode, requestId, at: now, caller },
    {
      action: 'statement.download',
      recordType: 'statement',
      recordId: id,
      merchantId,
      after: { startDate, endDate },
    },
  )
  await jobs.enqueue(db, 'statement', { statementId: id, merchantId })
  return { pdf, csv, making: true }
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

async function ordersOfThisHour(db: Transaction, { staff, now }: ReadContext) {
  return await db
    .selectFrom('statement')
    .innerJoin('file as csv', 'csv.id', 'statement.csv_file_id')
    .select(['statement.created_at', 'csv.status'])
    .where('statement.staff_id', '=', staff.id)
    .where('statement.created_at', '>', quotaSince(now))
    .orderBy('statement.created_at')
    .execute()
}
