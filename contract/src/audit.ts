import { z } from 'zod'
import { auditActionNames } from './kit/audit-actions.ts'
import { call } from './kit/call.ts'
import { choice, choices } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, filterWordId, id, wordId } from './kit/id.ts'
import { paging, totalRecords } from './kit/page.ts'
import { recordTypes } from './kit/record-kinds.ts'
import { searchText } from './kit/text.ts'

const maybe = z.string().nullish()

const change = z.object({
  /** Name of the field. */
  field: z.string(),
  /** Values as a person reads them; null if there was or is none. */
  from: maybe,
  to: maybe,
})

export type AuditChange = z.infer<typeof change>

const entry = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** What happened, such as `KYC approved`. */
  title: z.string(),
  /** One of `auditActions`; missing for what happened without an operator. */
  action: maybe,
  /** PRODUCTION or SANDBOX; missing for what concerns neither mode, such as a sign-in. */
  mode: maybe,
  staffId: maybe,
  /** Who did it; missing for what merchants, jobs and commands did. */
  staffName: maybe,
  /** Who proposed it, if somebody else approved it. */
  makerName: maybe,
  reason: maybe,
  /** One of `recordKinds`, the id of the record and what names it. */
  recordType: z.string(),
  recordId: z.string(),
  recordName: maybe,
  merchantId: maybe,
  merchantName: maybe,
  walletId: maybe,
  parentId: maybe,
  /** The changes in one line. */
  summary: maybe,
  changes: z.array(change),
  /** Network address and device of the request. */
  address: maybe,
  device: maybe,
  requestId: maybe,
})

export type AuditEntry = z.infer<typeof entry>

const read = { method: 'GET', effect: 'read', addition: true } as const

export const audit = {
  list: call({
    ...read,
    path: '/admin/audit',
    permission: 'audit.read',
    summary:
      "List what operators did, newest first, of both modes unless one is named, and of the records that the caller's role may read; counted and paged up to 1,000",
    query: z.object({
      ...paging,
      staffId: filterId('team member'),
      action: choices(auditActionNames),
      recordType: choices(recordTypes),
      recordId: filterWordId('record of the audit'),
      merchantId: filterId('merchant'),
      mode: choice(['PRODUCTION', 'SANDBOX']),
      /** Exact network address. */
      address: searchText(45),
      /** Words of the reason; requires another filter, or at most 31 days. */
      search: searchText(),
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({
      /** At most 1,000. */
      totalRecords,
      /** Whether more entries match than were counted. */
      isMore: z.boolean().nullish(),
      entries: z.array(entry),
    }),
  }),
  info: call({
    ...read,
    path: '/admin/audit/info',
    permission: 'audit.read',
    summary: "Get an entry of the audit, if the caller's role may read about its record",
    query: z.object({ auditId: id('entry of the audit') }),
    reply: z.object({ entry }),
  }),
  recordHistory: call({
    ...read,
    path: '/admin/record/history',
    permission: 'own',
    summary:
      'List what happened to a record and its parts, newest first: changes by operators field by field, and unless `only` is CHANGES, events without an operator; requires the permission to read the record',
    query: z.object({
      recordType: z.enum(recordTypes, 'Unknown kind of record'),
      recordId: wordId('record of the audit'),
      only: choice(['CHANGES']),
      ...paging,
    }),
    reply: z.object({ totalRecords, history: z.array(entry) }),
  }),
}
