import type { List } from '../list/define-list.ts'
import type { ListReply, ListRow } from '../list/list-call.ts'

const isList = (value: unknown): value is List<ListReply, ListRow> =>
  typeof value === 'object' && value !== null && 'columns' in value && 'words' in value && 'call' in value

/** Every list of the product. */
export const everyList = Object.values(import.meta.glob<object>('../features/**/*-list.tsx', { eager: true })).flatMap(
  (file) => Object.values(file).filter(isList),
)
