import { dayEnd, lagosDay } from '@kobo/contract/kit/day'
import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { inPieces } from '../../jobs/in-pieces.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Engine } from '../engine.ts'
import { settleAccount, type Settling } from './settle-account.ts'

const atOnce = 50
const settlesBeforeDayEndMs = 2 * 3_600_000

/** Settles what a merchant and its sub-accounts have collected; gives the settlements that were made. */
export async function settleMerchant(
  db: Transaction,
  jobs: Jobs,
  merchantId: string,
  how: Omit<Settling, 'accountId'>,
): Promise<string[]> {
  const accounts = await db
    .selectFrom('account')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('kind', 'in', ['MERCHANT', 'SUBACCOUNT'])
    .orderBy('id')
    .execute()
  const made: string[] = []
  for (const { id: accountId } of accounts) {
    const settlement = await settleAccount(db, jobs, { accountId, ...how })
    if (settlement !== null) made.push(settlement)
  }
  return made
}

/** Lets a merchant that is settled at once be settled, now that something has come in. */
export async function settleSoon(
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

/** Settles a merchant to whom something came, if it is still to be settled at once. */
export async function workSettle({ db, jobs, clock }: Engine, { merchantId }: JobKinds['settle']): Promise<void> {
  await transact(db, async (transaction) => {
    const { auto_instant_settlement: isWanted } = await transaction
      .selectFrom('merchant')
      .select('auto_instant_settlement')
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow()
    if (isWanted) await settleMerchant(transaction, jobs, merchantId, { at: clock() })
  })
}

/** Goes on settling an account that had more collections than are looked at at once. */
export async function workSettleRest({ db, jobs, clock }: Engine, rest: JobKinds['settle-rest']): Promise<void> {
  const { accountId, after, byCard } = rest
  const between = byCard && { byCard: { from: new Date(byCard.from), to: new Date(byCard.to) } }
  await transact(db, (t) => settleAccount(t, jobs, { accountId, at: clock(), after, ...between }))
}

/** Queues the day's settlements from ten in the evening in Lagos, once for all servers. */
export async function queueSettlements({ db, jobs, clock }: Pick<Engine, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const now = clock()
  const day = lagosDay(now)
  if (now.getTime() < dayEnd(day).getTime() - settlesBeforeDayEndMs) return
  await jobs.enqueue(db, 'settle-day', { day }, { key: day })
}

/** Settles every merchant that wants it by the day; one that wants it at once is looked at again, for what came meanwhile. */
export async function workSettleDay(
  { db, jobs, clock }: Engine,
  { day, after: begin }: JobKinds['settle-day'],
  budgetMs?: number,
): Promise<void> {
  let after = begin
  const settleSome = async () => {
    const merchants = await wanting(db, after)
    for (const { id } of merchants) await transact(db, (t) => settleMerchant(t, jobs, id, { at: clock() }))
    after = merchants.at(-1)?.id ?? after
    return merchants.length < atOnce ? 'done' : 'more'
  }
  const goOn = () =>
    jobs.enqueue(db, 'settle-day', { day, ...(after !== undefined && { after }) }, { key: `${day} ${after}` })
  await inPieces(settleSome, goOn, budgetMs)
}

async function wanting(db: Database, after: string | undefined) {
  const all = db.selectFrom('merchant').select('id').where('status', '=', 'ACTIVE')
  const wanted = all.where((one) =>
    one.or([one('auto_settlement', '=', true), one('auto_instant_settlement', '=', true)]),
  )
  const rest = after === undefined ? wanted : wanted.where('id', '>', after)
  return await rest.orderBy('id').limit(atOnce).execute()
}
