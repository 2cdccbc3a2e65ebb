import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { storeListDefaults } from '../api/list-defaults.ts'
import { beginSession } from '../api/session-store.ts'
import { openTab } from '../list/list-page.tsx'
import { adaeze, apiServer } from '../testing/api-server.ts'
import { areas } from './areas.ts'
import { firstListReads, firstReads } from './first-reads.ts'
import { createQueries } from './router.ts'

const stored = { token: 't0k3n', sessionId: 's1', mode: 'PRODUCTION' } as const
let requested: string[]

beforeEach(() => {
  localStorage.clear()
  requested = []
  apiServer.use(
    http.get('/api/*', ({ request }) => {
      requested.push(request.url.replace(/^.*?\/api/, ''))
      return HttpResponse.json({ status: true, data: {} })
    }),
  )
})

/** Prefetches what the page at an address requests first. */
async function prefetch(address: string): Promise<void> {
  const { pathname, search, searchParams } = new URL(address, 'http://console.test')
  const area = await areas.find((one) => one.path === pathname)?.load()
  const tab = area && openTab(area.tabs, searchParams.get('status') ?? '')
  await tab?.asks?.({ searchStr: search, state: {} })?.(createQueries())
}

const addresses = Object.entries(firstListReads)

it.each(addresses)('reads for %s what its list requests', async (address, [, path]) => {
  beginSession(stored, adaeze)
  await prefetch(address)
  expect(requested).toEqual([path])
  expect(firstReads(address)).toEqual(['/user/profile', path])
})

it.each(addresses)(
  'does not read for %s what a list that begins with a view does not request',
  async (address, [list]) => {
    const user = { ...adaeze, listDefaults: { [list]: 'v1' } }
    beginSession(stored, user)
    await prefetch(address)
    expect(requested).toEqual([])
    storeListDefaults(user.listDefaults)
    expect(firstReads(address)).toEqual(['/user/profile'])
  },
)

it('forgets a view that no list begins with any longer', () => {
  storeListDefaults({ merchants: 'v1' })
  expect(firstReads('/merchants')).toHaveLength(1)
  storeListDefaults(undefined)
  expect(firstReads('/merchants')).toHaveLength(2)
})

it('reads as usual if what is stored names other lists or none', () => {
  for (const text of ['{', 'null', '["merchants-of-others"]']) {
    localStorage.setItem('kobo.list-defaults', text)
    expect(firstReads('/merchants')).toHaveLength(2)
  }
})

it('reads the profile alone for every other address', () => {
  expect(firstReads('/merchants?page=2')).toEqual(['/user/profile'])
  expect(firstReads('/')).toEqual(['/user/profile'])
})
