import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { totalRecords } from './kit/page.ts'
import { text } from './kit/text.ts'

export const fileFormats = ['xlsx', 'csv'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The most rows that a file may have: what a sheet of a spreadsheet holds, and what anybody can still read. */
export const mostRows: Readonly<Record<FileFormat, number>> = { xlsx: 1_000_000, csv: 5_000_000 }

/** `MAKING` until it is there, `FAILED` when it will never be. */
export const downloadStatuses = ['MAKING', 'READY', 'FAILED'] as const

const download = z.object({
  id: z.string(),
  createdAt: z.string(),
  name: z.string(),
  status: z.enum(downloadStatuses),
  /** How many rows are written, and of how many. */
  rows: z.number().int(),
  totalRecords,
  /** More match than the list has pages for; they are not in the file. */
  isMore: z.boolean().optional(),
  /** Where the file is, for a quarter of an hour, without a session. */
  url: z.string().optional(),
})

export type Download = z.infer<typeof download>

/** Names the screen's list, so that what was ordered there is found there. */
const place = text(300, 'Place is required')
const word = text(300)

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
      /** What its name begins with, and what else it says. */
      list: text(100, 'List is required'),
      words: z.array(word).max(20),
      /** The path of the list call, and its query without a page. */
      call: text(200, 'Call is required'),
      query: z.record(z.string().max(100), z.string().max(1000)),
      /** Paths into a row, in the order of the file. */
      columns: z.array(word).min(1, 'Choose at least one column').max(100),
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
