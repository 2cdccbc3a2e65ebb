import type { Insertable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { RecurringPayout, ScheduledPayout } from '../db/tables.ts'
import { uuidv7 } from '../uuid.ts'

const toChidi = {
  beneficiary_name: 'Chidi Okafor',
  account_number: '0123456900',
  bank_code: '058',
  amount_kobo: 250_000n,
  narration: 'Rent',
}

/** A payout of 2,500 naira for a later time, from a merchant's own account; a test names only what it looks at. */
export async function aScheduledPayout(
  db: Database,
  merchant: { id: string; mode: string },
  fields: Partial<Insertable<ScheduledPayout>> = {},
) {
  const now = new Date()
  const row: Insertable<ScheduledPayout> = {
    ...toChidi,
    id: uuidv7(),
    mode: merchant.mode,
    created_at: now.toISOString(),
    merchant_id: merchant.id,
    due_at: now.toISOString(),
    ...fields,
  }
  return await db.insertInto('scheduled_payout').values(row).returningAll().executeTakeFirstOrThrow()
}

/** A payout of 2,500 naira that begins on a day and has not run; a test names only what it looks at. */
export async function aRecurringPayout(
  db: Database,
  merchant: { id: string; mode: string },
  fields: Partial<Insertable<RecurringPayout>> & { start_day: string },
) {
  const row: Insertable<RecurringPayout> = {
    ...toChidi,
    id: uuidv7(),
    mode: merchant.mode,
    created_at: new Date().toISOString(),
    merchant_id: merchant.id,
    interval: 'monthly',
    next_day: fields.start_day,
    ...fields,
  }
  return await db.insertInto('recurring_payout').values(row).returningAll().executeTakeFirstOrThrow()
}
