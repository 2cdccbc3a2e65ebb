import { contract } from '@kobo/contract'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { answer, refuse } from '../testing/answer.ts'
import { adaeze, apiServer } from '../testing/api-server.ts'
import { beginSession } from './session-store.ts'
import { useApiQuery } from './use-api-query.ts'
import { useApiMutation } from './use-api-mutation.ts'

const { merchants } = contract
const request = { merchantId: 'm1', reason: 'Papers are not readable' }

function open() {
  beginSession({ token: 't0k3n', sessionId: 's1', mode: 'PRODUCTION' }, adaeze)
  const queries = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <MantineProvider>
        <Notifications />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  )
  const hook = renderHook(
    () => ({
      write: useApiMutation(merchants.decline),
      quiet: useApiMutation(merchants.decline, { keepsRead: true }),
      list: useApiQuery(merchants.list, { page: 1 }),
    }),
    { wrapper },
  )
  return { ...hook, queries, wrapper }
}

function countedList() {
  const reads = { times: 0 }
  const handler = answer(merchants.list, () => {
    reads.times += 1
    return { totalRecords: 0, totalVerifiedMerchants: 0, totalNonVerifiedMerchants: 0, merchants: [] }
  })
  return { reads, handler }
}

it('ERR-14 shows the server’s message and refetches the queries on screen after a write', async () => {
  const { reads, handler } = countedList()
  apiServer.use(
    handler,
    answer(merchants.decline, () => ({}), 'The KYC was declined'),
  )
  const { result } = open()
  await waitFor(() => expect(reads.times).toBe(1))
  await act(() => result.current.write.send(request))
  expect(await screen.findByText('The KYC was declined')).toBeTruthy()
  await waitFor(() => expect(reads.times).toBe(2))
})

it('ERR-13 shows the server’s error message, or a generic one when it is empty', async () => {
  apiServer.use(countedList().handler, refuse(merchants.decline, 409, { message: 'Ada declined it already' }))
  const { result } = open()
  await act(() => result.current.write.send(request).catch(() => undefined))
  expect(await screen.findByText('Ada declined it already')).toBeTruthy()

  apiServer.use(refuse(merchants.decline, 500, { message: '' }))
  await act(() => result.current.write.send(request).catch(() => undefined))
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
  expect(screen.getByText('Request req_1')).toBeTruthy()
})

it('refetches the queries on screen after a rejected write, unless it keeps cached queries', async () => {
  const { reads, handler } = countedList()
  apiServer.use(handler, refuse(merchants.decline, 409, { message: 'Ada declined it already' }))
  const { result } = open()
  await waitFor(() => expect(reads.times).toBe(1))
  await act(() => result.current.write.send(request).catch(() => undefined))
  await waitFor(() => expect(reads.times).toBe(2))
  await act(() => result.current.quiet.send(request).catch(() => undefined))
  expect(result.current.list.isFetching).toBe(false)
  expect(reads.times).toBe(2)
})

