import type { cards } from '@kobo/contract/cards'
import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import type { Handler } from '../../http/handler.ts'
import { cardSpendingScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'

type List = typeof cards.transactions

/** Lists pending, completed, declined and returned card purchases, newest first. */
export const listCardTransactions: Handler<List> = async (input, { db, mode }) => {
  const { merchantId, status, cardId, search } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, transactions: [] }
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'transaction',
      days,
      matches: matchesFilter(mode, input),
      // One card has few transactions and its own index, and a reference matches few rows.
      counted:
        cardId === undefined && search === undefined
          ? { mode, scope: cardSpendingScope, merchantId, type: status, days }
          : null,
      columns: sql<CardTransactionRow>`t.id, t.created_at, t.status, t.type, t.amount_kobo, t.reference, t.originator_name,
        t.beneficiary_name, t.alert, t.card_id, card.masked_pan, card.holder_name, t.merchant_id,
        merchant.business_name`,
      joins: sql`
        left join card on card.id = t.card_id
        left join merchant on merchant.id = t.merchant_id`,
    },
    input,
  )
  return { totalRecords: Number(total), transactions: rows.map(asRow) }
}

interface CardTransactionRow {
  id: string
  created_at: string
  status: string
  type: string
  amount_kobo: bigint
  reference: string
  originator_name: string | null
  beneficiary_name: string | null
  alert: string | null
  card_id: string
  masked_pan: string
  holder_name: string
  merchant_id: string
  business_name: string
}

function asRow(row: CardTransactionRow) {
  return {
    id: row.id,
    createdAt: row.created_at,
    status: row.status,
    type: row.type,
    amount: naira(row.amount_kobo),
    reference: row.reference,
    acceptor: row.type === 'DEBIT' ? row.beneficiary_name : row.originator_name,
    reason: row.alert,
    card: { id: row.card_id, maskedPan: row.masked_pan, holderName: row.holder_name },
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

function matchesFilter(mode: string, { merchantId, status, cardId, search }: Input<List>): RawBuilder<boolean> {
  const conditions = [sql`mode = ${mode}`, cardId === undefined ? sql`card_id is not null` : sql`card_id = ${cardId}`]
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (search !== undefined) conditions.push(sql`reference ^@ ${search.toUpperCase()}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
