import { mode as modes } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { balances, post } from './ledger.ts'
import { isReferencePosted } from './posting.ts'
import { providerAccount } from './provider-accounts.ts'

const reference = 'SETTLEMENT-CLEARING-RETIRED'

/**
 * Moves the receivables from compensations, formerly booked to SETTLEMENT_CLEARING, to RECOVERY, by one transfer per mode.
 * `verify` reports anything booked to it afterwards.
 */
export async function retireClearing(db: Transaction, at: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kobo retire clearing'))`.execute(db)
  for (const mode of modes.options) {
    const retired = providerAccount(mode, 'SETTLEMENT_CLEARING')
    const done = await isReferencePosted(db, { mode, kind: 'CORRECTION', reference })
    const amountKobo = (await balances(db, [retired])).get(retired)?.bookedKobo ?? 0n
    if (done || amountKobo === 0n) continue
    const lines = [
      { accountId: retired, amountKobo: -amountKobo },
      { accountId: providerAccount(mode, 'RECOVERY'), amountKobo },
    ]
    await post(db, { mode, kind: 'CORRECTION', reference, transactionId: null, merchantId: null, at, lines })
  }
}
