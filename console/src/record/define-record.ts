import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type Context, createContext, use } from 'react'
import { callKey, useCall } from '../api/use-call.ts'
import { useMode } from '../api/use-mode.ts'

/** Where a record stands that was asked for. */
export interface Found<T, Known = undefined> {
  state: 'loading' | 'ready' | 'missing' | 'failed'
  record: T | undefined
  /** What a list already told, to show until the record itself has come. */
  known: Known | undefined
  /** When the record came from the server, in milliseconds. */
  readAt: number
  again: () => void
}

/** What is the same wherever a kind of record is shown. */
export interface RecordKind<T, Known = undefined> {
  /** As a sentence names it: `wallet`. */
  name: string
  icon?: ComponentType<{ size: number }>
  /** The way out of a page whose record is not there. */
  back?: { text: string; to: string }
  /** `pollMs` asks again and again, for a record that changes by itself. */
  useFound: (id: string, options?: { pollMs?: number }) => Found<T, Known>
  Context: Context<Found<T, Known> | null>
}

interface Definition<C extends Call, T, L extends Call, Known> extends Pick<RecordKind<T>, 'name' | 'icon' | 'back'> {
  request: (id: string) => Request<C>
  /** The lists whose rows already tell of it. */
  known?: { calls: readonly L[]; rows: (reply: Data<L>) => readonly Known[] }
}

/** Declares a kind of record that one of the contract's calls answers; `of` finds it in the reply. */
export function defineRecord<C extends Call, T>(call: C, of: (reply: Data<C>, id: string) => T) {
  return <L extends Call = Call, Known extends { id: string } = never>(
    definition: Definition<C, T, L, Known>,
  ): RecordKind<T, Known> => {
    const { request, known, ...rest } = definition
    const useFound: RecordKind<T, Known>['useFound'] = (id, options) => {
      const query = useCall(call, request(id), options)
      const row = useKnownRow(known, id)
      const record = query.data === undefined ? undefined : of(query.data, id)
      const isMissing = query.error?.status === 404
      const state = isMissing ? 'missing' : record !== undefined ? 'ready' : query.isError ? 'failed' : 'loading'
      return { state, record, known: row, readAt: query.dataUpdatedAt, again: () => void query.refetch() }
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
