import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { uuidv7 } from '../../uuid.ts'

export interface NewContactMessage {
  mode: Mode
  /** Merchant that forwards the message. */
  merchantId: string
  name: string
  email: string
  phone: string
  subject: string
  message: string
  at: Date
}

/** Stores a contact message until it is answered. */
export async function receiveMessage(
  db: Transaction,
  { mode, merchantId, name, email, phone, subject, message, at }: NewContactMessage,
): Promise<{ messageId: string }> {
  const id = uuidv7(at.getTime())
  const content = { name, email, phone_number: phone, subject, message }
  const row = { id, mode, merchant_id: merchantId, created_at: at.toISOString(), ...content }
  await db.insertInto('contact_message').values(row).execute()
  return { messageId: id }
}
