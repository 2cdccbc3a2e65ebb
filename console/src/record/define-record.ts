import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type Context, createContext, use, useState } from 'react'
import {
  type Stale,
  callKey,
  idKeyOf,
  requestById,
  useApiQuery,
  useRefetchOnChange,
  useStale,
} from '../api/use-api-query.ts'
import { type ApiError, missingPermission } from '../api/api-error.ts'
import { type Changing, usePollInterval } from '../api/use-poll-interval.ts'
import { useMode } from '../api/session.tsx'

/** State of a requested record. */
export interface Found<T, Known = undefined> {
  state: 'loading' | 'ready' | 'missing' | 'failed'
  /** Why it is missing or failed, as its request was answered. */
  error?: ApiError | null
  record: T | undefined
  /** Data of a list row, shown until the record has loaded. */
  known: Known | undefined
  /** When the record was received, in epoch milliseconds. */
  readAt: number
  /** Since when the record is outdated; null if it is current. */
  stale: Stale | null
  /** Polling interval of the record, for further queries about it. */
  pollMs: number | undefined
  again: () => void
}

/** Definition shared by every view of a kind of record. */
export interface RecordKind<T, Known = undefined> {
  /** Name within a sentence: `wallet`. */
  name: string
  icon?: ComponentType<{ size: number }>
  /** Link shown if the record does not exist. */
  back?: { text: string; to: string }
  /** `changes`: whether what the page knows besides is still changing. */
  useFound: (id: string, changes?: (record: T) => Changing) => Found<T, Known>
  Context: Context<Found<T, Known> | null>
}

interface Definition<C extends Call, T, L extends Call, Known> extends Pick<RecordKind<T>, 'icon' | 'back'> {
  /** By default that of the call's ID: `payment link` of `paymentLinkId`. */
  name?: string
  /** By default the call's ID. */
  request?: (id: string) => Request<C>
  /** Lists whose rows already hold some of its data. */
  known?: { calls: readonly L[]; rows: (reply: Data<L>) => readonly Known[] }
  /** Whether the record will soon change without the operator; it is then polled quickly, all others slowly. */
  changes?: (record: T) => boolean
}

/** Declares a kind of record returned by a call of the contract. `select` returns it from the reply. */
export function defineRecord<C extends Call, T, L extends Call = Call, Known extends { id: string } = never>(
  call: C,
  select: (reply: Data<C>, id: string) => T,
  definition: Definition<C, NoInfer<T>, L, Known>,
): RecordKind<T, Known> {
  const { name = nameOf(idKeyOf(call)), request = (id) => requestById(call, id), known, icon, back } = definition
  const useFound: RecordKind<T, Known>['useFound'] = (id, changes) => {
    const [isChanging, setChanging] = useState(false)
    const pollMs = usePollInterval(isChanging || 'slow')
    const query = useApiQuery(call, request(id), { pollMs })
    const stale = useStale(query)
    const row = useKnownRow(known, id)
    const record = query.data === undefined ? undefined : select(query.data, id)
    const stillChanging = record !== undefined && (definition.changes?.(record) === true || changes?.(record) === true)
    if (stillChanging !== isChanging) setChanging(stillChanging)
    useRefetchOnChange(id, statusOf(record))
    const isMissing = query.error?.status === 404
    const state = isMissing
      ? 'missing'
      : missingPermission(query.error)
        ? 'failed'
        : record !== undefined
          ? 'ready'
          : query.isError
            ? 'failed'
            : 'loading'
    const again = () => void query.refetch()
    return {
      state,
      error: query.error,
      record,
      known: row,
      readAt: query.dataUpdatedAt,
      stale,
      pollMs,
      again,
    }
  }
  return { name, icon, back, useFound, Context: createContext<Found<T, Known> | null>(null) }
}

function nameOf(idKey: string): string {
  return idKey.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Returns the record of the enclosing page or panel. */
export function useRecord<T, Known>(kind: RecordKind<T, Known>): Found<T, Known> {
  const found = use(kind.Context)
  if (!found) throw new Error(`No ${kind.name} record is mounted around this component`)
  return found
}

function statusOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'status' in record ? record.status : undefined
}

/** Returns the record's row if a cached list contains it. */
function useKnownRow<L extends Call, Known extends { id: string }>(
  known: Definition<Call, unknown, L, Known>['known'],
  id: string,
): Known | undefined {
  const mode = useMode()
  const queries = useQueryClient()
  if (!known) return undefined
  const lists = known.calls.flatMap((call) => queries.getQueriesData<Data<L>>({ queryKey: [callKey(call), mode] }))
  return lists.flatMap(([, reply]) => (reply === undefined ? [] : known.rows(reply))).find((row) => row.id === id)
}
