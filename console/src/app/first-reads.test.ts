import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { reopenSession } from '../api/session-store.ts'
import { storeSession } from '../api/stored-session.ts'
import { openTab } from '../list/list-page.tsx'
import { apiServer } from '../testing/api-server.ts'
import { areas } from './areas.ts'
import { firstListReads, firstReads } from './first-reads.ts'
import { createQueries } from './router.ts'

it.each(Object.entries(firstListReads))('reads for %s what its list requests', async (address, path) => {
  storeSession({ token: 't0k3n', sessionId: 's1', mode: 'PRODUCTION' })
  reopenSession()
  const requested: string[] = []
  apiServer.use(
    http.get('/api/*', ({ request }) => {
      requested.push(request.url.replace(/^.*?\/api/, ''))
      return HttpResponse.json({ status: true, data: {} })
    }),
  )
  const { pathname, search, searchParams } = new URL(address, 'http://console.test')
  const area = await areas.find((one) => one.path === pathname)?.load()
  const tab = area && openTab(area.tabs, searchParams.get('status') ?? '')
  await tab?.asks?.({ searchStr: search, state: {} })?.(createQueries())
  expect(requested).toEqual([path])
})

it('reads the profile alone for every other address', () => {
  expect(firstReads('/merchants?page=2')).toEqual(['/user/profile'])
  expect(firstReads('/')).toEqual(['/user/profile'])
})
