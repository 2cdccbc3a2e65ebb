import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { payoutSteps } from '@kobo/contract/transaction-records'
import { type transactions } from '@kobo/contract/transactions'
import type { Database } from '../../db/database.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/refusal.ts'
import { inSnapshot } from './in-snapshot.ts'
import { daysBetween } from './transaction-filter.ts'

/** What was asked of the outside world for a transaction, newest first. */
export const payoutLogs: Handler<typeof transactions.logs> = (input, { db, mode }) =>
  inSnapshot(db, async (snapshot) => {
    const { transactionId, category, page, size } = input
    await checkTransaction(snapshot, mode, transactionId)
    const days = daysBetween(input.startDate, input.endDate)
    const matching = snapshot
      .selectFrom('payout_log')
      .where('transaction_id', '=', transactionId)
      .where('created_at', '>=', dayStart(days.from).toISOString())
      .where('created_at', '<', dayEnd(days.to).toISOString())
      .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    const { total } = await matching.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
    const rows = await matching
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute()
    return {
      totalRecords: Number(total),
      logs: rows.map((row) => ({
        id: row.id,
        createdAt: row.created_at,
        category: row.category,
        responseCode: row.response_code,
        request: row.request,
        response: row.response,
      })),
    }
  })

/** The steps of a transaction in the order in which they came, done or waiting. */
export const payoutOverview: Handler<typeof transactions.overview> = async ({ transactionId }, { db, mode }) => {
  await checkTransaction(db, mode, transactionId)
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'created_at', 'category', 'completed', 'description'])
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .execute()
  // The sort is stable: only steps of the same instant change places.
  const steps = rows.toSorted((a, b) => (a.created_at === b.created_at ? placeOf(a.category) - placeOf(b.category) : 0))
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

async function checkTransaction(db: Database, mode: Mode, transactionId: string): Promise<void> {
  const transaction = await db
    .selectFrom('transaction')
    .select('id')
    .where('id', '=', transactionId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  if (!transaction) throw notFound('This transaction')
}
