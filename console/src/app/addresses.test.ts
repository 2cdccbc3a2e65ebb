import { expect, it } from 'vitest'
import { paths } from '../paths.ts'
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

it('keeps only valid search params, in their order', () => {
  const params = readSearchParams(`?page=2&status=bulk&search=&name=${'x'.repeat(3_000)}`)
  expect(JSON.stringify(params)).toBe('{"page":"2","status":"bulk"}')
})
