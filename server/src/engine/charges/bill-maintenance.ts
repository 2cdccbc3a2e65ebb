import { lagosDay } from '@kobo/contract/kit/day'
import { mode as modeOf } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import type { Engine } from '../engine.ts'
import { inPieces } from '../../jobs/in-pieces.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { chargeFor } from './charge-for.ts'
import { maintenanceReference } from './charge-references.ts'

const atOnce = 100

/** Queues the day's billing, once for all servers; gives what stops it. */
export function startBilling({ db, jobs, clock }: Engine, onError: (error: unknown) => void): () => void {
  const queue = () => {
    const day = lagosDay(clock())
    jobs.enqueue(db, 'billing', { day }, { key: day }).catch(onError)
    jobs.enqueue(db, 'bill-terminals', { day }, { key: day }).catch(onError)
  }
  queue()
  const timer = setInterval(queue, 3_600_000)
  return () => clearInterval(timer)
}

/** Bills the month's maintenance of every open static account that it has not been billed for. */
export async function workBilling(
  engine: Engine,
  { day, after: begin = '' }: JobKinds['billing'],
  budgetMs?: number,
): Promise<void> {
  const month = day.slice(0, 7)
  let after = begin
  const billSome = async () => {
    const accounts = await openStaticAccounts(engine, month, after)
    for (const { mode, merchant_id: merchantId, account_number } of accounts) {
      const reference = maintenanceReference(month, account_number)
      const charge = { mode: modeOf.parse(mode), merchantId, reference, at: engine.clock() }
      await transact(engine.db, (db) => chargeFor(db, engine.jobs, { ...charge, event: 'staticAccounts.maintenance' }))
    }
    after = accounts.at(-1)?.account_number ?? after
    return accounts.length < atOnce ? 'done' : 'more'
  }
  const goOn = () => engine.jobs.enqueue(engine.db, 'billing', { day, after }, { key: `${day} ${after}` })
  await inPieces(billSome, goOn, budgetMs)
}

async function openStaticAccounts({ db }: Engine, month: string, after: string) {
  return await db
    .selectFrom('virtual_account')
    .select(['mode', 'merchant_id', 'account_number'])
    .where('kind', '=', 'STATIC')
    .where('closed_at', 'is', null)
    .where('account_number', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfer')
            .select('transfer.id')
            .whereRef('transfer.mode', '=', 'virtual_account.mode')
            .where('transfer.kind', '=', 'CHARGE')
            .where('transfer.transaction_id', 'is', null)
            .where(
              'transfer.reference',
              '=',
              sql<string>`${maintenanceReference(month, '')} || virtual_account.account_number`,
            ),
        ),
      ),
    )
    .orderBy('account_number')
    .limit(atOnce)
    .execute()
}
