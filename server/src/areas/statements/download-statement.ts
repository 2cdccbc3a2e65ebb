import { lagosDay } from '@kobo/contract/kit/day'
import type { statements } from '@kobo/contract/statements'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../http/audit.ts'
import type { Handler, ReadContext } from '../../http/handler.ts'
import { badInput } from '../../http/refusal.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { uuidv7 } from '../../uuid.ts'
import { readStatement, type Statement } from './statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'

const mailedForMs = 7 * 86_400_000
/** Within this time the same question has the same answer, so that a second click mails nothing. */
const sameWithinMs = 60_000

interface Period {
  merchantId: string
  startDate: string
  endDate: string
}

/** Makes a statement as PDF and CSV, keeps both, and mails their addresses to whoever asked. */
export const downloadStatement: Handler<typeof statements.download> = async (period, context) => {
  checkPeriod(period, context.now)
  const made = (await recent(context.db, period, context)) ?? (await make(period, context))
  return {
    statementURL: context.files.address(made.pdf, context.now),
    csvURL: context.files.address(made.csv, context.now),
  }
}

function checkPeriod({ startDate, endDate }: Period, now: Date): void {
  const today = lagosDay(now)
  if (startDate > today) throw badInput('The start date cannot be in the future', { startDate: 'Is in the future' })
  if (endDate > today) throw badInput('The end date cannot be in the future', { endDate: 'Is in the future' })
  if (endDate < startDate) {
    throw badInput('The end date cannot be before the start date', { endDate: 'Is before the start date' })
  }
}

interface Made {
  pdf: { id: string; name: string }
  csv: { id: string; name: string }
}

async function make(period: Period, context: ReadContext): Promise<Made> {
  const { db, files, mode, staff, now } = context
  const statement = await readStatement(db, {
    mode,
    merchantId: period.merchantId,
    startDay: period.startDate,
    endDay: period.endDate,
  })
  const name = `statement-${statement.accountNumber}-${period.startDate}-${period.endDate}`
  const pdf = { name: `${name}.pdf`, contentType: 'application/pdf', bytes: await statementPdf(statement, now) }
  const csv = { name: `${name}.csv`, contentType: 'text/csv; charset=utf-8', bytes: statementCsv(statement) }
  return await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`statement ${staff.id} ${period.merchantId}`}))`.execute(
      transaction,
    )
    const earlier = await recent(transaction, period, context)
    if (earlier) return earlier
    const made = {
      pdf: { id: await files.put(transaction, { mode, ...pdf }), name: pdf.name },
      csv: { id: await files.put(transaction, { mode, ...csv }), name: csv.name },
    }
    const id = uuidv7(now.getTime())
    await transaction
      .insertInto('statement')
      .values({
        id,
        mode,
        merchant_id: statement.merchantId,
        staff_id: staff.id,
        created_at: now.toISOString(),
        start_day: period.startDate,
        end_day: period.endDate,
        opening_kobo: statement.openingKobo,
        closing_kobo: statement.closingKobo,
        pdf_file_id: made.pdf.id,
        csv_file_id: made.csv.id,
      })
      .execute()
    await writeAudit(
      transaction,
      { staffId: staff.id, sessionId: context.sessionId, mode, requestId: context.requestId, at: now },
      {
        action: 'statement.download',
        recordType: 'statement',
        recordId: id,
        merchantId: statement.merchantId,
        after: { startDate: period.startDate, endDate: period.endDate },
      },
    )
    await queueMail(context.jobs, context.seal, transaction, mail(statement, made, context))
    return made
  })
}

/** What this person has just been given for the same period. */
async function recent(db: Database, period: Period, { staff, mode, now }: ReadContext): Promise<Made | null> {
  const row = await db
    .selectFrom('statement')
    .innerJoin('file as pdf', 'pdf.id', 'statement.pdf_file_id')
    .innerJoin('file as csv', 'csv.id', 'statement.csv_file_id')
    .select(['pdf.id as pdf_id', 'pdf.name as pdf_name', 'csv.id as csv_id', 'csv.name as csv_name'])
    .where('statement.merchant_id', '=', period.merchantId)
    .where('statement.staff_id', '=', staff.id)
    .where('statement.mode', '=', mode)
    .where('statement.start_day', '=', period.startDate)
    .where('statement.end_day', '=', period.endDate)
    .where('statement.created_at', '>', new Date(now.getTime() - sameWithinMs).toISOString())
    .orderBy('statement.created_at', 'desc')
    .executeTakeFirst()
  if (!row) return null
  return { pdf: { id: row.pdf_id, name: row.pdf_name }, csv: { id: row.csv_id, name: row.csv_name } }
}

function mail(statement: Statement, made: Made, { staff, files, settings, now }: ReadContext) {
  const link = (file: Made['pdf']) => `${settings.publicUrl}${files.address(file, now, mailedForMs)}`
  return {
    to: staff.email,
    subject: `Statement of ${statement.businessName}`,
    text: [
      `Hello ${staff.firstName},`,
      '',
      `the statement of ${statement.businessName}, account ${statement.accountNumber}, from ${statement.startDay} to ${statement.endDay} is ready.`,
      '',
      `PDF: ${link(made.pdf)}`,
      `CSV: ${link(made.csv)}`,
      '',
      'The links work for seven days. Anyone who has them can open the statement, so do not pass them on.',
    ].join('\n'),
  }
}
