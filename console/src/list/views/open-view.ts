import type { View } from '@kobo/contract/views'
import { toastNotice } from '../../ui/toast.ts'
import type { ListWithState } from '../enclosing-list.ts'
import { today } from '../filter-fields.tsx'
import { readView } from './view-state.ts'

/** Dialogs that act on the views of a list. */
export type ViewDialog = 'save' | 'rename' | 'remove'

/** Shows a view in its list, as it is now. */
export function openView({ list, shown }: ListWithState, view: View): void {
  const { state, leftOut } = readView(list, view, today())
  shown.control.openView(state, view, 'push')
  nameLeftOut(view, leftOut)
}

/** Names what of a view the list does not know any longer. */
export function nameLeftOut({ name }: View, leftOut: readonly string[]): void {
  if (leftOut.length > 0) toastNotice(`Left out of ${name}, because the list does not accept it: ${leftOut.join(', ')}`)
}
