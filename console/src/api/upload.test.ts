import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, refuse, serverSession } from '../testing/answer.ts'
import { adaeze, apiServer } from '../testing/api-server.ts'
import { sendImages } from '../testing/specimen-form.tsx'
import { send } from './send.ts'
import { beginSession } from './session-store.ts'
import { accessToken } from './sign.ts'

const pictures = [new File(['one'], 'a.png', { type: 'image/png' }), new File(['three'], 'b.png')]
const request = { subject: 'Two pictures', to: undefined, pictures }

beforeEach(() => {
  serverSession.mode = 'PRODUCTION'
  beginSession({ token: 't0k3n', sessionId: 's1', mode: 'PRODUCTION' }, adaeze)
})

it('API-97 sends files and their fields as a form, signed with an empty body', async () => {
  let headers = new Headers()
  let form: unknown
  apiServer.use(
    answer(
      sendImages,
      (received) => {
        headers = received.headers
        form = received.body
        return {}
      },
      'Sent',
    ),
  )
  const progress: number[] = []
  const sent = await send(sendImages, request, { idempotencyKey: 'k1', onProgress: (share) => progress.push(share) })
  expect(sent).toEqual({ message: 'Sent', data: {} })
  expect(form).toBeInstanceOf(FormData)
  const fields = form instanceof FormData ? [...form] : []
  const entries = fields.map(([name, value]) => [name, typeof value === 'string' ? value : [value.name, value.size]])
  expect(entries).toEqual([
    ['subject', 'Two pictures'],
    ['pictures', ['a.png', 3]],
    ['pictures', ['b.png', 5]],
  ])
  expect(headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
  expect(headers.get('idempotency-key')).toBe('k1')
  expect(headers.get('x-mode')).toBe('PRODUCTION')
  const timestampMs = Number(headers.get('access-token')?.split('.')[2])
  const signed = { token: 't0k3n', sessionId: 's1', hashKey: 'demo-hash-key', timestampMs, method: 'POST' }
  expect(headers.get('access-token')).toBe(
    await accessToken({ ...signed, path: sendImages.path, body: '', headers: undefined }),
  )
  expect(progress.at(-1)).toBe(1)
})

it('returns the server’s error for rejected files', async () => {
  const sentence = 'A file may have at most 10 MB'
  apiServer.use(refuse(sendImages, 413, { message: sentence, code: 'too_large', fields: { pictures: sentence } }))
  await expect(send(sendImages, request)).rejects.toMatchObject({
    status: 413,
    code: 'too_large',
    fields: { pictures: sentence },
  })
})

it('reports an upload that cannot reach the server', async () => {
  apiServer.use(http.post(`/api${sendImages.path}`, () => HttpResponse.error()))
  await expect(send(sendImages, request)).rejects.toMatchObject({ status: 0, code: 'offline' })
})

it('aborts an upload when the caller cancels or no response arrives within 60 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onRequest = vi.fn<() => void>()
  apiServer.use(
    answer(sendImages, async () => {
      onRequest()
      return await new Promise<never>(() => {})
    }),
  )
  const control = new AbortController()
  const aborted = send(sendImages, request, { signal: control.signal }).catch((failure: Error) => failure.name)
  const timedOut = send(sendImages, request).catch((failure: Error) => failure.message)
  await vi.waitFor(() => expect(onRequest).toHaveBeenCalledTimes(2))
  control.abort()
  expect(await aborted).toBe('AbortError')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await timedOut).toContain('The server did not respond in time. Try again')
})

it('lets an upload take any time while it makes progress, and 60 s without it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const progress = new EventTarget()
  const onSend = vi.fn<() => void>()
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = progress
      readonly send = onSend
      open() {}
      setRequestHeader() {}
      abort() {}
    },
  )
  let failure: unknown
  send(sendImages, request).catch((problem: unknown) => (failure = problem))
  await vi.waitFor(() => expect(onSend).toHaveBeenCalled())
  for (const loaded of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(50_000)
    progress.dispatchEvent(new ProgressEvent('progress', { loaded, total: 3 }))
  }
  await vi.advanceTimersByTimeAsync(59_000)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(failure).toMatchObject({ status: 0, code: 'timeout' }))
  vi.unstubAllGlobals()
})
