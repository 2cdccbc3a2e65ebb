import type { Database } from '../db/database.ts'

/** Returns the webhook events of a merchant, oldest first. */
export async function eventsOf(db: Database, merchantId: string) {
  const events = db.selectFrom('webhook_event').select('body').where('merchant_id', '=', merchantId)
  const rows = await events.orderBy('created_at').orderBy('id').execute()
  return rows.map(({ body }) => JSON.parse(body) as { event: string; data: object })
}
