import type { List } from '../list/define-list.ts'
import type { ListReply, ListRow } from '../list/list-call.ts'

const isList = (value: unknown): value is List<ListReply, ListRow> =>
  typeof value === 'object' && value !== null && 'columns' in value && 'words' in value && 'call' in value

const sources = import.meta.glob<string>(['../features/**/*.{ts,tsx}', '!**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const modules = import.meta.glob<object>(['../features/**/*.{ts,tsx}', '!**/*.test.*'])

/** Files that declare lists, with the number of declarations and the exported lists. */
export const declarations = await Promise.all(
  Object.entries(sources).flatMap(([file, source]) => {
    const declared = source.match(/\bdefineList\(/g)?.length ?? 0
    const load = modules[file]
    return declared > 0 && load
      ? [load().then((module) => ({ file, declared, lists: Object.values(module).filter(isList) }))]
      : []
  }),
)

/** Every list of the console. */
export const everyList = declarations.flatMap(({ lists }) => lists)
