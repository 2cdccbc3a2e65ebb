import { expect, it } from 'vitest'
import { z } from 'zod'
import type { List } from '../list/define-list.ts'
import type { ListReply, ListRow } from '../list/list-call.ts'
import { addressRule, listKeys } from '../ui/use-search-params.ts'
import { routes } from './routes.tsx'

const isList = (value: unknown): value is List<ListReply, ListRow> =>
  typeof value === 'object' && value !== null && 'columns' in value && 'words' in value && 'call' in value

/** Every list of the console. */
const lists = Object.values(import.meta.glob<object>('../features/**/*-list.tsx', { eager: true })).flatMap((file) =>
  Object.values(file).filter(isList),
)

/** Search param validators of all routes. */
const rules = Object.values(routes.children ?? {})
  .flatMap((route) => [route, ...Object.values(route.children ?? {})])
  .map((route): unknown => route.options.validateSearch)
  .filter((rule) => rule instanceof z.ZodType)

it.each(lists)('LIST-12 accepts in a route every search param that the list $name writes', (list) => {
  const keys = [...listKeys, ...Object.values(list.urlNames ?? {}), ...(list.panel ? [list.panel.key] : [])]
  const params = Object.fromEntries(keys.map((key) => [key, 'x']))
  expect(rules.map((rule) => rule.parse(params))).toContainEqual(params)
})

it('keeps only valid search params, in their order', () => {
  const rule = addressRule('status', 'page')
  const params = { page: '2', nonsense: 'x', status: 'bulk' }
  expect(JSON.stringify(rule.parse(params))).toBe('{"page":"2","status":"bulk"}')
  expect(rule.parse({ status: '', page: 'x'.repeat(3_000) })).toEqual({})
  expect(rule.parse({ status: ['a'], page: 7 })).toEqual({})
})
