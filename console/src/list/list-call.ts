import type { Call } from '@kobo/contract/kit/call'
import type { z } from 'zod'
import type { ExportableRow } from './filter.ts'

export type ListRow = ExportableRow & { id: string }
/** `isMore`: there are more than were counted, which no page shows. */
export type ListReply = { totalRecords?: number; isMore?: boolean | null | undefined }

/** Values that join every request. */
export type Fixed<K extends string> = Partial<Record<K, string | number | boolean>>

/** A call that answers a page of rows. */
export type ListCall<Reply> = Call & { query: z.ZodObject; reply: z.ZodType<Reply> }
