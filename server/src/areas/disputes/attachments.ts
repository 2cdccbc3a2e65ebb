import type { Database } from '../../db/database.ts'
import type { Files } from '../../rails/files.ts'

/** Returns attachment URLs by message ID. If `messageIds` is null, those of the dispute itself are under null. */
export async function attachmentsOf(
  db: Database,
  files: Pick<Files, 'address'>,
  now: Date,
  { disputeId, messageIds }: { disputeId: string; messageIds: readonly string[] | null },
): Promise<Map<string | null, string[]>> {
  const ofDispute = db
    .selectFrom('dispute_attachment as attachment')
    .innerJoin('file', 'file.id', 'attachment.file_id')
    .select(['file.id', 'file.name', 'attachment.message_id'])
    .where('attachment.dispute_id', '=', disputeId)
  const rows = await (messageIds === null
    ? ofDispute.where('attachment.message_id', 'is', null)
    : ofDispute.where('attachment.message_id', '=', (eb) => eb.fn.any(eb.val([...messageIds])))
  )
    .orderBy('attachment.position')
    .execute()
  const addresses = new Map<string | null, string[]>()
  for (const { id, name, message_id } of rows) {
    addresses.set(message_id, [...(addresses.get(message_id) ?? []), files.address({ id, name }, now)])
  }
  return addresses
}
