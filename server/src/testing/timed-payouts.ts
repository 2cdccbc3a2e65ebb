import type { Insertable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { RecurringPayout, ScheduledPayout } from '../db/tables.ts'
import { idAt } from './factories.ts'

const toChidi = {
  beneficiary_name: 'Chidi Okafor',
  account_number: '0123456900',
  bank_code: '058',
  amount_kobo: 250_000n,
  narration: 'Rent',
}

/** Inserts a scheduled payout of 2,500 naira from a merchant's own account; tests pass only the fields they depend on. */
export async function aScheduledPayout(
  db: Database,
  merchant: { id: string; mode: string },
  fields: Partial<Insertable<ScheduledPayout>> = {},
) {
  const now = new Date().toISOString()
  const at = fields.created_at ?? now
  const row: Insertable<ScheduledPayout> = {
    ...toChidi,
    id: idAt(at),
    mode: merchant.mode,
    created_at: at,
    merchant_id: merchant.id,
    due_at: now,
    ...fields,
  }
  return await db.insertInto('scheduled_payout').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Inserts a recurring payout of 2,500 naira that has not run yet; tests pass only the fields they depend on. */
export async function aRecurringPayout(
  db: Database,
  merchant: { id: string; mode: string },
  fields: Partial<Insertable<RecurringPayout>> & { start_day: string },
) {
  const at = fields.created_at ?? new Date().toISOString()
  const row: Insertable<RecurringPayout> = {
    ...toChidi,
    id: idAt(at),
    mode: merchant.mode,
    created_at: at,
    merchant_id: merchant.id,
    interval: 'monthly',
    next_day: fields.start_day,
    ...fields,
  }
  return await db.insertInto('recurring_payout').values(row).returningAll().executeTakeFirstOrThrow()
}
