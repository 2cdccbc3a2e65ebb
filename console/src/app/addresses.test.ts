import { expect, it } from 'vitest'
import { paths } from '../paths.ts'
import { everyList } from '../testing/every-list.ts'
import { readSearchParams } from '../ui/use-search-params.ts'
import { routes } from './routes.tsx'

/** Paths of all routes, without the params of records. */
const routePaths = Object.values(routes.children ?? {})
  .flatMap((route) => [route, ...Object.values(route.children ?? {})])
  .map((route) => String(route.options.path ?? ''))
  .filter((path) => path !== '')
  .map((path) => path.replaceAll(/\$\w+/g, '$'))

it('has a route for every path, and a path for every route', () => {
  const written = Object.values(paths).map((path) => path('$' as never, '$' as never, '$' as never))
  const patterns = written.map((path) => decodeURIComponent(path).replace(/\?.*/, ''))
  expect(patterns.toSorted()).toEqual(routePaths.toSorted())
})

it.each(everyList)(
  'LIST-12 reads every search param that the list $name writes, each under a name of its own',
  (list) => {
    const ofEveryList = ['status', 'page', 'perPage', 'itemOffset', 'search']
    const keys = [...ofEveryList, ...Object.values(list.urlNames ?? {}), ...(list.panel ? [list.panel.key] : [])]
    const params = Object.fromEntries(keys.map((key, place) => [String(key), `x${place}`]))
    expect(new Set(keys).size).toBe(keys.length)
    expect(readSearchParams(`?${new URLSearchParams(params)}`)).toEqual(params)
  },
)

it('keeps only valid search params, in their order', () => {
  const params = readSearchParams(`?page=2&status=bulk&search=&name=${'x'.repeat(3_000)}`)
  expect(JSON.stringify(params)).toBe('{"page":"2","status":"bulk"}')
})
