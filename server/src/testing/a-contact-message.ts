import type { Insertable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { ContactMessage } from '../db/tables.ts'
import { idAt } from './factories.ts'

/** Inserts a support question forwarded by a merchant. */
export async function aContactMessage(
  db: Database,
  merchant: { id: string; mode: string },
  fields: Partial<Insertable<ContactMessage>> = {},
) {
  const at = fields.created_at ?? new Date().toISOString()
  const row: Insertable<ContactMessage> = {
    id: idAt(at),
    mode: merchant.mode,
    merchant_id: merchant.id,
    created_at: at,
    name: 'Hadiza Bello',
    email: 'hadiza@mail.example',
    phone_number: '+2348035550142',
    subject: 'Fees',
    message: 'What does it cost?',
    ...fields,
  }
  return await db.insertInto('contact_message').values(row).returningAll().executeTakeFirstOrThrow()
}
