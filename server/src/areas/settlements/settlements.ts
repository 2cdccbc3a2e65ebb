import { naira } from '@kobo/contract/kit/naira'
import type { Settlement, settlements } from '@kobo/contract/settlements'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { daysBetween, onDays } from '../../db/days.ts'
import { nameMatches } from '../../db/text-match.ts'
import { readPage } from '../../db/read-page.ts'
import { normalizeReference } from '../../engine/collections/collection-messages.ts'
import { retryBlocker, withRetryFacts } from '../../engine/settlements/resend-settlement.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'

/** Lists settlements, newest first. */
export const listSettlements: Handler<typeof settlements.list> = async (input, { db, mode, now }) => {
  const { subaccountId, status, category, search, startDate, endDate } = input
  const conditions = [sql`settlement.mode = ${mode}`]
  if (subaccountId !== undefined) conditions.push(sql`settlement.subaccount_id = ${subaccountId}`)
  if (status !== undefined) conditions.push(sql`settlement.status = ${status}`)
  if (category !== undefined) conditions.push(sql`settlement.category = ${category}`)
  if (search !== undefined) conditions.push(isFoundBy(mode, search))
  conditions.push(onDays('settlement.created_at', daysBetween(startDate, endDate)))
  const isMatching = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => ({
    matching: snapshot.selectFrom('settlement').where(isMatching),
    shown: withNames(snapshot)
      .where(isMatching)
      .orderBy('settlement.created_at', 'desc')
      .orderBy('settlement.id', 'desc'),
  }))
  return { totalRecords, settlements: rows.map((row) => asSettlement(row, now)) }
}

/** Matches the merchant's or sub-account's name, an attempt's reference, or a collection's reference or session ID. */
function isFoundBy(mode: string, search: string): RawBuilder<boolean> {
  const reference = normalizeReference(search)
  const transactionIds = sql`select id from transaction where mode = ${mode} and reference ^@ ${reference} limit 10000`
  // Each part has its own index.
  return sql<boolean>`settlement.id in (
    select id from settlement
    where merchant_id in (select id from merchant where mode = ${mode} and ${nameMatches('business_name', search)})
    union all
    select id from settlement
    where subaccount_id in (select id from subaccount where mode = ${mode} and ${nameMatches('name', search)})
    union all
    select settlement_id from settlement_attempt where transaction_id in (${transactionIds})
    union all
    select settlement_id from settlement_item where transaction_id in (${transactionIds})
  )`
}

/** Lists the collections that one settlement pays out, newest first. */
export const settlementTransactions: Handler<typeof settlements.transactions> = async (input, { db, mode, now }) => {
  const { settlementId, startDate, endDate } = input
  const days = onDays('collected_at', daysBetween(startDate, endDate))
  const settlement = await withNames(db)
    .where('settlement.id', '=', settlementId)
    .where('settlement.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This settlement'))
  const items = (connection: Database) =>
    connection.selectFrom('settlement_item').where('settlement_id', '=', settlementId).where(days)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => ({
    matching: items(snapshot),
    shown: items(snapshot)
      .innerJoin('transaction', 'transaction.id', 'settlement_item.transaction_id')
      .select(['transaction.id', 'collected_at', 'reference', 'beneficiary_name', 'transaction.status'])
      .select(itemMoney)
      .orderBy('collected_at', 'desc')
      .orderBy('settlement_item.transaction_id', 'desc'),
  }))
  const sums = await items(db)
    .innerJoin('transaction', 'transaction.id', 'settlement_item.transaction_id')
    .select([sumOf('amount'), sumOf('charges'), sumOf('deductions'), sumOf('settled')])
    .executeTakeFirstOrThrow()
  return {
    totalRecords,
    settlement: asSettlement(settlement, now),
    transactions: rows.map((row) => ({
      id: row.id,
      createdAt: row.collected_at,
      reference: row.reference,
      accountName: row.beneficiary_name,
      ...asMoney(row),
      status: row.status,
    })),
    sums: asMoney(sums),
  }
}

const money = {
  amount: sql<bigint>`transaction.amount_kobo`,
  charges: sql<bigint>`transaction.fee_kobo + transaction.vat_kobo + transaction.stamp_duty_kobo`,
  deductions: sql<bigint>`settlement_item.less_kobo`,
  settled: sql<bigint>`settlement_item.amount_kobo`,
}

const itemMoney = [
  money.amount.as('amount'),
  money.charges.as('charges'),
  money.deductions.as('deductions'),
  money.settled.as('settled'),
]

function sumOf<N extends keyof typeof money>(name: N) {
  return sql<bigint>`coalesce(sum(${money[name]}), 0)::bigint`.as(name)
}

/** What remains after charges, deductions and the settled amount is the share of the split's other parties. */
function asMoney({ amount, charges, deductions, settled }: Record<keyof typeof money, bigint>) {
  return {
    amount: naira(amount),
    charges: naira(charges),
    otherShares: naira(amount - charges - deductions - settled),
    deductions: naira(deductions),
    settledAmount: naira(settled),
  }
}

/** Settlements with the names of their payees and the reference of their latest attempt. */
function withNames(db: Database) {
  return withRetryFacts(db)
    .selectAll('settlement')
    .select(['business_name', 'subaccount.name as subaccount_name', 'attempt.reference'])
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

function asSettlement(row: Row, now: Date): Settlement {
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
    retryBlocker: retryBlocker(row, now),
  }
}
