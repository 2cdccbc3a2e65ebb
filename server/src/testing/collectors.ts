import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { resendSettlement } from '../engine/settlements/resend-settlement.ts'
import type { Settling } from '../engine/settlements/settle-account.ts'
import { settleMerchant } from '../engine/settlements/settle-merchants.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { DomainError } from '../domain-error.ts'
import { aFundedMerchant, eventually } from './payouts.ts'
import { aSharedNumber, paidOnNumber } from './subaccounts.ts'

/** Account numbers whose last digits select the simulated switch's response to a transfer. */
export const ends = {
  approved: '0123456900',
  refused: '0123456957',
  silent: '0123456801',
  neverArrives: '0123456802',
  unknown: '0123456909',
}

export type Collector = Awaited<ReturnType<typeof aFundedMerchant>>

/** Sets the bank account to which a merchant is settled. */
export async function bankOf(db: Database, { id: merchant_id }: Collector, account_number: string): Promise<void> {
  const bank = { merchant_id, bank_code: '058', bank_name: 'Guaranty Trust Bank', account_number, account_name: 'Kola' }
  await db
    .insertInto('settlement_account')
    .values(bank)
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ account_number }))
    .execute()
}

interface Paid {
  split?: readonly string[]
  at?: Date
  /** Sender's account, to which a refund is paid. */
  from?: string
}

/** Test helpers for merchants that collect and are settled. */
export function collectorsOf(db: Database, jobs: () => Jobs, now: () => Date) {
  return {
    /** Creates a merchant that has collected this amount, with a settlement bank account unless `accountNumber` is null. */
    async aCollector(accountNumber: string | null = ends.approved, kobo = 1_000_000n): Promise<Collector> {
      const merchant = await aFundedMerchant(db, kobo)
      if (accountNumber !== null) await bankOf(db, merchant, accountNumber)
      return merchant
    },
    settle: (merchant: Collector, at = now(), more: Partial<Settling> = {}) =>
      transact(db, (t) => settleMerchant(t, jobs(), merchant.id, { at, ...more })),
    /** Returns 'PENDING', or the message of the `DomainError`. */
    resend: async (settlementId: string, at = now()): Promise<string> => {
      try {
        await transact(db, (t) => resendSettlement(t, jobs(), { settlementId, at }))
        return 'PENDING'
      } catch (error) {
        if (error instanceof DomainError) return error.message
        throw error
      }
    },
    /** Credits a payment and returns the collection's id. */
    collect: (merchant: Collector, amountKobo: bigint, { split = [], ...paid }: Paid = {}) =>
      transact(db, async (t) => {
        const accountNumber = await aSharedNumber(t, merchant, split)
        return await paidOnNumber(t, jobs(), merchant, { accountNumber, amountKobo, at: now(), ...paid })
      }),
    read: (id: string) => readSettlement(db, id),
    ended: (id: string) =>
      eventually(async () => {
        const row = await readSettlement(db, id)
        return row.status !== 'PENDING' && row
      }),
    attempts: (id: string) =>
      db
        .selectFrom('settlement_attempt')
        .innerJoin('transaction', 'transaction.id', 'transaction_id')
        .select(['transaction.id', 'status', 'session_id'])
        .where('settlement_id', '=', id)
        .orderBy('transaction.id')
        .execute(),
    itemOf: (transactionId: string) =>
      db
        .selectFrom('settlement_item')
        .select(['state', 'reason', 'amount_kobo', 'less_kobo'])
        .where('transaction_id', '=', transactionId)
        .executeTakeFirst(),
  }
}

function readSettlement(db: Database, id: string) {
  return db.selectFrom('settlement').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
