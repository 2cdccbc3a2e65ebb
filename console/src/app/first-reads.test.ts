import { expect, it, vi } from 'vitest'
import { openTab } from '../list/list-page.tsx'
import { createQueries } from './router.ts'
import { areas } from './areas.ts'
import { firstListReads, firstReads } from './first-reads.ts'
import { storeSession } from '../api/stored-session.ts'
import { reopenSession } from '../api/session-store.ts'

it.each(Object.entries(firstListReads))('reads for %s what its list requests', async (address, path) => {
  storeSession({ token: 't0k3n', sessionId: 's1', mode: 'PRODUCTION' })
  reopenSession()
  const requested: string[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    requested.push(String(url))
    const config = { apiBaseUrl: '/api', hashKey: 'demo-hash-key', additions: true }
    return Response.json(url === '/config.json' ? config : { status: true, data: {} })
  })
  const { pathname, search, searchParams } = new URL(address, 'http://console.test')
  const area = areas.find((one) => one.path === pathname)
  const { tabs } = await area!.load()
  const query = openTab(tabs, searchParams.get('status') ?? '').asks?.({ searchStr: search, state: {} } as never)
  await query?.(createQueries())
  expect(requested.filter((url) => url !== '/config.json')).toEqual([`/api${path}`])
  fetched.mockRestore()
})

it('reads the profile alone for every other address', () => {
  expect(firstReads('/merchants?page=2')).toEqual(['/user/profile'])
  expect(firstReads('/')).toEqual(['/user/profile'])
})
