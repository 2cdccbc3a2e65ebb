import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { uncountDebits } from './wallet-limits.ts'

/** The clearing of an authorisation: its account, and the amount to hold for it. */
export interface Clearing {
  transactionId: string
  accountId: string
  wantedKobo: bigint
}

/**
 * Adjusts an authorisation's hold to the cleared amount: a surplus is released, a shortfall taken from what is available. Returns
 * the held amount. The caller posts it in the same transaction, and lets others use a surplus only afterwards.
 */
export async function adjustAuthorisationHold(db: Transaction, clearing: Clearing): Promise<bigint> {
  const { transactionId, accountId, wantedKobo } = clearing
  const availableKobo = await lockAvailable(db, accountId)
  const held = await db
    .selectFrom('hold')
    .select(['id', 'amount_kobo', 'created_at'])
    .where('transaction_id', '=', transactionId)
    .where('status', '=', 'HELD')
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Error('This authorisation has no hold'))
  const missingKobo = wantedKobo - held.amount_kobo
  const moreKobo = missingKobo < availableKobo ? missingKobo : availableKobo
  if (moreKobo === 0n) return held.amount_kobo
  const fittedKobo = held.amount_kobo + moreKobo
  await db.updateTable('hold').set({ amount_kobo: fittedKobo }).where('id', '=', held.id).execute()
  await sql`update account set available_kobo = available_kobo - ${moreKobo} where id = ${accountId}`.execute(db)
  if (moreKobo < 0n) await uncountDebits(db, [{ accountId, amountKobo: -moreKobo, at: new Date(held.created_at) }])
  return fittedKobo
}

/** Returns the available balance of an account, locked until this transaction ends. */
export async function lockAvailable(db: Transaction, accountId: string): Promise<bigint> {
  const { available_kobo } = await db
    .selectFrom('account')
    .select('available_kobo')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return available_kobo
}
