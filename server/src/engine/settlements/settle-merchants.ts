import { dayEnd } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextIds } from '../../jobs/item-jobs.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { deleteWaitingSettleJobs } from '../../jobs/queue-statements.ts'
import type { Engine } from '../engine.ts'
import { settleAccount, type Settling } from './settle-account.ts'

/** Settles the accounts of a merchant and its subaccounts. Returns the IDs of the settlements created. */
export async function settleMerchant(
  db: Transaction,
  jobs: Jobs,
  merchantId: string,
  options: Omit<Settling, 'accountId'>,
): Promise<string[]> {
  const accounts = await db
    .selectFrom('account')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('kind', 'in', ['MERCHANT', 'SUBACCOUNT'])
    .orderBy('id')
    .execute()
  const settlementIds: string[] = []
  for (const { id: accountId } of accounts) {
    const settlement = await settleAccount(db, jobs, { accountId, ...options })
    if (settlement !== null) settlementIds.push(settlement)
  }
  return settlementIds
}

/** Enqueues a settlement for a new collection if the merchant has instant settlement. */
export async function enqueueInstantSettlement(
  db: Transaction,
  jobs: Jobs,
  { merchantId, transactionId }: { merchantId: string; transactionId: string },
): Promise<void> {
  const merchant = await db
    .selectFrom('merchant')
    .select('auto_instant_settlement')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  if (merchant?.auto_instant_settlement) await jobs.enqueue(db, 'settle', { merchantId }, { key: transactionId })
}

/**
 * Settles a merchant after a collection, unless instant settlement was disabled meanwhile. Other jobs of the merchant that wait are
 * done too, since their collections were committed with them and are read after them.
 */
export async function runSettleJob({ db, jobs, clock }: Engine, { merchantId }: JobKinds['settle']): Promise<void> {
  await transact(db, async (transaction) => {
    const { auto_instant_settlement: isEnabled } = await transaction
      .selectFrom('merchant')
      .select('auto_instant_settlement')
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow()
    if (!isEnabled) return
    await deleteWaitingSettleJobs(transaction, merchantId)
    await settleMerchant(transaction, jobs, merchantId, { at: clock() })
  })
}

/** Continues the settlement of an account that had more collections than one run processes. */
export async function runSettleRestJob({ db, jobs, clock }: Engine, job: JobKinds['settle-rest']): Promise<void> {
  const { accountId, after, byCard } = job
  const before = job.before && { before: new Date(job.before) }
  const range = byCard && { byCard: { from: new Date(byCard.from), to: new Date(byCard.to) } }
  await transact(db, (t) => settleAccount(t, jobs, { accountId, at: clock(), after, ...range, ...before }))
}

const hasAutoSettlement = sql<boolean>`(auto_settlement or auto_instant_settlement)`

/**
 * Settles each merchant with daily settlement, and those with instant settlement for any remaining collections. Those of an
 * inactive merchant are stored as waiting.
 */
export function settleDay({ db, jobs, clock }: Engine): ItemJob {
  return {
    name: 'settle-day',
    due: { dailyAtMs: 22 * 3_600_000 },
    find: (after) => nextIds(db.selectFrom('merchant').select('id').where(hasAutoSettlement), after),
    process: (merchantId, day) =>
      // A late run does not settle collections after its day.
      transact(db, async (t) => {
        // On a retry, the merchant may have disabled settlements.
        const merchant = t.selectFrom('merchant').select('id').where('id', '=', merchantId).where(hasAutoSettlement)
        if (await merchant.executeTakeFirst())
          await settleMerchant(t, jobs, merchantId, { at: clock(), before: dayEnd(day) })
      }),
  }
}
