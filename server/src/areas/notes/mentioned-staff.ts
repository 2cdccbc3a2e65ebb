import type { Database } from '../../db/database.ts'

/** Returns the ids of those whom each note mentions, by the note's id; notes without mentions are absent. One statement. */
export async function mentionedStaff(db: Database, noteIds: readonly string[]): Promise<Map<string, string[]>> {
  const mentioned = new Map<string, string[]>()
  if (noteIds.length === 0) return mentioned
  const rows = await db
    .selectFrom('note_mention')
    .select(['note_id', 'staff_id'])
    .where('note_id', 'in', noteIds)
    .orderBy('note_id')
    .orderBy('staff_id')
    .execute()
  for (const { note_id, staff_id } of rows) mentioned.set(note_id, [...(mentioned.get(note_id) ?? []), staff_id])
  return mentioned
}
