import type { Database } from '../../db/database.ts'

/** Returns the ids of the colleagues whom each of these notes names, by the note's id. */
export async function mentionedStaff(db: Database, noteIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('note_mention')
    .select(['note_id', 'staff_id'])
    .where('note_id', '=', (eb) => eb.fn.any(eb.val(noteIds)))
    .orderBy('staff_id')
    .execute()
  const mentioned = new Map<string, string[]>()
  for (const { note_id: noteId, staff_id: staffId } of rows) {
    mentioned.set(noteId, [...(mentioned.get(noteId) ?? []), staffId])
  }
  return mentioned
}
