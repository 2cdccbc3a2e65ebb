import type { Mode } from '@kobo/contract/kit/mode'
import { type MessagedType, recordKinds } from '@kobo/contract/kit/record-kinds'
import type { MessageRecipient } from '@kobo/contract/kit/record-letter'
import type { Database } from '../../db/database.ts'
import { readRecipients } from '../../engine/decisions/recipients.ts'
import { notFound } from '../../http/http-error.ts'
import { nameRecords } from '../record-access.ts'

/** Whom a message about a record can reach, and how. */
export interface Recipient {
  kind: MessageRecipient
  name: string
  email: string | null
  hasWebhook: boolean
}

/** A record with its merchant, and what an email calls it. */
export interface MessagedRecord {
  merchantId: string
  recipients: Recipient[]
  /** Null for a merchant. */
  about: string | null
  /** What names it. */
  name: string | null
}

interface RecordId {
  mode: Mode
  type: MessagedType
  /** As it is stored. */
  id: string
}

/** Reads whom a message about a record can reach: its merchant, and the holder of the wallet that it belongs to, if any. */
export async function readMessagedRecord(db: Database, { mode, type, id }: RecordId): Promise<MessagedRecord> {
  const named = (await nameRecords(db, [{ record_type: type, record_id: id }])).get(`${type} ${id}`)
  const missing = notFound(`This ${recordKinds[type].label.toLowerCase()}`)
  if (!named?.merchantId) throw missing
  const { merchantId, walletId, name } = named
  const merchant = await readRecipients(db, { mode, merchantId })
  if (!merchant) throw missing
  const { businessName, email, hasWebhook } = merchant
  const recipients: Recipient[] = [{ kind: 'MERCHANT', name: businessName, email, hasWebhook }]
  if (walletId !== null) {
    const wallet = await db
      .selectFrom('wallet')
      .select(['account_name', 'email'])
      .where('id', '=', walletId)
      .where('merchant_id', '=', merchantId)
      .where('mode', '=', mode)
      .executeTakeFirst()
    if (wallet) {
      const holder = { name: wallet.account_name, email: wallet.email?.trim() || null, hasWebhook: false }
      recipients.push({ kind: 'HOLDER', ...holder })
    }
  }
  return { merchantId, recipients, about: type === 'merchant' ? null : aboutRecord(type, name), name }
}

/** What an email calls a record: never by its id. */
function aboutRecord(type: MessagedType, name: string | null): string {
  const { label } = recordKinds[type]
  return name === null ? label : `${label} ${name.replaceAll(/\s+/g, ' ').trim()}`
}
