import { randomUUID } from 'node:crypto'
import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { type CuttingProxy, startDisconnectingProxy } from '../testing/disconnecting-proxy.ts'
import { aMerchant } from '../testing/factories.ts'

const { merchants } = contract

let proxy: CuttingProxy
let app: TestApp
let ada: Client

beforeAll(async () => {
  app = await startApp({
    jobs: 'running',
    through: async (url) => {
      proxy = await startDisconnectingProxy(url)
      return proxy.url
    },
  })
  ada = await app.signIn()
})

afterAll(async () => {
  await app.close()
  await proxy.close()
})

const withKey = () => ({ headers: { 'idempotency-key': randomUUID() } })
const auditsOf = (id: string) => app.db.selectFrom('audit').select('id').where('record_id', '=', id).execute()

it('detects a commit by its key when the confirmation was lost', async () => {
  const { id } = await aMerchant(app.db)
  proxy.cutNextCommit('after')
  const reply = await ada.call(merchants.approve, { merchantId: id }, withKey())
  expect(reply).toMatchObject({ status: 200, message: expect.stringContaining('was approved') })
  expect(await auditsOf(id)).toHaveLength(1)
})

it('reports that nothing was changed when COMMIT did not reach the database', async () => {
  const { id } = await aMerchant(app.db)
  const key = withKey()
  proxy.cutNextCommit('before')
  const reply = await ada.call(merchants.approve, { merchantId: id }, key)
  expect(reply).toMatchObject({
    status: 503,
    code: 'unavailable',
    message: expect.stringContaining('Nothing was changed'),
  })
  expect(await auditsOf(id)).toEqual([])
  expect((await ada.call(merchants.approve, { merchantId: id }, key)).status).toBe(200)
})

it('waits for a commit that is still in progress before it reports the outcome', async () => {
  const { id } = await aMerchant(app.db)
  proxy.cutNextCommit('late')
  const reply = await ada.call(merchants.approve, { merchantId: id }, withKey())
  expect(reply).toMatchObject({ status: 200, message: expect.stringContaining('was approved') })
  expect(await auditsOf(id)).toHaveLength(1)
})

it('detects a commit by its signature when it has no key', async () => {
  const { id } = await aMerchant(app.db)
  proxy.cutNextCommit('after')
  const reply = await ada.call(merchants.approve, { merchantId: id }, { version: 'v1' })
  expect(reply).toMatchObject({ status: 200, message: expect.stringContaining('was approved') })
  expect(await auditsOf(id)).toHaveLength(1)
})

it('detects a commit by its key after a fail-over', async () => {
  const { id } = await aMerchant(app.db)
  proxy.cutNextCommit('fail-over')
  const reply = await ada.call(merchants.approve, { merchantId: id }, withKey())
  expect(reply).toMatchObject({ status: 200, message: expect.stringContaining('was approved') })
  expect(await auditsOf(id)).toHaveLength(1)
})

// Last, since a hanging connection keeps its locks until the database ends it.
it('reports an unknown outcome while COMMIT hangs, without blocking other writes', async () => {
  const { id } = await aMerchant(app.db)
  const { id: other } = await aMerchant(app.db)
  proxy.cutNextCommit('never')
  let hasReplied = false
  const hanging = ada.call(merchants.approve, { merchantId: id }, withKey()).finally(() => (hasReplied = true))
  await vi.waitUntil(() => proxy.hasCut(), { timeout: 10_000 })
  expect((await ada.call(merchants.approve, { merchantId: other }, withKey())).status).toBe(200)
  expect(hasReplied).toBe(false)
  expect(await hanging).toMatchObject({ status: 503, code: 'outcome_unknown' })
})
