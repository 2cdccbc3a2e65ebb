import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { agreeRates } from '../ledger/agree-rates.ts'
import type { ChargeGroup } from '../ledger/charge-rates.ts'
import { uuidv7 } from '../uuid.ts'

/** Sets a merchant's own rates from an instant on, without validation, together with their audit row. */
export async function ownRates(
  db: Database,
  merchantId: string,
  name: ChargeGroup,
  data: Record<string, unknown>,
  at = new Date('2020-01-01T10:00:00Z'),
): Promise<void> {
  await db.transaction().execute(async (t) => {
    await agreeRates(t, { merchantId, name, data, at })
    await sql`insert into audit (id, at, action, record_type, record_id, merchant_id, before, after) values (
      ${uuidv7(at.getTime())}, ${at.toISOString()}, 'charges.update', 'merchant', ${merchantId}, ${merchantId}, '{}',
      ${JSON.stringify({ [name]: {} })})`.execute(t)
  })
}
