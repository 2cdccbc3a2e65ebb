import { randomUUID } from 'node:crypto'
import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { aMerchant } from '../testing/factories.ts'
import { someRecords } from '../testing/some-records.ts'

const { merchants, session, wallets } = contract

let app: TestApp
let ada: Client

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
})
afterAll(() => app.close())

const call = 'POST /merchant/approve'
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const auditsOf = (id: string) => app.db.selectFrom('audit').select('id').where('record_id', '=', id).execute()
const cancel = (key: string, target = call, by = ada) => by.call(session.cancelRequest, { call: target, key })

describe('session.cancelRequest', () => {
  it('identifies a call by method and path', () => {
    expect(`${merchants.approve.method} ${merchants.approve.path}`).toBe(call)
  })

  it('reports that a completed request took effect, with its message', async () => {
    const { id } = await aMerchant(app.db)
    const key = randomUUID()
    const { message } = await ada.call(merchants.approve, { merchantId: id }, withKey(key))
    expect((await cancel(key)).data).toEqual({ tookEffect: true, message })
    expect((await cancel(key)).data).toEqual({ tookEffect: true, message })
    expect((await ada.call(merchants.approve, { merchantId: id }, withKey(key))).message).toBe(message)
    expect(await auditsOf(id)).toHaveLength(1)
  })

  it('rejects a request that arrives after its cancellation, but not one with another key', async () => {
    const { id } = await aMerchant(app.db)
    const key = randomUUID()
    expect((await cancel(key)).data).toEqual({ tookEffect: false, message: null })
    const late = await ada.call(merchants.approve, { merchantId: id }, withKey(key))
    expect(late).toMatchObject({ status: 409, code: 'request_cancelled' })
    expect(await auditsOf(id)).toEqual([])
    expect((await cancel(key)).data).toEqual({ tookEffect: false, message: null })
    expect((await ada.call(merchants.approve, { merchantId: id }, withKey(randomUUID()))).status).toBe(200)
  })

  it('lets a failed request succeed later until it is cancelled', async () => {
    const { id } = await aMerchant(app.db, { verified: 'NOT_SUBMITTED' })
    const key = randomUUID()
    expect((await ada.call(merchants.approve, { merchantId: id }, withKey(key))).status).toBe(409)
    expect((await cancel(key)).data.tookEffect).toBe(false)
    await app.db.updateTable('merchant').set({ verified: 'SUBMITTED' }).where('id', '=', id).execute()
    expect((await ada.call(merchants.approve, { merchantId: id }, withKey(key))).code).toBe('request_cancelled')
  })

  it('reports that a request with a secret reply took effect, without the reply', async () => {
    const { wallet: walletId = '' } = await someRecords(app.db, 'PRODUCTION', app.clock.now())
    const key = randomUUID()
    const reveal = () => ada.call(wallets.reveal, { walletId, field: 'nin', reason: 'The holder asks' }, withKey(key))
    const { value } = (await reveal()).data
    expect((await cancel(key, `${wallets.reveal.method} ${wallets.reveal.path}`)).data).toEqual({
      tookEffect: true,
      message: null,
    })
    expect((await reveal()).data.value).toBe(value)
  })

  it('scopes a key to one operator and one call', async () => {
    const { id } = await aMerchant(app.db)
    const key = randomUUID()
    const bola = await app.signIn({ firstName: 'Bola' })
    expect((await cancel(key, call, bola)).data.tookEffect).toBe(false)
    expect((await cancel(key, 'POST /merchant/decline')).data.tookEffect).toBe(false)
    expect((await ada.call(merchants.approve, { merchantId: id }, withKey(key))).status).toBe(200)
    expect((await cancel(key, call, bola)).data.tookEffect).toBe(false)
  })

  it('returns a conflict for a request that is still running', async () => {
    const { id } = await aMerchant(app.db)
    const key = randomUUID()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let hold = () => {}
    const held = new Promise<void>((resolve) => {
      hold = resolve
    })
    const blocking = app.db.transaction().execute(async (db) => {
      await db.selectFrom('merchant').select('id').where('id', '=', id).forUpdate().execute()
      hold()
      await released
    })
    await held
    const running = ada.call(merchants.approve, { merchantId: id }, withKey(key))
    // The request holds its key's lock once it waits for the row.
    await expect
      .poll(async () => {
        const { rows } = await app.database.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    expect(await cancel(key)).toMatchObject({ status: 409, code: 'still_running' })
    release()
    await blocking
    const { message } = await running
    expect((await cancel(key)).data).toEqual({ tookEffect: true, message })
  })

  it('reports the real outcome when request and cancellation arrive at the same time', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const { id } = await aMerchant(app.db)
      const key = randomUUID()
      const send = () => ada.call(merchants.approve, { merchantId: id }, withKey(key))
      // Alternates the order and adds a second cancellation, so that both orders occur.
      const [cancelled, written] =
        round % 2 === 0
          ? await Promise.all([cancel(key), send(), cancel(key)])
          : await Promise.all([send(), cancel(key)]).then(([first, second]) => [second, first] as const)
      const result = cancelled.status === 200 ? String(cancelled.data.tookEffect) : String(cancelled.code)
      outcomes.add(result)
      const effects = (await auditsOf(id)).length
      if (result === 'true') expect(effects).toBe(1)
      else if (result === 'false')
        expect([effects, written.code]).toEqual([0, expect.stringMatching(/^(request_cancelled|still_running)$/)])
      else expect(result).toBe('still_running')
      // Once decided, the outcome does not change.
      const after = await cancel(key)
      expect(after.data.tookEffect).toBe(effects === 1)
      await send()
      expect(await auditsOf(id)).toHaveLength(effects)
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })
})
