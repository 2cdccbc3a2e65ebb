import { disputeEnds } from '@kobo/contract/kit/dispute'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { linkedCharges, withLinkedCharge } from '../../engine/child-accounts/linked-charges.ts'
import { legOf } from '../../engine/legs.ts'
import { isUnconfirmed } from '../../engine/outbound/status-query.ts'
import type { TransactionFacts, PurchaseFacts } from '../../engine/explanation/transaction-facts.ts'
import type { TransactionRow } from '../../engine/transaction-row.ts'
import { nextStatusQuery } from '../../jobs/queue-statements.ts'
import { isPaymentFrozen } from '../../ledger/frozen-accounts.ts'
import { chargedReference } from '../../ledger/charge-reference.ts'
import { type TransferLine, transferLines } from '../../ledger/transfer-lines.ts'
import { readFollowUps, type TransferFacts } from './read-follow-ups.ts'

/** Hold of a transaction and the account that it is on. */
export interface HoldFacts {
  id: string
  account_id: string
  account_name: string | null
  amount_kobo: bigint
  status: string
  created_at: string
  ended_at: string | null
}

interface LoggedResponse {
  id: string
  at: string
  category: string
  code: string | null
  /** Whether the row is the response to a request. */
  is_answer: boolean
}

/** Database facts of a transaction: ledger transfers, holds and every logged response. */
export interface FactsQuery {
  facts: TransactionFacts
  holds: HoldFacts[]
  transfers: TransferFacts[]
  answers: LoggedResponse[]
}

interface Names {
  business_name: string
  holder: string
}

/** Reads everything that a transaction's explanation is built from. */
export async function readFacts(db: Database, own: TransactionRow & Names, now: Date): Promise<FactsQuery> {
  const charges = await linkedCharges(db, [own])
  const row = withLinkedCharge(own, charges)
  const charge = charges.get(own.id)
  const holds = await holdsOf(db, row.id)
  const transfers = await transfersOf(db, row)
  const log = await logOf(db, row.id)
  const responses = log.filter(({ category }) => category === 'TRANSACTION_STATUS')
  const sending = log.filter(({ category }) => category === 'FUND_PENDING')
  // A split card payment has holds on the partners' accounts too.
  const ownHolds = holds.filter(({ account_id: id }) => row.account_id === null || id === row.account_id)
  const returned = ownHolds.findLast(({ status }) => status === 'VOIDED')
  const firstResponse = sending.findLast(({ is_answer }) => is_answer)
  const facts = {
    row,
    now,
    holder: own.holder,
    merchantName: own.business_name,
    heldKobo: sum(ownHolds.filter(({ status }) => status === 'HELD').map(({ amount_kobo }) => amount_kobo)),
    returned: returned?.ended_at ? { kobo: returned.amount_kobo, at: returned.ended_at } : null,
    moved: movedBy(transfers, row, charge ? [row.id, charge.id] : [row.id]),
    compensated: compensatedBy(transfers),
    setAsideAt: legOf(row) && holds.length > 0 ? (sending[0]?.at ?? null) : null,
    firstAnswer: firstResponse ? { at: firstResponse.at, code: firstResponse.code } : null,
    answers: responses.map(({ at, code }) => ({ at, code })),
    isFrozen: legOf(row) && row.status === 'QUEUED' ? await isFrozenNow(db, row.id) : false,
    next: await nextOf(db, row),
    ended: await endOf(db, row),
    purchase: await purchaseOf(db, row),
    acquirerPaidAt: await acquirerPaidAt(db, row),
    ...(await refundAndDisputeTotals(db, row)),
    after: await readFollowUps(db, row, transfers),
  }
  return { facts, holds, transfers, answers: responses }
}

async function isFrozenNow(db: Database, id: string): Promise<boolean> {
  const row = db.selectFrom('transaction').select(isPaymentFrozen.as('is_frozen')).where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).is_frozen
}

async function holdsOf(db: Database, transactionId: string): Promise<HoldFacts[]> {
  return await db
    .selectFrom('hold')
    .leftJoin('account', 'account.id', 'hold.account_id')
    .select(['hold.id', 'hold.account_id', 'account_name', 'amount_kobo', 'hold.status', 'hold.created_at', 'ended_at'])
    .where('transaction_id', '=', transactionId)
    .orderBy('hold.created_at')
    .orderBy('hold.id')
    .execute()
}

/**
 * Transfers of a transaction, or with one of its own entries: a book transfer belongs to the paying side, and the linked charge
 * of a child account to its payment.
 */
async function transfersOf(
  db: Database,
  { id, mode, merchant_id: merchantId, reference }: TransactionRow,
): Promise<TransferFacts[]> {
  const { rows } = await sql<Omit<TransferFacts, 'lines'>>`
    select transfer.id, transfer.at, transfer.kind, transfer.transaction_id from transfer
    -- One list of ids, because an "or" would cause a sequential scan of the table.
    where transaction_id in (
      select ${id}::uuid
      union
      select other.id from transaction as other
      where other.mode = ${mode} and other.merchant_id = ${merchantId} and other.reference in (${reference}, ${chargedReference(reference) ?? reference})
    )
    -- A provider cost is posted at the same instant as its payment, and sorts after it.
    order by transfer.at, transfer.kind = 'PROVIDER_COST', transfer.id
  `.execute(db)
  const lines = await transferLines(
    db,
    rows.map((transfer) => transfer.id),
  )
  return rows
    .map((transfer) => ({ ...transfer, lines: lines.filter((line) => line.transfer_id === transfer.id) }))
    .filter((transfer) => transfer.transaction_id === id || transfer.lines.some((line) => line.transaction_id === id))
}

