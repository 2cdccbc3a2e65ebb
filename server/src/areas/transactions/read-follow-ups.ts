import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isCollection } from '../../engine/refunds/refundable.ts'
import type {
  FollowUpFacts,
  AttemptFacts,
  DisputeFacts,
  RefundFacts,
  SettlementFacts,
  ShareFacts,
} from '../../engine/explanation/transaction-facts.ts'
import type { TransactionRow } from '../../engine/transaction-row.ts'
import type { TransferLine } from '../../ledger/transfer-lines.ts'

/** Ledger transfer of a transaction, with its entries. */
export interface TransferFacts {
  id: string
  at: string
  kind: string
  transaction_id: string | null
  lines: TransferLine[]
}

/** Returns the refunds, disputes, shares and settlements that follow a transaction or that it belongs to. */
export async function readFollowUps(
  db: Database,
  row: TransactionRow,
  transfers: readonly TransferFacts[],
): Promise<FollowUpFacts> {
  const isIn = isCollection(row)
  return {
    refunds: isIn ? await refundsOf(db, row.id) : [],
    disputes: await disputesOf(db, row.id),
    shares: isIn ? sharesIn(transfers, row) : [],
    settled: isIn && row.scope === 'MERCHANT' ? await settledOf(db, row) : null,
    refundOf: row.category === 'REFUND' ? await refundedBy(db, row.id) : null,
    attempt: row.category === 'SETTLEMENT' ? await attemptOf(db, row.id) : null,
    cardHolder: row.card_id === null ? null : await cardHolderOf(db, row.card_id),
  }
}

async function refundsOf(db: Database, collectionId: string): Promise<RefundFacts[]> {
  const { rows } = await sql<RefundFacts>`
    select going.amount_kobo as kobo, going.status, going.created_at as "orderedAt", going.paid_at as "paidAt",
      going.session_id as "sessionId", going.asked_until as "askedUntil",
      (select at from transfer where transaction_id = going.id and kind = 'COMPENSATION' order by at limit 1)
        as "arrivedLateAt"
    from refund join transaction as going on going.id = refund_transaction_id
    where refund.transaction_id = ${collectionId}
    order by going.created_at, going.id`.execute(db)
  return rows
}

async function disputesOf(db: Database, transactionId: string): Promise<DisputeFacts[]> {
  const { rows } = await sql<DisputeFacts>`
    select amount_kobo as kobo, status, (
      select coalesce(sum(hold.amount_kobo), 0)::bigint from hold
      where hold.dispute_id = dispute.id and hold.status = 'HELD') as "heldKobo"
    from dispute where transaction_id = ${transactionId}
    order by created_at, id`.execute(db)
  return rows
}

/** Amounts credited to other accounts than its own are the partners' shares. */
function sharesIn(transfers: readonly TransferFacts[], { id, account_id: accountId }: TransactionRow): ShareFacts[] {
  return transfers
    .flatMap(({ lines }) => lines)
    .filter((line) => line.transaction_id === id && line.account_id !== accountId && line.amount_kobo > 0n)
    .map((line) => ({ name: line.account_name ?? 'a partner', kobo: line.amount_kobo }))
}

async function settledOf(db: Database, { id, account_id }: TransactionRow): Promise<SettlementFacts | null> {
  const found = await db
    .selectFrom('settlement_item as item')
    .leftJoin('settlement', 'settlement.id', 'item.settlement_id')
    .leftJoin('transaction as attempt', 'attempt.id', 'settlement.transaction_id')
    .select(['item.amount_kobo as kobo', 'item.state', 'item.reason', 'settlement.status'])
    .select(['attempt.paid_at as paidAt', 'beneficiary_bank_code as bankCode', 'beneficiary_number as number'])
    .where('item.transaction_id', '=', id)
    .where('item.account_id', '=', account_id)
    .executeTakeFirst()
  return found ?? null
}

async function refundedBy(db: Database, refundTransactionId: string) {
  const found = await db
    .selectFrom('refund')
    .innerJoin('transaction as collection', 'collection.id', 'refund.transaction_id')
    .select(['collection.reference', 'collection.amount_kobo as kobo'])
    .where('refund_transaction_id', '=', refundTransactionId)
    .executeTakeFirst()
  return found ?? null
}

async function attemptOf(db: Database, transactionId: string): Promise<AttemptFacts | null> {
  const found = await db
    .selectFrom('settlement_attempt')
    .innerJoin('settlement', 'settlement.id', 'settlement_id')
    .leftJoin('transaction as newest', 'newest.id', 'settlement.transaction_id')
    .select(['settlement.status', 'newest.paid_at', 'newest.id as newest_id'])
    .where('settlement_attempt.transaction_id', '=', transactionId)
    .executeTakeFirst()
  return found ? { status: found.status, paidAt: found.paid_at, isNewest: found.newest_id === transactionId } : null
}

async function cardHolderOf(db: Database, cardId: string): Promise<string | null> {
  const found = await db.selectFrom('card').select('holder_name').where('id', '=', cardId).executeTakeFirst()
  return found?.holder_name ?? null
}
