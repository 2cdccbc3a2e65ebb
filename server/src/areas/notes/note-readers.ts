import { findMentions, maxMentions } from '@kobo/contract/kit/mentions'
import { type NotedType, recordKinds } from '@kobo/contract/kit/record-kinds'
import type { notes } from '@kobo/contract/notes'
import { isActiveStaff } from '../../db/active-staff.ts'
import type { Database } from '../../db/database.ts'
import { everyWordIn } from '../../db/text-match.ts'
import { staffName } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { badRequest } from '../../http/http-error.ts'
import { mayDo, type Rights, rightsOfRoles } from '../../http/rights.ts'
import { isActive, staffColumns, toStaff } from '../../http/staff.ts'
import { requireReadable } from '../record-access.ts'

/** Whether somebody with these rights may read the notes on records of a kind. */
function mayReadNotes(person: { rights: Rights }, type: NotedType): boolean {
  return mayDo(person, 'notes.read') && mayDo(person, recordKinds[type].permission)
}

/** Lists colleagues whom a note on a record may mention, by name. */
export const listColleagues: Handler<typeof notes.colleagues> = async (input, context) => {
  const { recordType, recordId, search = '' } = input
  const { db, staff, now } = context
  await requireReadable(context, recordType, recordId)
  const roles = await readerRoles(db, recordType)
  if (roles.length === 0) return { colleagues: [] }
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('role', 'in', roles)
    .where(isActiveStaff(now))
    .where('id', '<>', staff.id)
    .where(everyWordIn(['first_name', 'last_name'], search))
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(maxMentions)
    .execute()
  return { colleagues: rows.map((row) => ({ id: row.id, name: staffName(row), email: row.email })) }
}

/** Returns the ids of the roles whose members may read the notes on records of a kind. */
async function readerRoles(db: Database, type: NotedType): Promise<string[]> {
  const roles = await rightsOfRoles(db)
  return [...roles].flatMap(([id, rights]) => (mayReadNotes({ rights }, type) ? [id] : []))
}

interface NewMentions {
  recordType: NotedType
  text: string
  mentions: readonly string[]
  now: Date
}

/**
 * Rejects mentions of colleagues who may not read the record, and those that the text does not contain. Names only whom the text
 * names already, and not the reason: whether somebody exists, works here or has which role is not for everybody.
 */
export async function checkMentions(db: Database, { recordType, text, mentions, now }: NewMentions): Promise<void> {
  if (mentions.length === 0) return
  const rows = await db
    .selectFrom('staff')
    .innerJoin('role', 'role.id', 'staff.role')
    .select(staffColumns)
    .where('staff.id', 'in', mentions)
    .execute()
  const named = new Set(findMentions(text, rows.map(staffName)).map(({ name }) => name))
  const readers: string[] = []
  const others: string[] = []
  for (const row of rows) {
    const isReader = isActive(row, now) && mayReadNotes(await toStaff(db, row), recordType)
    ;(isReader ? readers : others).push(staffName(row))
  }
  if (readers.length < mentions.length) {
    const names = others.filter((name) => named.has(name))
    const who = names.length > 0 ? new Intl.ListFormat('en-NG').format(names) : 'A colleague whom you mention'
    throw rejected(`${who} may not read this record`)
  }
  if (!readers.every((name) => named.has(name)))
    throw rejected('Name each colleague whom you mention in the text, after @')
}

function rejected(sentence: string) {
  return badRequest(sentence, { mentions: sentence })
}