async function logOf(db: Database, transactionId: string): Promise<LoggedResponse[]> {
  const { rows } = await sql<LoggedResponse>`
    select id, created_at as at, category, response_code as code, request is not null as is_answer
    from payout_log
    where transaction_id = ${transactionId} and category in ('FUND_PENDING', 'TRANSACTION_STATUS')
    order by created_at, id
  `.execute(db)
  return rows
}

/** Amount that a transaction's own account gained or lost, including the linked charge. */
function movedBy(
  transfers: readonly TransferFacts[],
  { account_id: accountId }: TransactionRow,
  ids: readonly string[],
) {
  const isOwn = ({ transaction_id: id, account_id }: TransferLine) =>
    id !== null && ids.includes(id) && (accountId === null || account_id === accountId)
  const ownTransfers = transfers.filter(({ lines }) => lines.some(isOwn))
  const kobo = sum(ownTransfers.flatMap(({ lines }) => lines.filter(isOwn).map((line) => line.amount_kobo)))
  const last = ownTransfers.at(-1)
  return last && kobo !== 0n ? { kobo, at: last.at } : null
}

/** Amount that was paid out although its hold had been released. */
function compensatedBy(transfers: readonly TransferFacts[]) {
  const found = transfers.find(({ kind }) => kind === 'COMPENSATION')
  if (!found) return null
  return { kobo: sum(found.lines.flatMap(({ amount_kobo: kobo }) => (kobo > 0n ? [kobo] : []))), at: found.at }
}

async function nextOf(db: Database, row: TransactionRow): Promise<TransactionFacts['next']> {
  const isCard = row.category === 'CARD_PAYMENT' && row.type === 'CREDIT'
  if (!(legOf(row) && isUnconfirmed(row)) && !(isCard && row.status === 'PENDING')) return null
  const found = await nextStatusQuery(db, isCard ? 'card-question' : 'requery', row.id)
  return found && { at: found.at, number: found.number ?? row.questions + 1 }
}

/** Activity that made the transaction final, with its text. */
async function endOf(db: Database, { id, status }: TransactionRow): Promise<TransactionFacts['ended']> {
  const step = { SUCCESS: 'FUND_SUCCESS', FAILED: 'FUND_FAILED' }[status]
  if (step === undefined) return null
  const found = await db
    .selectFrom('activity')
    .select(['created_at', 'description'])
    .where('transaction_id', '=', id)
    .where('category', '=', step)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return found ? { at: found.created_at, sentence: found.description } : null
}

async function purchaseOf(db: Database, { id, card_id: cardId }: TransactionRow): Promise<PurchaseFacts | null> {
  if (cardId === null) return null
  const found = await db
    .selectFrom('card_purchase')
    .selectAll()
    .where((eb) => eb.or([eb('authorisation_id', '=', id), eb('transaction_id', '=', id)]))
    .executeTakeFirst()
  if (!found) return null
  // An authorisation that was cleared late has another transaction for the cleared amount.
  const isOfClearing = found.transaction_id === id
  const isReturned = isOfClearing && found.status === 'RETURNED'
  return {
    heldUntil: found.held_until,
    clearedKobo: isOfClearing ? found.cleared_kobo : null,
    coveredKobo: isOfClearing ? found.covered_kobo : null,
    returnedAt: isReturned ? found.reversed_at : null,
    returnedKobo: isReturned ? await movedOn(db, found.reversal_id) : 0n,
    clearedAs: isOfClearing ? null : await referenceOf(db, found.transaction_id),
  }
}

/** Amount that a transaction brought to its account. */
async function movedOn(db: Database, transactionId: string | null): Promise<bigint> {
  if (transactionId === null) return 0n
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(amount_kobo), 0)::bigint as kobo
    from transfer join entry on entry.transfer_id = transfer.id and entry.transaction_id = transfer.transaction_id
    where transfer.transaction_id = ${transactionId}`.execute(db)
  return rows[0]?.kobo ?? 0n
}

async function referenceOf(db: Database, transactionId: string | null): Promise<string | null> {
  if (transactionId === null) return null
  const found = await db
    .selectFrom('transaction')
    .select('reference')
    .where('id', '=', transactionId)
    .executeTakeFirst()
  return found?.reference ?? null
}

async function acquirerPaidAt(db: Database, { id, category, type }: TransactionRow): Promise<string | null> {
  if (category !== 'CARD_PAYMENT' || type !== 'CREDIT') return null
  const found = await db
    .selectFrom('card_payment')
    .innerJoin('acquirer_payment', 'acquirer_payment.id', 'acquirer_payment_id')
    .select('at')
    .where('transaction_id', '=', id)
    .executeTakeFirst()
  return found?.at ?? null
}

/** Refunded and disputed amounts of a transaction, and whether it is a refund that resolves a dispute. */
async function refundAndDisputeTotals(db: Database, { id }: TransactionRow) {
  const { rows } = await sql<{ refunded: bigint; disputed: bigint; resolves: boolean }>`
    select
      (select coalesce(sum(refund.amount_kobo), 0)::bigint from refund
        join transaction as going on going.id = refund_transaction_id
        where refund.transaction_id = ${id} and going.status = 'SUCCESS') as refunded,
      (select coalesce(sum(amount_kobo), 0)::bigint from dispute
        where transaction_id = ${id} and status not in (${sql.join(disputeEnds)})) as disputed,
      exists (select from refund where refund_transaction_id = ${id} and dispute_id is not null) as resolves
  `.execute(db)
  const [found] = rows
  return {
    refundedKobo: found?.refunded ?? 0n,
    disputedKobo: found?.disputed ?? 0n,
    resolvesDispute: found?.resolves ?? false,
  }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
