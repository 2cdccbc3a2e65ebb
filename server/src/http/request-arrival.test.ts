import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it('disconnects a caller whose body does not arrive within 30 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { hostname, port } = new URL(app.url)
  const caller = connect({ host: hostname, port: Number(port) })
  const lines = ['POST /api/session/login HTTP/1.1', `host: ${hostname}:${port}`, 'content-type: application/json']
  const before = vi.getTimerCount()
  caller.write([...lines, 'content-length: 99', '', '{"email"'].join('\r\n'))
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(before)
  const answered = once(caller, 'data')
  let isAnswered = false
  void answered.then(() => (isAnswered = true))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(isAnswered).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  const [response] = await answered
  expect(String(response)).toMatch(/^HTTP\/1\.1 408 /)
  expect(String(response)).toContain('The request did not arrive in time')
  await once(caller, 'close')
})
