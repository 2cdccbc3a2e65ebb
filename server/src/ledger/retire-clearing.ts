import { mode as modes } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { balances, post } from './ledger.ts'
import { providerAccount } from './provider-accounts.ts'

const reference = 'SETTLEMENT-CLEARING-RETIRED'

/**
 * What compensations are owed to us was booked to SETTLEMENT_CLEARING once: all of it moves to RECOVERY, by one transfer a
 * mode. Whatever is booked there afterwards is a fault that `verify` finds.
 */
export async function retireClearing(db: Database, at: Date): Promise<void> {
  for (const mode of modes.options) {
    const retired = providerAccount(mode, 'SETTLEMENT_CLEARING')
    await transact(db, async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtext('kobo retire clearing'))`.execute(transaction)
      const done = await transaction
        .selectFrom('transfer')
        .select('id')
        .where('mode', '=', mode)
        .where('kind', '=', 'CORRECTION')
        .where('reference', '=', reference)
        .where('transaction_id', 'is', null)
        .executeTakeFirst()
      const amountKobo = (await balances(transaction, [retired])).get(retired)?.bookedKobo ?? 0n
      if (done || amountKobo === 0n) return
      const lines = [
        { accountId: retired, amountKobo: -amountKobo },
        { accountId: providerAccount(mode, 'RECOVERY'), amountKobo },
      ]
      await post(transaction, { mode, kind: 'CORRECTION', reference, transactionId: null, merchantId: null, at, lines })
    })
  }
}
