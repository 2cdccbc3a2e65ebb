import { modeOfRow } from '@kobo/contract/kit/mode'
import { type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { CardBatch } from '../../db/tables.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { countRows } from '../../ledger/counters/count-rows.ts'
import { cardScope } from '../../ledger/counters/scopes.ts'
import { uuidv7 } from '../../uuid.ts'
import { DomainError } from '../../domain-error.ts'
import { customerAccountId } from '../payer-account.ts'
import { isServiceOff, switchedOff } from '../service-status.ts'
import { queueEvents } from '../webhooks/queue-events.ts'
import { byChance, type Draw, expiryOf, newCardNumber } from './card-number.ts'

export type BatchRow = Selectable<CardBatch>

/** Returns why the cards of a batch cannot be issued now, or null. */
export async function issueBlocker(
  db: Database,
  { mode, merchant_id, type }: Pick<BatchRow, 'mode' | 'merchant_id' | 'type'>,
): Promise<string | null> {
  if (await isServiceOff(db, modeOfRow({ mode }), 'CARDS')) return switchedOff('CARDS')
  const merchant = await db
    .selectFrom('merchant')
    .select(['business_name', 'is_card_enabled', 'card_types'])
    .where('id', '=', merchant_id)
    .executeTakeFirstOrThrow()
  if (!merchant.is_card_enabled) return `Cards are not enabled for ${merchant.business_name}`
  if (merchant.card_types !== null && !merchant.card_types.includes(type)) {
    return `${merchant.business_name} cannot issue ${type.toLowerCase()} cards`
  }
  return null
}

/** Issues the cards of a batch that the caller has locked and found pending; returns their number. */
export async function issueCards(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'> | null,
  { batch, at, draw = byChance }: { batch: BatchRow; at: Date; draw?: Draw },
): Promise<number> {
  const blocker = await issueBlocker(db, batch)
  if (blocker !== null) throw new DomainError('refused', blocker)
  const { mode, merchant_id, type } = batch
  const created_at = at.toISOString()
  const holders = await holdersOf(db, batch.id)
  const cards = holders.map((holder) => {
    if (holder.account_id === null) throw new Error(`A holder of batch ${batch.reference} has no account`)
    const { maskedPan: masked_pan, lastFour: last_four, token } = newCardNumber(draw)
    return {
      id: uuidv7(at.getTime()),
      mode,
      merchant_id,
      created_at,
      batch_id: batch.id,
      account_id: holder.account_id,
      wallet_id: holder.wallet_id,
      type,
      holder_name: holder.holder_name,
      masked_pan,
      last_four,
      token,
      expires_on: expiryOf(at),
      status: 'ACTIVE',
    }
  })
  await insertRows(db, 'card', cards)
  await sql`
    update card_batch_holder set card_id = issued.card_id
    from unnest(
      ${holders.map(({ position }) => position)}::int[], ${cards.map(({ id }) => id)}::uuid[]
    ) as issued (position, card_id)
    where batch_id = ${batch.id} and card_batch_holder.position = issued.position
  `.execute(db)
  await countCards(db, { mode, merchant_id, type, created_at }, { ACTIVE: BigInt(cards.length) })
  await notifyBatchDecision(db, jobs, { batch, kind: 'card.batch_approved', at, more: { cards: cards.length } })
  return cards.length
}

/** Notifies a merchant of the decision on its batch. */
export async function notifyBatchDecision(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'> | null,
  decision: { batch: BatchRow; kind: 'card.batch_approved' | 'card.batch_declined'; at: Date; more: object },
): Promise<void> {
  if (jobs === null) return
  const { batch, kind, at, more } = decision
  const { id: batchId, mode, merchant_id: merchantId, reference, type, quantity } = batch
  const data = { batchId, reference, type, quantity, ...more }
  await queueEvents(db, jobs, [{ mode, merchantId, transactionId: null, kind, data, at }])
}

/** Updates the counters for issued cards and status changes. */
export async function countCards(
  db: Transaction,
  { type, ...row }: { mode: string; merchant_id: string; type: string; created_at: string },
  byStatus: Readonly<Record<string, bigint>>,
): Promise<void> {
  const none = { n_success: 0n, success_kobo: 0n }
  const changes = Object.entries(byStatus).map(([status, n]) => {
    return { row: { ...row, scope: cardScope, type: status, category: type }, n, ...none }
  })
  await countRows(db, changes)
}

async function holdersOf(db: Transaction, batchId: string) {
  const accountId = customerAccountId({
    merchantId: sql.ref('holder.merchant_id'),
    walletId: sql.ref('holder.wallet_id'),
  })
  return await db
    .selectFrom('card_batch_holder as holder')
    .select(['position', 'holder.wallet_id', 'holder_name', accountId.as('account_id')])
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute()
}
