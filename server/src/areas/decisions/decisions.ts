import type { decisions } from '@kobo/contract/decisions'
import { readRecipients } from '../../engine/decisions/recipients.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'

/** Returns whom a decision about a merchant notifies. */
export const recipients: Handler<typeof decisions.recipients> = async ({ merchantId }, { db, mode }) => {
  const found = await readRecipients(db, { mode, merchantId })
  if (!found) throw notFound('This merchant')
  return found
}
