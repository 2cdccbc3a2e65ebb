import { dayEnd } from '@kobo/contract/kit/day'
import { modeOfRow } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { Engine } from '../engine.ts'
import { type ItemJob, itemsAtOnce } from '../../jobs/item-jobs.ts'
import { chargeEvent, maintenanceReference } from './charge-event.ts'

/** Charges the monthly maintenance fee of every static account that was open on the day and is not charged for the month yet. */
export function billMaintenance(engine: Pick<Engine, 'db' | 'jobs' | 'clock'>): ItemJob {
  const { db, jobs, clock } = engine
  return {
    name: 'bill-maintenance',
    due: { dailyAtMs: 0 },
    find: (after, day) => accountsToBill(db, day, after),
    process: (account_number, day) =>
      transact(db, async (t) => {
        const account = await t
          .selectFrom('virtual_account')
          .select(['mode', 'merchant_id as merchantId'])
          .where('account_number', '=', account_number)
          .executeTakeFirstOrThrow()
        const [mode, at] = [modeOfRow(account), clock()]
        const reference = maintenanceReference(day.slice(0, 7), account_number)
        // A missed day is charged at its own price.
        const dueAt = new Date(Math.min(at.getTime(), dayEnd(day).getTime() - 1))
        const { merchantId } = account
        await chargeEvent(t, jobs, { mode, merchantId, reference, at, dueAt, event: 'staticAccounts.maintenance' })
      }),
  }
}

async function accountsToBill(db: Database, day: string, after: string): Promise<string[]> {
  const month = day.slice(0, 7)
  const endOfDay = dayEnd(day).toISOString()
  const found = await db
    .selectFrom('virtual_account')
    .select('account_number')
    .where('kind', '=', 'STATIC')
    .where('created_at', '<', endOfDay)
    .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>=', endOfDay)]))
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
    .limit(itemsAtOnce)
    .execute()
  return found.map(({ account_number }) => account_number)
}
