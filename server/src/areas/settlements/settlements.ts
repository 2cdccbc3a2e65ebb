import { referenceLookedFor } from '../../engine/collections/collection-words.ts'
import { naira } from '@kobo/contract/kit/naira'
import type { Settlement, settlements } from '@kobo/contract/settlements'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { daysBetween, onDays } from '../../db/days.ts'
import { nameMatches } from '../../db/like.ts'
import { readPage } from '../../db/read-page.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/refusal.ts'

/** Settlements, newest first. */
export const listSettlements: Handler<typeof settlements.list> = async (input, { db, mode }) => {
  const { subaccountId, status, category, search, startDate, endDate } = input
  const conditions = [sql`settlement.mode = ${mode}`]
  if (subaccountId !== undefined) conditions.push(sql`settlement.subaccount_id = ${subaccountId}`)
  if (status !== undefined) conditions.push(sql`settlement.status = ${status}`)
  if (category !== undefined) conditions.push(sql`settlement.category = ${category}`)
  if (search !== undefined) conditions.push(isFoundBy(mode, search))
  conditions.push(onDays('settlement.created_at', daysBetween(startDate, endDate)))
  const isAsked = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => ({
    matching: snapshot.selectFrom('settlement').where(isAsked),
    shown: withNames(snapshot).where(isAsked).orderBy('settlement.created_at', 'desc').orderBy('settlement.id', 'desc'),
  }))
  return { totalRecords, settlements: rows.map(asSettlement) }
}

/**
 * By the name of the merchant or of the sub-account, by the reference of an attempt to pay it, or by the reference or the
 * session ID of a collection that it pays out.
 */
function isFoundBy(mode: string, search: string): RawBuilder<boolean> {
  const reference = referenceLookedFor(search)
  const called = sql`select id from transaction where mode = ${mode} and reference ^@ ${reference} limit 10000`
  return sql<boolean>`(
    settlement.merchant_id in (select id from merchant where mode = ${mode} and ${nameMatches('business_name', search)})
    or settlement.subaccount_id in (select id from subaccount where mode = ${mode} and ${nameMatches('name', search)})
    or settlement.id in (select settlement_id from settlement_attempt where transaction_id in (${called}))
    or settlement.id in (select settlement_id from settlement_item where transaction_id in (${called}))
  )`
}

/** What one settlement pays out, collection by collection, newest first. */
export const settlementTransactions: Handler<typeof settlements.transactions> = async (input, { db, mode }) => {
  const { settlementId, startDate, endDate } = input
  const days = onDays('collected_at', daysBetween(startDate, endDate))
  const settlement = await withNames(db)
    .where('settlement.id', '=', settlementId)
    .where('settlement.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This settlement'))
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const items = snapshot.selectFrom('settlement_item').where('settlement_id', '=', settlementId).where(days)
    return {
      matching: items,
      shown: items
        .innerJoin('transaction', 'transaction.id', 'settlement_item.transaction_id')
        .select(['transaction.id', 'collected_at', 'reference', 'beneficiary_name', 'transaction.status'])
        .select(['transaction.amount_kobo', 'fee_kobo', 'vat_kobo', 'settlement_item.amount_kobo as settled_kobo'])
        .orderBy('collected_at', 'desc')
        .orderBy('settlement_item.transaction_id', 'desc'),
    }
  })
  return {
    totalRecords,
    settlement: asSettlement(settlement),
    transactions: rows.map((row) => ({
      id: row.id,
      createdAt: row.collected_at,
      reference: row.reference,
      accountName: row.beneficiary_name,
      amount: naira(row.amount_kobo),
      charges: naira(row.fee_kobo + row.vat_kobo),
      settledAmount: naira(row.settled_kobo),
      status: row.status,
    })),
  }
}

/** Settlements with whom they are for, and what their newest attempt is called. */
function withNames(db: Database) {
  return db
    .selectFrom('settlement')
    .innerJoin('merchant', 'merchant.id', 'settlement.merchant_id')
    .leftJoin('subaccount', 'subaccount.id', 'settlement.subaccount_id')
    .leftJoin('transaction as attempt', 'attempt.id', 'settlement.transaction_id')
    .selectAll('settlement')
    .select(['business_name', 'subaccount.name as subaccount_name', 'attempt.reference'])
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

function asSettlement(row: Row): Settlement {
  return {
    id: row.id,
    createdAt: row.created_at,
    amount: naira(row.amount_kobo),
    status: row.status,
    category: row.category,
    reference: row.reference,
    reason: row.reason,
    transactionId: row.transaction_id,
    merchant: { id: row.merchant_id, businessName: row.business_name },
    subAccount: row.subaccount_id === null ? null : { id: row.subaccount_id, name: row.subaccount_name },
  }
}