it('reuses the idempotency key for retries of an intent, and creates a new one after a success', async () => {
  const keys: (string | null)[] = []
  let fail = true
  apiServer.use(
    countedList().handler,
    answer(merchants.decline, ({ headers }) => {
      keys.push(headers.get('idempotency-key'))
      if (fail) throw HttpResponse.error()
      return {}
    }),
  )
  const { result } = open()
  await act(() => result.current.write.send(request).catch(() => undefined))
  fail = false
  await act(() => result.current.write.send(request))
  await act(() => result.current.write.send(request))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

it('clears the request and response of a write when its screen is unmounted', async () => {
  apiServer.use(
    countedList().handler,
    answer(merchants.decline, () => ({})),
  )
  const { result, unmount, queries } = open()
  await act(() => result.current.write.send(request))
  unmount()
  await waitFor(() => expect(queries.getMutationCache().getAll()).toEqual([]))
})

it('sends a call that is not a write without a key, and shows a toast only when its screen was left', async () => {
  const { download } = contract.statements
  const range = { merchantId: 'm1', startDate: '2026-11-01', endDate: '2026-11-02' }
  const keys: (string | null)[] = []
  let respond = () => {}
  const { reads, handler } = countedList()
  apiServer.use(
    handler,
    answer(
      download,
      async ({ headers }) => {
        keys.push(headers.get('idempotency-key'))
        await new Promise<void>((resolve) => {
          respond = resolve
        })
        return { statementURL: 'https://files.test/1.pdf' }
      },
      'The statement is ready',
    ),
  )
  const { wrapper, unmount } = open()
  const making = renderHook(() => useApiMutation(download), { wrapper })
  await waitFor(() => expect(reads.times).toBe(1))
  act(() => making.result.current.start(range))
  await waitFor(() => expect(keys).toEqual([null]))
  respond()
  await waitFor(() => expect(making.result.current.state).toBe('idle'))
  expect(screen.queryByText('The statement is ready')).toBeNull()
  expect(reads.times).toBe(1)

  act(() => making.result.current.start(range))
  await waitFor(() => expect(keys).toHaveLength(2))
  making.unmount()
  respond()
  expect(await screen.findByText('The statement is ready')).toBeTruthy()
  unmount()
})

const { cancelRequest } = contract.session

/** A server that may skip requests, and whose responses may be lost. */
function unreliableServer() {
  const server = {
    isLost: true,
    sent: Array<{ key: string | null; body: unknown }>(),
    outcomeQueries: Array<unknown>(),
    tookEffect: false,
  }
  const handlers = [
    countedList().handler,
    answer(
      merchants.decline,
      ({ headers, body }) => {
        server.sent.push({ key: headers.get('idempotency-key'), body })
        if (server.isLost) throw HttpResponse.error()
        return {}
      },
      'The KYC was declined',
    ),
    answer(cancelRequest, ({ body }) => {
      server.outcomeQueries.push(body)
      return { tookEffect: server.tookEffect, message: server.tookEffect ? 'The KYC was declined' : null }
    }),
  ]
  return { server, handlers }
}

const changed = { merchantId: 'm1', reason: 'Papers are forged' }

it('PANEL-28 resends the same body under the same key when the form is reopened', async () => {
  const { server, handlers } = unreliableServer()
  apiServer.use(...handlers)
  const first = open()
  await act(() => first.result.current.write.send(request).catch(() => undefined))
  first.unmount()
  server.isLost = false
  const second = open()
  await act(() => second.result.current.write.send(request))
  expect(server.sent[1]).toEqual(server.sent[0])
  expect(server.outcomeQueries).toEqual([])
})

it('PANEL-28 sends a changed body under a new key when the first request had no effect', async () => {
  const { server, handlers } = unreliableServer()
  apiServer.use(...handlers)
  const { result } = open()
  await act(() => result.current.write.send(request).catch(() => undefined))
  server.isLost = false
  await act(() => result.current.write.send(changed))
  expect(server.outcomeQueries).toEqual([{ call: 'POST /merchant/kyc/decline', key: server.sent[0]?.key }])
  expect(server.sent.map(({ body }) => body)).toEqual([request, changed])
  expect(server.sent[1]?.key).not.toBe(server.sent[0]?.key)
})

it('PANEL-28 does not send a changed body when the first request was carried out, and reports it', async () => {
  const { server, handlers } = unreliableServer()
  apiServer.use(...handlers)
  const { result } = open()
  await act(() => result.current.write.send(request).catch(() => undefined))
  Object.assign(server, { isLost: false, tookEffect: true })
  await act(() => result.current.write.send(changed).catch(() => undefined))
  expect(await screen.findByText(/^Your earlier request was carried out: The KYC was declined/)).toBeTruthy()
  expect(server.sent).toHaveLength(1)
})

it('PANEL-28 does not send a changed body while the server cannot be reached', async () => {
  const { server, handlers } = unreliableServer()
  apiServer.use(
    http.all('/api/user/request/cancel', () => HttpResponse.error()),
    ...handlers,
  )
  const { result } = open()
  await act(() => result.current.write.send(request).catch(() => undefined))
  server.isLost = false
  await act(() => result.current.write.send(changed).catch(() => undefined))
  expect(await screen.findByText(/^Nothing was sent. Your earlier request is still unconfirmed/)).toBeTruthy()
  expect(server.sent).toHaveLength(1)
  // The same body may be sent: its key lets it take effect at most once.
  await act(() => result.current.write.send(request))
  expect(server.sent[1]).toEqual(server.sent[0])
})

it('PANEL-28 keeps the requests of two records apart', async () => {
  const { server, handlers } = unreliableServer()
  apiServer.use(...handlers)
  const { result } = open()
  await act(() => result.current.write.send(request).catch(() => undefined))
  server.isLost = false
  await act(() => result.current.write.send({ ...request, merchantId: 'm2' }))
  expect(server.outcomeQueries).toEqual([])
  expect(server.sent[1]?.key).not.toBe(server.sent[0]?.key)
})
