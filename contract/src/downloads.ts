import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { totalRecords } from './kit/page.ts'
import { text } from './kit/text.ts'

export const fileFormats = ['xlsx', 'csv'] as const
export type FileFormat = (typeof fileFormats)[number]

/** Row limits: the sheet size of a spreadsheet, and a CSV file that remains readable. */
export const mostRows: Readonly<Record<FileFormat, number>> = { xlsx: 1_000_000, csv: 5_000_000 }

/** `MAKING` until the file is ready; `FAILED` is final. */
export const downloadStatuses = ['MAKING', 'READY', 'FAILED'] as const

const download = z.object({
  id: z.string(),
  createdAt: z.string(),
  name: z.string(),
  status: z.enum(downloadStatuses),
  /** Rows written so far, and the total. */
  rows: z.number().int(),
  totalRecords,
  /** Whether more rows match than the list can page through; the file omits them. */
  isMore: z.boolean().optional(),
  /** URL of the file, valid for 15 minutes without a session. */
  url: z.string().optional(),
})

export type Download = z.infer<typeof download>

/** Key of the list on screen, under which its exports are found again. */
const place = text(300, 'Place is required')
const label = text(300)

export const downloads = {
  mine: call({
    method: 'GET',
    path: '/admin/downloads',
    permission: 'own',
    effect: 'read',
    addition: true,
    summary: "List the caller's exports of a list of the console, newest first, until they expire",
    query: z.object({ place }),
    reply: z.object({ downloads: z.array(download) }),
  }),
  order: call({
    method: 'POST',
    path: '/admin/downloads',
    permission: 'own',
    effect: 'write',
    addition: true,
    summary:
      'Request an export of all rows that a list call returns for a filter; requires the permission of that call',
    body: z.strictObject({
      place,
      /** Start of the file name, and the further words in it. */
      list: text(100, 'List is required'),
      words: z.array(label).max(20),
      /** Path of the list call, and its query without the page. */
      call: text(200, 'Call is required'),
      query: z.record(z.string().max(100), z.string().max(1000)),
      /** Paths into a row, in column order. */
      columns: z.array(label).min(1, 'Choose at least one column').max(100),
      format: z.enum(fileFormats, 'Choose a format'),
    }),
    reply: z.object({ download }),
  }),
  cancel: call({
    method: 'POST',
    path: '/admin/downloads/cancel',
    permission: 'own',
    effect: 'write',
    addition: true,
    summary: "Cancel one of the caller's exports and delete what exists of it",
    body: z.strictObject({ downloadId: id('download') }),
    reply: z.object({}),
  }),
}
