import type { Call } from '@kobo/contract/kit/call'
import { rowsKey } from '@kobo/contract/kit/file-columns'
import type { z } from 'zod'
import { maskPersonal } from './mask-personal.ts'
import type { Areas, ListedRows, ReadableList, ReadContext } from './handler.ts'

type AnyRead = (input: object, context: ReadContext) => Promise<Record<string, unknown>>

/** Finds every call of the contract that lists rows, with its handler. */
export function listsOf<T extends Record<string, Record<string, Call>>>(
  contract: T,
  areas: Areas<T>,
): ReadonlyMap<string, ReadableList> {
  const lists = new Map<string, ReadableList>()
  for (const [area, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      const key = rowsKey(call)
      if (key === undefined || !hasQuery(call)) continue
      const handler = areas[area]?.[name] as unknown as AnyRead
      lists.set(call.path, {
        call,
        read: async (input, context) => listed(await readShown(call, handler, input, context), key),
      })
    }
  }
  return lists
}

/** Reads a list as the operator may see it. */
async function readShown(call: Call, handler: AnyRead, input: object, context: ReadContext) {
  return maskPersonal(call, context.staff, await handler(input, context)) as Record<string, unknown>
}

function hasQuery(call: Call): call is Call & { query: z.ZodObject } {
  return call.query !== undefined
}

/** Row types are lost, since all lists share one type. */
function listed(reply: Record<string, unknown>, key: string): ListedRows {
  return {
    rows: reply[key] as ListedRows['rows'],
    totalRecords: Number(reply['totalRecords']),
    isMore: reply['isMore'] === true,
  }
}
