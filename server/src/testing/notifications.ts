import type { Database } from '../db/database.ts'
import { idAt } from './factories.ts'

interface NotificationFields {
  staffId: string
  mode: string
  kind: string
  recordType: string
  recordId: string
  facts?: object
  at: Date
}

/** Stores an unread notification, and returns its ID. */
export async function aNotification(db: Database, fields: NotificationFields): Promise<string> {
  const { staffId, mode, kind, recordType, recordId, facts = {}, at } = fields
  const id = idAt(at)
  await db
    .insertInto('notification')
    .values({
      id,
      staff_id: staffId,
      mode,
      kind,
      record_type: recordType,
      record_id: recordId,
      source_id: `event ${id}`,
      facts: JSON.stringify(facts),
      at: at.toISOString(),
    })
    .execute()
  return id
}
