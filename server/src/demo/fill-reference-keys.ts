import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/** Inserts the reference keys of transactions that were written without triggers. */
export async function fillReferenceKeys(db: Transaction): Promise<void> {
  await sql`
    insert into reference_key
    select merchant_id, mode, type, reference, id from transaction order by 1, 2, 3, 4
    on conflict do nothing`.execute(db)
}
