import type { Request } from '@kobo/contract/kit/call'
import { useCallback, useState } from 'react'
import type { ListCall, ListRow } from './list-call.ts'

/** What an action on many is about: these rows, or all that match what the list asks. */
export type SelectedRows<Row> =
  | { kind: 'rows'; rows: readonly Row[]; count: number }
  | { kind: 'all'; request: Request<ListCall<unknown>>; count: number }

interface Choice {
  /** What was asked when it was made: rows of another question are not chosen. */
  question: string
  ids: ReadonlySet<string>
  kind: SelectedRows<unknown>['kind']
  /** The row that was touched last. */
  last?: string
}

export interface Selection {
  isChosen: (id: string) => boolean
  /** Of the rows that are shown. */
  state: 'none' | 'some' | 'every'
  kind: SelectedRows<unknown>['kind']
  /** Chooses or leaves a row; with `through`, all between it and the row that was touched last. */
  toggle: (id: string, through: boolean) => void
  toggleEvery: () => void
  chooseAll: () => void
  clear: () => void
}

/** Which rows are chosen; another question begins with none. */
export function useSelection(rows: readonly ListRow[], question: string): Selection {
  const [choice, setChoice] = useState<Choice>({ question, ids: none, kind: 'rows' })
  const { ids, kind } = standing(choice, question)
  const choose = (next: Iterable<string>, as: Choice['kind'] = 'rows') =>
    setChoice({ question, ids: new Set(next), kind: as })
  // The same one until the rows are others: what draws a row keeps it.
  const toggle = useCallback(
    (id: string, through: boolean) => setChoice((before) => toggled(standing(before, question), rows, id, through)),
    [rows, question],
  )

  const chosen = rows.filter(({ id }) => ids.has(id)).length
  return {
    isChosen: (id) => kind === 'all' || ids.has(id),
    state: kind === 'all' || (chosen > 0 && chosen === rows.length) ? 'every' : chosen > 0 ? 'some' : 'none',
    kind,
    toggle,
    toggleEvery: () => choose(chosen === rows.length || kind === 'all' ? [] : rows.map(({ id }) => id)),
    chooseAll: () =>
      choose(
        rows.map(({ id }) => id),
        'all',
      ),
    clear: () => choose([]),
  }
}

const none: ReadonlySet<string> = new Set()

/** What of a choice still stands. */
function standing(choice: Choice, question: string): Choice {
  return choice.question === question ? choice : { question, ids: none, kind: 'rows' }
}

function toggled(choice: Choice, rows: readonly ListRow[], id: string, through: boolean): Choice {
  const here = rows.findIndex((row) => row.id === id)
  const there = through ? rows.findIndex((row) => row.id === choice.last) : -1
  const from = there < 0 ? here : Math.min(here, there)
  const touched = rows.slice(from, (there < 0 ? here : Math.max(here, there)) + 1).map((row) => row.id)
  // Who leaves one row of all that match keeps the others that are shown.
  const ids = new Set(choice.kind === 'all' ? rows.map((row) => row.id) : choice.ids)
  const isLeft = ids.has(id)
  for (const one of touched) {
    if (isLeft) ids.delete(one)
    else ids.add(one)
  }
  return { question: choice.question, ids, kind: 'rows', last: id }
}

/** What is chosen, for whatever acts on it. */
export function chosenOf<Row extends ListRow>(
  selection: Selection,
  rows: readonly Row[],
  request: Request<ListCall<unknown>>,
  total: number,
): SelectedRows<Row> {
  if (selection.kind === 'all') return { kind: 'all', request, count: total }
  const chosen = rows.filter(({ id }) => selection.isChosen(id))
  return { kind: 'rows', rows: chosen, count: chosen.length }
}
