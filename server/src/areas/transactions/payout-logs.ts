import { payoutSteps } from '@kobo/contract/transaction-records'
import { type transactions } from '@kobo/contract/transactions'
import { daysBetween, onDays } from '../../db/days.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { knownTexts } from '../../rails/response-codes.ts'
import { readPage } from '../../db/read-page.ts'

/** Lists the requests sent to external services for a transaction, newest first. */
export const payoutLogs: Handler<typeof transactions.logs> = async (input, { db, mode }) => {
  const { transactionId, category, startDate, endDate } = input
  await requireInMode({ db, mode }, 'transaction', transactionId)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot
      .selectFrom('payout_log')
      .where('transaction_id', '=', transactionId)
      .where(onDays('created_at', daysBetween(startDate, endDate)))
      .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    return { matching, shown: matching.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc') }
  })
  return {
    totalRecords,
    logs: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      category: row.category,
      responseCode: row.response_code,
      responseText: knownTexts(row.response_code),
      request: row.request,
      response: row.response,
    })),
  }
}

/** Returns the latest activity of each step of a transaction, in chronological order: completed or pending. */
export const payoutOverview: Handler<typeof transactions.overview> = async ({ transactionId }, { db, mode }) => {
  await requireInMode({ db, mode }, 'transaction', transactionId)
  const newest = await db
    .selectFrom('activity')
    .distinctOn('category')
    .select(['id', 'created_at', 'category', 'completed', 'description'])
    .where('transaction_id', '=', transactionId)
    .orderBy('category')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const steps = newest.toSorted(
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || placeOf(a.category) - placeOf(b.category),
  )
  return {
    overview: steps.map((row) => ({
      id: row.id,
      completed: row.completed,
      category: row.category,
      description: row.description,
      createdAt: row.created_at,
    })),
  }
}

function placeOf(category: string): number {
  return payoutSteps.findIndex((step) => step === category)
}
