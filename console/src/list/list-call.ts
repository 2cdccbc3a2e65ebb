import type { Call } from '@kobo/contract/kit/call'
import type { z } from 'zod'
import type { ExportableRow } from './filter.ts'

export type ListRow = ExportableRow & { id: string }
/** `isMore`: more records match than were counted. No page shows them. */
export type ListReply = { totalRecords?: number; isMore?: boolean | null | undefined }

/** Parameters of every request of a list. */
export type Fixed<K extends string> = Partial<Record<K, string | number | boolean>>

/** Call that returns a page of rows. */
export type ListCall<Reply> = Call & { query: z.ZodObject; reply: z.ZodType<Reply> }

/** Requests all rows in one page, with a size above any server's limit. */
export const allRows = { page: 1, size: 1_000_000_000_000 }
