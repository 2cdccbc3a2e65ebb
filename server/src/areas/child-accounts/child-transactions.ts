import type { childAccounts } from '@kobo/contract/child-accounts'
import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import type { Handler } from '../../http/handler.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'
import { findAccount } from './child-accounts.ts'

type List = typeof childAccounts.transactions

/** Lists collections, payouts and charges of child accounts, newest first. */
export const listChildTransactions: Handler<List> = async (input, context) => {
  const { db, mode } = context
  const { childAccountId, type, category, status } = input
  const accountPart = childAccountId === undefined ? {} : { account: await findAccount(context, childAccountId) }
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { ...accountPart, totalRecords: 0, transactions: [] }
  // One account has few transactions and its own index. The counters do not include the status.
  const isCounted = childAccountId === undefined && status === undefined
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'transaction',
      days,
      matches: matchesFilter(mode, input),
      counted: isCounted ? { mode, scope: 'CHILD', type, category, days } : null,
      columns: sql<ChildTransaction>`t.id, t.created_at, t.type, t.category, t.amount_kobo, t.status, t.reference,
        t.fee_kobo + t.vat_kobo + t.stamp_duty_kobo as charges_kobo`,
      joins: sql``,
    },
    input,
  )
  return {
    ...accountPart,
    totalRecords: Number(total),
    transactions: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      type: row.type,
      category: row.category,
      amount: naira(row.amount_kobo),
      charges: naira(row.charges_kobo),
      status: row.status,
      reference: row.reference,
    })),
  }
}

interface ChildTransaction {
  id: string
  created_at: string
  type: string
  category: string
  amount_kobo: bigint
  charges_kobo: bigint
  status: string
  reference: string
}

function matchesFilter(mode: string, { childAccountId, type, category, status }: Input<List>): RawBuilder<boolean> {
  // A literal, so that the planner can match the partial index of child accounts' transactions.
  const conditions = [sql`mode = ${mode}`, sql`scope = 'CHILD'`]
  if (childAccountId !== undefined) conditions.push(sql`account_id = ${childAccountId}`)
  if (type !== undefined) conditions.push(sql`type = ${type}`)
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
