import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { DomainError } from '../../domain-error.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { isFrozen } from '../../ledger/frozen-accounts.ts'
import { uuidv7 } from '../../uuid.ts'
import { attemptSettlement } from './attempt-settlement.ts'
import {
  findUnsettledCollections,
  type SettlementScan,
  scanStart,
  advanceWatermark,
  type SettlementCursor,
} from './unsettled-collections.ts'
import { type AllocatedCollection, allocateCollections } from './allocate-collections.ts'
import { settlementDeductions } from './deductions.ts'

/** Maximum number of collections per database transaction and per settlement. */
const defaultAtOnce = 10_000

export interface Settling {
  accountId: string
  at: Date
  /** Restricts to card collections between these instants. */
  byCard?: { from: Date; to: Date }
  /** Restricts to collections before this instant. */
  before?: Date
  /** Cursor to continue after. */
  after?: SettlementCursor
  atOnce?: number
  /** Whether a job settles the collections beyond `atOnce`, or the run is refused. */
  rest?: 'queue' | 'refuse'
}

/**
 * Settles the unsettled collections of a merchant's or subaccount's account, oldest first, each in full as far as the
 * available balance covers it. Returns the settlement's ID, or null if none was created. While settlements are paused, all
 * wait. Collections beyond `atOnce` are left to a `settle-rest` job.
 */
export async function settleAccount(db: Transaction, jobs: Jobs, settling: Settling): Promise<string | null> {
  const { accountId, at, byCard = null, before = null, after = null, atOnce = defaultAtOnce, rest = 'queue' } = settling
  // The lock serialises concurrent runs on the account.
  const account = await db
    .selectFrom('account')
    .innerJoin('merchant', 'merchant.id', 'account.merchant_id')
    .select(['account.id', 'account.mode', 'account.merchant_id', 'account.kind', 'available_kobo', 'merchant.status'])
    .select(isFrozen(sql.ref('account.id'), 'SETTLEMENTS').as('is_frozen'))
    .select(
      sql<bigint>`(
        select coalesce(sum(amount_kobo), 0)::bigint from hold
        where hold.account_id = account.id and hold.status = 'HELD' and hold.kind = 'LIEN'
      )`.as('lien_kobo'),
    )
    .where('account.id', '=', accountId)
    .where('account.kind', 'in', ['MERCHANT', 'SUBACCOUNT'])
    .forNoKeyUpdate('account')
    .executeTakeFirst()
  if (!account) return null
  const { merchant_id: merchantId } = account
  const isOwn = account.kind === 'MERCHANT'
  const since = await scanStart(db, accountId, at, isOwn)
  const scan: SettlementScan = { accountId, merchantId, since, byCard, before, after, atMost: atOnce, at }
  const collected = await findUnsettledCollections(db, scan)
  const last = collected.length < atOnce ? undefined : collected.at(-1)
  if (last && rest === 'refuse') {
    throw new DomainError(
      'refused',
      `${atOnce.toLocaleString('en')} collections or more are waiting. Choose fewer days`,
    )
  }
  const ids = collected.map(({ transaction_id }) => transaction_id)
  const availableKobo = account.available_kobo - (await queuedSettlementsKobo(db, accountId))
  const deductions = isOwn ? await settlementDeductions(db, ids, at) : new Map()
  const allocated = allocateCollections(collected, {
    availableKobo,
    lienKobo: account.lien_kobo,
    deductions,
    isOwn,
    isPaused: account.status !== 'ACTIVE' || account.is_frozen,
    at,
  })
  const settled = allocated.filter(({ state }) => state === 'SETTLED')
  const settlementId = settled.length === 0 ? null : await openSettlement(db, account, settled, at)
  await storeItems(db, account, allocated, settlementId)
  if (settlementId !== null) await attemptSettlement(db, jobs, settlementId, at)
  const cursor = last ? { at: last.at, transactionId: last.transaction_id } : null
  await advanceWatermark(db, scan, cursor)
  if (cursor)
    await jobs.enqueue(db, 'settle-rest', {
      merchantId,
      accountId,
      after: cursor,
      byCard: asIsoRange(byCard),
      ...(before && { before: before.toISOString() }),
    })
  return settlementId
}

interface Account {
  id: string
  mode: string
  merchant_id: string
  kind: string
}

async function openSettlement(
  db: Transaction,
  account: Account,
  settled: readonly AllocatedCollection[],
  at: Date,
): Promise<string> {
  const { id: account_id, mode, merchant_id } = account
  const isOwn = account.kind === 'MERCHANT'
  const id = uuidv7(at.getTime())
  await db
    .insertInto('settlement')
    .values({
      id,
      mode,
      merchant_id,
      subaccount_id: isOwn ? null : account_id,
      account_id,
      created_at: at.toISOString(),
      category: isOwn ? 'MERCHANT_SETTLEMENT' : 'SUBACCOUNT_SETTLEMENT',
      status: 'PENDING',
      amount_kobo: settled.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n),
    })
    .execute()
  return id
}

/** Stores the outcome of each collection, replacing earlier WAITING items. */
async function storeItems(
  db: Transaction,
  { id: account_id, merchant_id }: Account,
  allocated: readonly AllocatedCollection[],
  settlementId: string | null,
): Promise<void> {
  const ids = allocated.map(({ transaction_id }) => transaction_id)
  await db
    .deleteFrom('settlement_item')
    .where('account_id', '=', account_id)
    .where('state', '=', 'WAITING')
    .where('transaction_id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute()
  await insertRows(
    db,
    'settlement_item',
    allocated.map(({ transaction_id, at: collected_at, amount_kobo, less_kobo, state, reason }) => ({
      account_id,
      transaction_id,
      merchant_id,
      collected_at,
      amount_kobo,
      less_kobo,
      state,
      settlement_id: state === 'SETTLED' ? settlementId : null,
      reason,
    })),
  )
}

/** Total of PENDING settlements whose payment is QUEUED and has no hold yet. */
async function queuedSettlementsKobo(db: Transaction, accountId: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(settlement.amount_kobo), 0)::bigint as kobo
    from settlement join transaction on transaction.id = settlement.transaction_id
    where settlement.account_id = ${accountId} and settlement.status = 'PENDING' and transaction.status = 'QUEUED'
  `.execute(db)
  return rows[0]?.kobo ?? 0n
}

function asIsoRange(byCard: Settling['byCard'] | null) {
  return byCard ? { from: byCard.from.toISOString(), to: byCard.to.toISOString() } : null
}
