import type { Mode } from '@kobo/contract/kit/mode'
import { maskPersonalNumbers } from '@kobo/contract/kit/sensitive-numbers'
import type { NotedType } from '@kobo/contract/kit/record-kinds'
import { type notes, notesPerMinute } from '@kobo/contract/notes'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { AuditEntry } from '../../db/audit.ts'
import type { Handler } from '../../http/handler.ts'
import { requireRate } from '../../http/rate.ts'
import { uuidv7 } from '../../uuid.ts'
import { nameRecords, requireReadable } from '../record-access.ts'
import { startWatching } from '../watches/start-watching.ts'
import { checkMentions } from './note-readers.ts'

const minuteMs = 60_000

/** Writes a note on a record, with personal numbers masked. */
export const writeNote: Handler<typeof notes.write> = async (input, context) => {
  const { recordType, recordId, text, mentions = [] } = input
  const { db, mode, staff, now } = context
  const storedId = await requireReadable(context, recordType, recordId)
  await checkMentions(db, { recordType, text, mentions, now })
  await limitNotes(db, staff.id, now)
  const masked = maskPersonalNumbers(text)
  const note = { mode, recordType, recordId: storedId, staffId: staff.id, at: now, text: masked, mentions }
  const { noteId, entry } = await addNote(db, note)
  await context.audit(entry)
  const message =
    masked === text
      ? 'The note has been added'
      : 'The note has been added. A number of eleven digits was masked, since it may be a BVN or NIN'
  return { message, data: { noteId } }
}

async function limitNotes(db: Transaction, staffId: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notes of ${staffId}`}, 0))`.execute(db)
  const latest = await db
    .selectFrom('note')
    .select('at')
    .where('staff_id', '=', staffId)
    .orderBy('at', 'desc')
    .limit(notesPerMinute)
    .execute()
  const times = latest.map(({ at }) => at)
  requireRate(times, { most: notesPerMinute, withinMs: minuteMs, now }, (wait) => {
    return `You have written ${notesPerMinute} notes within a minute. Try again in ${wait}`
  })
}

interface NewNote {
  mode: Mode
  recordType: NotedType
  recordId: string
  staffId: string
  at: Date
  text: string
  /** Ids of colleagues whom it mentions. */
  mentions?: readonly string[]
}

/**
 * Stores a note, whose author and those whom it mentions watch its record from then on. Returns its audit entry, which has no
 * text: notes are kept, and those who read the audit need not be those who may read notes.
 */
export async function addNote(db: Transaction, note: NewNote): Promise<{ noteId: string; entry: AuditEntry }> {
  const { mode, recordType, recordId, staffId, at, text, mentions = [] } = note
  const record = { record_type: recordType, record_id: recordId }
  const named = (await nameRecords(db, [record])).get(`${recordType} ${recordId}`)
  const merchantId = named?.merchantId ?? null
  const noteId = uuidv7(at.getTime())
  const row = { id: noteId, mode, ...record, merchant_id: merchantId, staff_id: staffId, at: at.toISOString(), text }
  await db.insertInto('note').values(row).execute()
  if (mentions.length > 0) {
    const rows = mentions.map((mentioned) => ({ note_id: noteId, staff_id: mentioned }))
    await db.insertInto('note_mention').values(rows).execute()
  }
  await startWatching(db, note, [staffId, ...mentions], at)
  const about = { recordType, recordId, ...(merchantId !== null && { merchantId }) }
  return { noteId, entry: { action: 'note.write', ...about, after: { noteId } } }
}
