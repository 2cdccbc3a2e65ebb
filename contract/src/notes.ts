import { z } from 'zod'
import { call } from './kit/call.ts'
import { id, wordId } from './kit/id.ts'
import { maxMentions } from './kit/mentions.ts'
import { paging } from './kit/page.ts'
import { notedTypes } from './kit/record-kinds.ts'
import { hasCardNumber } from './kit/sensitive-numbers.ts'
import { paragraph, searchText } from './kit/text.ts'

/** Most notes of one person within a minute. */
export const notesPerMinute = 20

const shared = { addition: true } as const
const maybe = z.string().nullish()
const record = {
  recordType: z.enum(notedTypes, 'Unknown kind of record'),
  recordId: wordId('record'),
}

const note = z.object({
  id: z.string(),
  at: z.string(),
  /** Plain text of several lines. */
  text: z.string(),
  /** Names of the colleagues whom it mentions, each in the text after `@`. */
  mentions: z.array(z.string()),
  authorName: z.string(),
  /** When it was struck through, and by whom. */
  struckAt: maybe,
  struckByName: maybe,
  /** Whether the caller may strike it through. */
  isStrikable: z.boolean(),
})

export type Note = z.infer<typeof note>

const colleague = z.object({
  id: z.string(),
  name: z.string(),
  /** Distinguishes equal names. */
  email: z.string(),
})

export type Colleague = z.infer<typeof colleague>

const mentions = z
  .array(id('colleague'))
  .max(maxMentions, `Mention at most ${maxMentions} colleagues`)
  .refine((ids) => new Set(ids.map((each) => each.toLowerCase())).size === ids.length, 'A colleague is mentioned twice')

export const notes = {
  list: call({
    ...shared,
    method: 'GET',
    path: '/admin/notes',
    permission: 'notes.read',
    effect: 'read',
    summary:
      'List the notes of colleagues on a record, newest first, with those that were struck through; requires the permission to read the record. Merchants never see notes',
    query: z.object({ ...record, ...paging }),
    // Not `totalRecords`, by which a list can be exported: no file holds notes.
    reply: z.object({ total: z.number().int(), notes: z.array(note) }),
  }),
  colleagues: call({
    ...shared,
    method: 'GET',
    path: '/admin/notes/colleagues',
    permission: 'notes.write',
    effect: 'read',
    summary: `List up to ${maxMentions} colleagues whom a note on a record may mention: active ones who may read the record and its notes, without the caller`,
    query: z.object({
      ...record,
      /** Words of the name. */
      search: searchText(100),
    }),
    reply: z.object({ colleagues: z.array(colleague) }),
  }),
  write: call({
    ...shared,
    method: 'POST',
    path: '/admin/notes',
    permission: 'notes.write',
    effect: 'write',
    summary:
      'Write a note on a record, at most 20 a minute. Card numbers are rejected; numbers of eleven digits that are no Nigerian mobile phone number are masked. Colleagues whom it mentions watch the record from then on',
    body: z.strictObject({
      ...record,
      text: paragraph(4_000, 'Note is required').refine(
        (value) => !hasCardNumber(value),
        'Contains what may be a card number, which must not be stored. Write its last four digits only',
      ),
      /** Colleagues who may read the record, each named in the text after `@`. */
      mentions: mentions.optional(),
    }),
    reply: z.object({ noteId: z.string() }),
  }),
  strike: call({
    ...shared,
    method: 'POST',
    path: '/admin/notes/strike',
    permission: 'notes.write',
    effect: 'write',
    summary: 'Strike a note through, which stays readable: its author, or whoever may assign work',
    body: z.strictObject({ noteId: id('note') }),
    reply: z.object({}),
  }),
}
