import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { receivedSince } from '../../ledger/account-days.ts'
import { DomainError } from '../../domain-error.ts'
import { bookTransfer } from '../book-transfer.ts'

export interface Sweep {
  mode: Mode
  merchantId: string
  terminalId: string
  reference: string
  narration: string
  at: Date
  /** Limits the sweep to money received before this instant. */
  before?: Date
}

export interface Swept {
  debitId: string
  creditId: string
  amountKobo: bigint
}

/** Transfers a terminal's balance to its store; null if it is empty. Sweeps of one terminal are serialised. */
export async function sweepTerminal(db: Transaction, sweep: Sweep): Promise<Swept | null> {
  const { mode, merchantId, terminalId, reference, narration, at, before } = sweep
  await lockSweeps(db, terminalId)
  const terminal = await db
    .selectFrom('terminal')
    .innerJoin('account', 'account.id', 'terminal.id')
    .select(['store_id', 'available_kobo', 'booked_kobo'])
    .where('terminal.id', '=', terminalId)
    .where('terminal.merchant_id', '=', merchantId)
    .where('terminal.mode', '=', mode)
    .executeTakeFirst()
  if (!terminal) throw new DomainError('not_found', 'This terminal')
  const { store_id: storeId, available_kobo: availableKobo, booked_kobo: bookedKobo } = terminal
  const earlierKobo = before ? bookedKobo - (await receivedSince(db, terminalId, before)) : availableKobo
  const amountKobo = earlierKobo < availableKobo ? earlierKobo : availableKobo
  if (amountKobo <= 0n) return null
  const from = { merchantId, walletId: null, placeId: terminalId }
  const to = { merchantId, walletId: null, placeId: storeId }
  const moved = await bookTransfer(db, { mode, from, to, amountKobo, reference, narration, at })
  return { ...moved, amountKobo }
}

/** Serialises the sweeps of one terminal. */
export async function lockSweeps(db: Transaction, terminalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sweep terminal ${terminalId}`}, 0))`.execute(db)
}
