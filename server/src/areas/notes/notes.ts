import type { Note, notes } from '@kobo/contract/notes'
import type { Database } from '../../db/database.ts'
import { fullName } from '../../db/full-name.ts'
import { readPage } from '../../db/read-page.ts'
import { staffName } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { requireReadable } from '../record-access.ts'
import { mentionedStaff } from './mentioned-staff.ts'
import { mayStrike } from './strike-note.ts'

/** Lists the notes on a record, newest first. */
export const listNotes: Handler<typeof notes.list> = async (input, context) => {
  const { mode, staff, db } = context
  const recordId = await requireReadable(context, input.recordType, input.recordId)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot
      .selectFrom('note')
      .where('note.mode', '=', mode)
      .where('record_type', '=', input.recordType)
      .where('record_id', '=', recordId)
    return {
      matching,
      shown: matching
        .innerJoin('staff as author', 'author.id', 'note.staff_id')
        .leftJoin('staff as striker', 'striker.id', 'note.struck_by')
        .select(['note.id', 'note.staff_id', 'note.at', 'note.text', 'note.struck_at'])
        .select(fullName('author').$notNull().as('author_name'))
        .select(fullName('striker').as('striker_name'))
        .orderBy('note.at', 'desc')
        .orderBy('note.id', 'desc'),
    }
  })
  const names = await namesMentioned(db, rows)
  return {
    total: totalRecords,
    notes: rows.map(
      (row): Note => ({
        id: row.id,
        at: row.at,
        text: row.text,
        mentions: names.get(row.id) ?? [],
        authorName: row.author_name,
        struckAt: row.struck_at,
        struckByName: row.striker_name,
        isStrikable: row.struck_at === null && mayStrike(staff, row),
      }),
    ),
  }
}

/** Returns the names of those whom each note mentions, by the note's id. */
async function namesMentioned(db: Database, shown: readonly { id: string }[]): Promise<Map<string, string[]>> {
  const mentioned = await mentionedStaff(
    db,
    shown.map(({ id }) => id),
  )
  const ids = [...new Set([...mentioned.values()].flat())]
  if (ids.length === 0) return new Map()
  const people = await db.selectFrom('staff').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()
  const names = new Map(people.map((person) => [person.id, staffName(person)]))
  return new Map([...mentioned].map(([noteId, staffIds]) => [noteId, staffIds.map((id) => names.get(id) ?? '')]))
}
