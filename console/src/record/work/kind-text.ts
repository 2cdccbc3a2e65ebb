import { isWorkKind, workKinds } from '@kobo/contract/kit/work-kinds'

/** Returns the words for a kind of work; a kind of a later release is shown as it is. */
export function kindTexts(kind: string): { label: string; plural: string } {
  return isWorkKind(kind) ? workKinds[kind] : { label: kind, plural: kind }
}
