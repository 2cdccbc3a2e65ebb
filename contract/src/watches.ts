import { z } from 'zod'
import { call } from './kit/call.ts'
import { wordId } from './kit/id.ts'
import { watchedTypes } from './kit/record-kinds.ts'

const own = { permission: 'own', addition: true, path: '/admin/watch' } as const
const record = {
  recordType: z.enum(watchedTypes, 'Unknown kind of record'),
  recordId: wordId('record'),
}

const watch = z.object({
  isWatching: z.boolean(),
  /** Number of colleagues who watch it, without the caller. */
  others: z.number().int(),
})

/** Who wants to be notified of changes of a record, each in their own name. */
export const watches = {
  read: call({
    ...own,
    method: 'GET',
    effect: 'read',
    summary: 'Get whether the caller watches a record, and how many others do; requires the permission to read it',
    query: z.object(record),
    reply: watch,
  }),
  change: call({
    ...own,
    method: 'PUT',
    effect: 'write',
    summary:
      'Watch a record, or stop watching it, after which neither a note nor a mention makes the caller watch it again',
    body: z.strictObject({ ...record, isWatching: z.boolean('Choose whether you watch it') }),
    reply: watch,
  }),
}
