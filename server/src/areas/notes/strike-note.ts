import { lagosTime } from '@kobo/contract/kit/day'
import { isNotedType } from '@kobo/contract/kit/record-kinds'
import type { notes } from '@kobo/contract/notes'
import { staffName } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict, HttpError, notFound } from '../../http/http-error.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { mayDo } from '../../http/rights.ts'
import type { Staff } from '../../http/staff.ts'
import { requireReadable } from '../record-access.ts'

/** Strikes a note through; it stays readable. */
export const strikeNote: Handler<typeof notes.strike> = async ({ noteId }, context) => {
  const { db, staff, now } = context
  const note = await requireInMode(context, 'note', noteId, { lock: true })
  const { record_type: recordType, record_id: recordId } = note
  const missing = notFound('This note')
  if (!isNotedType(recordType)) throw missing
  await requireReadable(context, recordType, recordId).catch((error: unknown) => {
    throw error instanceof HttpError ? missing : error
  })
  if (!mayStrike(staff, note)) {
    throw new HttpError(403, 'not_permitted', 'A note is struck through by its author, or by whoever may assign work')
  }
  const nameOf = async (id: string) => {
    const found = db.selectFrom('staff').select(['first_name', 'last_name']).where('id', '=', id)
    return staffName(await found.executeTakeFirstOrThrow())
  }
  if (note.struck_by !== null && note.struck_at !== null) {
    const when = lagosTime(new Date(note.struck_at))
    throw conflict(`${await nameOf(note.struck_by)} struck this note through on ${when}`)
  }
  const struck = { struck_at: now.toISOString(), struck_by: staff.id }
  await db.updateTable('note').set(struck).where('id', '=', noteId).execute()
  await context.audit({
    action: 'note.strike',
    recordType,
    recordId,
    ...(note.merchant_id !== null && { merchantId: note.merchant_id }),
    after: { author: await nameOf(note.staff_id), written: note.at },
  })
  return { message: 'The note has been struck through', data: {} }
}

/** Whether somebody may strike a note through: its author, or a lead. */
export function mayStrike(staff: Staff, { staff_id: authorId }: { staff_id: string }): boolean {
  return mayDo(staff, 'notes.write') && (staff.id === authorId || mayDo(staff, 'work.lead'))
}
