import type { Request } from '@kobo/contract/kit/call'
import { useCallback, useState } from 'react'
import type { ListCall, ListRow } from './list-call.ts'

/** Target of a bulk action: these rows, or all that match the list's request. */
export type SelectedRows<Row> =
  | { kind: 'rows'; rows: readonly Row[]; count: number }
  | { kind: 'all'; request: Request<ListCall<unknown>>; count: number }

interface Choice {
  /** Request for which the selection was made. It does not apply to rows of another. */
  question: string
  ids: ReadonlySet<string>
  kind: SelectedRows<unknown>['kind']
  /** Last toggled row, the anchor of a range. */
  last?: string
}

export interface Selection {
  isChosen: (id: string) => boolean
  /** Selection of the rows on screen. */
  state: 'none' | 'some' | 'every'
  kind: SelectedRows<unknown>['kind']
  /** Toggles a row; with `through`, the range between it and the last toggled row. */
  toggle: (id: string, through: boolean) => void
  toggleEvery: () => void
  chooseAll: () => void
  clear: () => void
}

/** Manages the selected rows. A new request clears the selection. */
export function useSelection(rows: readonly ListRow[], question: string): Selection {
  const [choice, setChoice] = useState<Choice>({ question, ids: noIds, kind: 'rows' })
  const { ids, kind } = currentChoice(choice, question)
  const choose = (next: Iterable<string>, as: Choice['kind'] = 'rows') =>
    setChoice({ question, ids: new Set(next), kind: as })
  // Stable while the rows are the same, so that memoised rows do not render again.
  const toggle = useCallback(
    (id: string, through: boolean) =>
      setChoice((before) => toggled(currentChoice(before, question), rows, id, through)),
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

const noIds: ReadonlySet<string> = new Set()

/** Returns the selection, empty if it was made for another request. */
function currentChoice(choice: Choice, question: string): Choice {
  return choice.question === question ? choice : { question, ids: noIds, kind: 'rows' }
}

function toggled(choice: Choice, rows: readonly ListRow[], id: string, through: boolean): Choice {
  const index = rows.findIndex((row) => row.id === id)
  const anchorIndex = through ? rows.findIndex((row) => row.id === choice.last) : -1
  const from = anchorIndex < 0 ? index : Math.min(index, anchorIndex)
  const touched = rows.slice(from, (anchorIndex < 0 ? index : Math.max(index, anchorIndex)) + 1).map((row) => row.id)
  // Deselecting one row of all matching ones keeps the other rows on screen selected.
  const ids = new Set(choice.kind === 'all' ? rows.map((row) => row.id) : choice.ids)
  const isLeft = ids.has(id)
  for (const rowId of touched) {
    if (isLeft) ids.delete(rowId)
    else ids.add(rowId)
  }
  return { question: choice.question, ids, kind: 'rows', last: id }
}

/** Returns the target of the bulk actions. */
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
