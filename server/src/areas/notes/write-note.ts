import type { Mode } from '@kobo/contract/kit/mode'
import { maskPersonalNumbers } from '@kobo/contract/kit/sensitive-numbers'
import type { NotedType } from '@kobo/contract/kit/record-kinds'
import { type notes, notesPerMinute } from '@kobo/contract/notes'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { AuditEntry } from '../../db/audit.ts'
import type { Handler } from '../../http/handler.ts'
import { tooManyRequests } from '../../http/http-error.ts'
import { uuidv7 } from '../../uuid.ts'
import { nameRecords, requireReadable } from '../record-access.ts'

const minuteMs = 60_000

/** Writes a note on a record, with personal numbers masked. */
export const writeNote: Handler<typeof notes.write> = async ({ recordType, recordId, text }, context) => {
  const { db, mode, staff, now } = context
  const storedId = await requireReadable(context, recordType, recordId)
  await limitNotes(db, staff.id, now)
  const masked = maskPersonalNumbers(text)
  const note = { mode, recordType, recordId: storedId, staffId: staff.id, at: now, text: masked }
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
    .where('at', '>', new Date(now.getTime() - minuteMs).toISOString())
    .orderBy('at', 'desc')
    .limit(notesPerMinute)
    .execute()
  const oldest = latest[notesPerMinute - 1]
  if (!oldest) return
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest.at) + minuteMs - now.getTime()) / 1000))
  throw tooManyRequests(`You have written ${notesPerMinute} notes within a minute. Try again in ${seconds} s`, seconds)
}

interface NewNote {
  mode: Mode
  recordType: NotedType
  recordId: string
  staffId: string
  at: Date
  text: string
}

/**
 * Stores a note and returns its audit entry, which has the note's id but no text: notes are kept, and those who read the audit need not be those
 * who may read notes.
 */
export async function addNote(db: Transaction, note: NewNote): Promise<{ noteId: string; entry: AuditEntry }> {
  const { mode, recordType, recordId, staffId, at, text } = note
  const record = { record_type: recordType, record_id: recordId }
  const named = (await nameRecords(db, [record])).get(`${recordType} ${recordId}`)
  const merchantId = named?.merchantId ?? null
  const noteId = uuidv7(at.getTime())
  const row = { id: noteId, mode, ...record, merchant_id: merchantId, staff_id: staffId, at: at.toISOString(), text }
  await db.insertInto('note').values(row).execute()
  const about = { recordType, recordId, ...(merchantId !== null && { merchantId }) }
  return { noteId, entry: { action: 'note.write', ...about, after: { noteId } } }
}
