import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type Context, createContext, use, useState } from 'react'
import { callKey, useApiQuery } from '../api/use-api-query.ts'
import { usePollMs } from '../api/use-poll-interval.ts'
import { useShownFollows } from '../api/use-shown-follows.ts'
import { type Stale, useStale } from '../api/use-stale.ts'
import { useMode } from '../api/use-mode.ts'

/** Where a record stands that was asked for. */
export interface Found<T, Known = undefined> {
  state: 'loading' | 'ready' | 'missing' | 'failed'
  record: T | undefined
  /** What a list already told, to show until the record itself has come. */
  known: Known | undefined
  /** When the record came from the server, in milliseconds. */
  readAt: number
  /** Since when it may be old; null while it is up to date. */
  stale: Stale | null
  /** How often it is asked again, for what else is asked about it. */
  pollMs: number | undefined
  again: () => void
}

/** What is the same wherever a kind of record is shown. */
export interface RecordKind<T, Known = undefined> {
  /** As a sentence names it: `wallet`. */
  name: string
  icon?: ComponentType<{ size: number }>
  /** The way out of a page whose record is not there. */
  back?: { text: string; to: string }
  /** `changing` says that the page knows more of it that still changes. */
  useFound: (id: string, changing?: boolean) => Found<T, Known>
  Context: Context<Found<T, Known> | null>
}

interface Definition<C extends Call, T, L extends Call, Known> extends Pick<RecordKind<T>, 'name' | 'icon' | 'back'> {
  request: (id: string) => Request<C>
  /** The lists whose rows already tell of it. */
  known?: { calls: readonly L[]; rows: (reply: Data<L>) => readonly Known[] }
  /** Whether it is about to change by itself, and asked again quickly; a colleague may change any record, at any time. */
  changes?: (record: T) => boolean
}

/** Declares a kind of record that one of the contract's calls answers; `of` finds it in the reply. */
export function defineRecord<C extends Call, T>(call: C, of: (reply: Data<C>, id: string) => T) {
  return <L extends Call = Call, Known extends { id: string } = never>(
    definition: Definition<C, T, L, Known>,
  ): RecordKind<T, Known> => {
    const { request, known, changes, ...rest } = definition
    const useFound: RecordKind<T, Known>['useFound'] = (id, changing = false) => {
      const [isChanging, setChanging] = useState(false)
      const pollMs = usePollMs(isChanging || 'slow')
      const query = useApiQuery(call, request(id), { pollMs })
      const stale = useStale(query)
      const row = useKnownRow(known, id)
      const record = query.data === undefined ? undefined : of(query.data, id)
      const stillChanging = changing || (record !== undefined && changes?.(record) === true)
      if (stillChanging !== isChanging) setChanging(stillChanging)
      useShownFollows(id, statusOf(record))
      const isMissing = query.error?.status === 404
      const state = isMissing ? 'missing' : record !== undefined ? 'ready' : query.isError ? 'failed' : 'loading'
      const again = () => void query.refetch()
      return { state, record, known: row, readAt: query.dataUpdatedAt, stale, pollMs, again }
    }
    return { ...rest, useFound, Context: createContext<Found<T, Known> | null>(null) }
  }
}

/** The record of this kind that the page or panel around is about. */
export function useRecord<T, Known>(kind: RecordKind<T, Known>): Found<T, Known> {
  const found = use(kind.Context)
  if (!found) throw new Error(`Nothing here is about a ${kind.name}`)
  return found
}

function statusOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'status' in record ? record.status : undefined
}

/** A record's row, if a list that was shown before still holds it. */
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
