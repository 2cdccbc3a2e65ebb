import { contract } from '@kobo/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { type Asked, answer, serverSession } from '../testing/answer.ts'
import { adaeze, apiServer } from '../testing/api-server.ts'
import { adoptMode, beginSession } from './session-store.ts'
import { useApiQuery } from './use-api-query.ts'

const { list } = contract.merchants
const totals = (totalRecords: number) => ({
  totalRecords,
  totalVerifiedMerchants: 0,
  totalNonVerifiedMerchants: 0,
  merchants: [],
})

function open<P, R>(use: (props: P) => R, initialProps: P) {
  serverSession.mode = 'PRODUCTION'
  beginSession({ token: 't0k3n', sessionId: 's1', mode: 'PRODUCTION' }, adaeze)
  const queries = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  return renderHook(use, { wrapper, initialProps })
}

it('keeps the previous page on screen until the next one arrives', async () => {
  apiServer.use(answer(list, ({ query }) => totals(Number(query.get('page')))))
  const { result, rerender } = open(({ page }) => useApiQuery(list, { page }, { keepPrevious: true }), { page: 1 })
  await waitFor(() => expect(result.current.data?.totalRecords).toBe(1))
  rerender({ page: 2 })
  expect(result.current.data?.totalRecords).toBe(1)
  await waitFor(() => expect(result.current.data?.totalRecords).toBe(2))
})

it('never shows rows of one mode in the other, even while the next rows load', async () => {
  apiServer.use(answer(list, () => totals(serverSession.mode === 'PRODUCTION' ? 2500 : 300)))
  const { result } = open(() => useApiQuery(list, {}, { keepPrevious: true }), {})
  await waitFor(() => expect(result.current.data?.totalRecords).toBe(2500))
  serverSession.mode = 'SANDBOX'
  act(() => adoptMode('SANDBOX'))
  expect(result.current.data).toBeUndefined()
  await waitFor(() => expect(result.current.data?.totalRecords).toBe(300))
})

it('sends no call when the request is null', async () => {
  const { result } = open(() => useApiQuery(list, null), {})
  expect(result.current.fetchStatus).toBe('idle')
})

it('marks polled requests as background, so that they do not extend the session', async () => {
  const marks: (string | null)[] = []
  apiServer.use(
    answer(list, ({ headers }: Asked) => {
      marks.push(headers.get('x-background'))
      return totals(0)
    }),
  )
  open(() => useApiQuery(list, {}, { pollMs: 30 }), {})
  await waitFor(() => expect(marks.slice(0, 2)).toEqual([null, '1']))
})
