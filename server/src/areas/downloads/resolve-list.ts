import { fileColumns, type FileColumn } from '@kobo/contract/kit/file-columns'
import type { z } from 'zod'
import { readIds } from '../../http/call-input.ts'
import type { ListedRows, ReadableList, ReadContext, AppDeps } from '../../http/handler.ts'
import { badRequest, HttpError } from '../../http/http-error.ts'
import { mayDo } from '../../http/rights.ts'
import type { Staff } from '../../http/staff.ts'

/** List, filter and columns of an export. */
interface ListRequest {
  call: string
  query: Readonly<Record<string, string>>
  columns: readonly string[]
}

/** List of an order, parsed and authorised. */
export interface ExportedList {
  columns: FileColumn[]
  /** Returns one page of its rows. */
  page(page: { page: number; size: number }, context: ReadContext): Promise<ListedRows>
}

/** Parses an order as the list's own call would, and rejects a list that the operator may not read. */
export function resolveList({ lists }: Pick<AppDeps, 'lists'>, request: ListRequest, staff: Staff): ExportedList {
  const list = lists.get(request.call)
  if (!list) throw badRequest('Unknown list', { call: 'Unknown list' })
  if (!mayDo(staff, list.call.permission)) throw new HttpError(403, 'not_permitted', 'Your role does not allow this')
  const filter = readListFilters(list, request.query)
  return {
    columns: readColumns(list, request.columns),
    page: (page, context) => list.read({ ...filter, ...page }, context),
  }
}

/** Parses filters as the list's own call would, and rejects those that it does not know. */
export function readListFilters({ call }: ReadableList, query: ListRequest['query']): Record<string, unknown> {
  const known = new Set(Object.keys(call.query.shape).filter((key) => key !== 'page' && key !== 'size'))
  const unknownFilter = Object.keys(query).find((key) => !known.has(key))
  if (unknownFilter !== undefined)
    throw badRequest(`Unknown filter: ${unknownFilter}`, { query: `Unknown filter: ${unknownFilter}` })
  const parsed = call.query.safeParse(query)
  if (!parsed.success) throw badRequest(sentenceOf(parsed.error), { query: sentenceOf(parsed.error) })
  return readIds(call)(parsed.data)
}

function sentenceOf({ issues }: z.ZodError): string {
  return issues[0]?.message ?? 'The filter is not valid'
}

function readColumns({ call }: ReadableList, paths: readonly string[]): FileColumn[] {
  const available = fileColumns(call)
  return paths.map((path) => {
    const column = available.find((candidate) => candidate.path === path)
    if (!column) throw badRequest(`Unknown column: ${path}`, { columns: `Unknown column: ${path}` })
    return column
  })
}
