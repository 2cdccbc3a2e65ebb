import { randomUUID } from 'node:crypto'
import { contract } from '@kobo/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { makeSeal } from '../seal.ts'
import { aMerchant, testSeal, testSecret } from '../testing/factories.ts'
import { someRecords } from '../testing/some-records.ts'
import { apiPrefix } from './call-schema.ts'
import { purgeExpiredRows } from './purge-expired.ts'
import { processItems } from '../testing/run-inline.ts'
import { sha256Hex } from './signature.ts'

const { merchants, session, wallets } = contract

let app: TestApp
let ada: Client

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
})
afterAll(() => app.close())

const auditsOf = (id: string) => app.db.selectFrom('audit').select('id').where('record_id', '=', id).execute()
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

describe('idempotency keys', () => {
  it('replays the first response to a repeated key and takes effect once', async () => {
    const { id } = await aMerchant(app.db)
    const key = randomUUID()
    const first = await ada.call(merchants.approve, { merchantId: id }, withKey(key))
    const again = await ada.call(merchants.approve, { merchantId: id }, withKey(key))
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    expect(await auditsOf(id)).toHaveLength(1)
  })

  it('takes effect once for fifty concurrent requests with one key', async () => {
    const { id } = await aMerchant(app.db)
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        ada.call(merchants.configure, { merchantId: id, autoSettlement: true }, withKey(key)),
      ),
    )
    const codes = new Set(replies.map((reply) => reply.code ?? reply.status))
    expect([...codes].every((code) => code === 200 || code === 'still_running')).toBe(true)
    expect(await auditsOf(id)).toHaveLength(1)
    expect((await ada.call(merchants.configure, { merchantId: id, autoSettlement: true }, withKey(key))).status).toBe(
      200,
    )
    expect(await auditsOf(id)).toHaveLength(1)
  })

  it('rejects a key with another body and scopes it to one operator and one call', async () => {
    const [first, second] = [await aMerchant(app.db), await aMerchant(app.db)]
    const key = randomUUID()
    await ada.call(merchants.approve, { merchantId: first.id }, withKey(key))
    const other = await ada.call(merchants.approve, { merchantId: second.id }, withKey(key))
    expect(other).toMatchObject({ status: 422, code: 'key_reused' })
    const bola = await app.signIn({ firstName: 'Bola' })
    expect((await bola.call(merchants.approve, { merchantId: second.id }, withKey(key))).status).toBe(200)
    expect(
      (await ada.call(merchants.configure, { merchantId: second.id, autoSettlement: true }, withKey(key))).status,
    ).toBe(200)
  })

  it('lets a key succeed after a failure', async () => {
    const { id } = await aMerchant(app.db, { verified: 'NOT_SUBMITTED' })
    const key = randomUUID()
    expect((await ada.call(merchants.approve, { merchantId: id }, withKey(key))).status).toBe(409)
    await app.db.updateTable('merchant').set({ verified: 'SUBMITTED' }).where('id', '=', id).execute()
    expect((await ada.call(merchants.approve, { merchantId: id }, withKey(key))).status).toBe(200)
  })

  it('purges a key after a day and rejects a malformed one', async () => {
    const { id } = await aMerchant(app.db)
    const key = randomUUID()
    await ada.call(merchants.approve, { merchantId: id }, withKey(key))
    const storedKey = () => app.db.selectFrom('idempotency').select('key').where('key', '=', key).execute()
    await processItems(purgeExpiredRows({ db: app.db, clock: () => new Date(Date.now() + 23 * 3_600_000) }))
    expect(await storedKey()).toHaveLength(1)
    await processItems(purgeExpiredRows({ db: app.db, clock: () => new Date(Date.now() + 25 * 3_600_000) }))
    expect(await storedKey()).toHaveLength(0)
    expect((await ada.call(merchants.approve, { merchantId: id }, withKey('short'))).status).toBe(400)
  })
})

describe('stored hash of a request', () => {
  afterEach(() => {
    app.services.seal = testSeal
  })

  const storedHash = async (key: string) =>
    (await app.db.selectFrom('idempotency').select('body_hash').where('key', '=', key).executeTakeFirstOrThrow())
      .body_hash
  const plainHash = (path: string, body: object) =>
    sha256Hex(`PRODUCTION ${apiPrefix}${path} ${sha256Hex(JSON.stringify(body))}`)
  const approve = (id: string, key: string) => ada.call(merchants.approve, { merchantId: id }, withKey(key))

  it('is keyed, so that a password in the body cannot be guessed from it', async () => {
    const { id } = await aMerchant(app.db)
    const [key, secretKey] = [randomUUID(), randomUUID()]
    await approve(id, key)
    const plain = plainHash(merchants.approve.path, { merchantId: id })
    expect(await storedHash(key)).toMatch(/^[\w-]{43}$/)
    expect(await storedHash(key)).not.toContain(plain)
    const { wallet: walletId = '' } = await someRecords(app.db, 'PRODUCTION', app.clock.now())
    const reveal = { walletId, field: 'nin', reason: 'The holder asks' } as const
    await ada.call(wallets.reveal, reveal, withKey(secretKey))
    expect(await storedHash(secretKey)).toMatch(/^secret [\w-]{43}$/)
    expect((await ada.call(wallets.reveal, reveal, withKey(secretKey))).status).toBe(200)
    expect((await ada.call(wallets.reveal, { ...reveal, field: 'bvn' }, withKey(secretKey))).code).toBe('key_reused')
  })

  it('matches a repeated request after a change of the secret', async () => {
    const { id } = await aMerchant(app.db)
    const key = randomUUID()
    const first = await approve(id, key)
    app.services.seal = makeSeal(['the next secret of servers under test', testSecret])
    const again = await approve(id, key)
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text])
    expect(await auditsOf(id)).toHaveLength(1)
    expect((await approve((await aMerchant(app.db)).id, key)).code).toBe('key_reused')
  })

  it('is plain beside servers of the release before, and matches without them', async () => {
    const { id } = await aMerchant(app.db)
    const key = randomUUID()
    app.services.seal = makeSeal(testSecret, () => 1)
    const first = await approve(id, key)
    expect(await storedHash(key)).toBe(plainHash(merchants.approve.path, { merchantId: id }))
    app.services.seal = testSeal
    const again = await approve(id, key)
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text])
    expect(await auditsOf(id)).toHaveLength(1)
  })
})

describe('query string of a write', () => {
  const stored = async (id: string) =>
    await app.db
      .selectFrom('merchant')
      .select(['verified', 'decision_reason', 'is_refund_enabled'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  it.each([`reason=${'x'.repeat(7_000)}`, 'reason=a&reason=b'])(
    'rejects a reason in the query string (%#)',
    async (rawQuery) => {
      const { id } = await aMerchant(app.db)
      const reply = await ada.call(merchants.approve, { merchantId: id }, { rawQuery })
      expect(reply).toMatchObject({ status: 400, code: 'bad_input', fields: { reason: 'Unknown field' } })
      expect(await stored(id)).toMatchObject({ verified: 'SUBMITTED', decision_reason: null })
    },
  )

  it('rejects a configuration flag in the query string', async () => {
    const { id } = await aMerchant(app.db, { is_refund_enabled: true })
    const reply = await ada.call(merchants.configure, { merchantId: id }, { rawQuery: 'isRefundEnabled=true' })
    expect(reply).toMatchObject({ status: 400, fields: { isRefundEnabled: 'Unknown field' } })
    expect(await stored(id)).toMatchObject({ is_refund_enabled: true })
  })
})

describe('writes from a page of the other mode', () => {
  it('rejects a write from a page of the other mode without any change', async () => {
    const { id } = await aMerchant(app.db)
    const client = await app.signIn({ mode: 'PRODUCTION' })
    const shown = { headers: { 'x-mode': 'SANDBOX' } }
    const reply = await client.call(merchants.approve, { merchantId: id }, shown)
    expect(reply).toMatchObject({ status: 409, code: 'mode_changed' })
    expect(reply.headers.get('x-mode')).toBe('PRODUCTION')
    expect(await auditsOf(id)).toEqual([])
    expect(
      (await client.call(merchants.approve, { merchantId: id }, { headers: { 'x-mode': 'PRODUCTION' } })).status,
    ).toBe(200)
  })
  it('rejects a write when another tab has changed the mode', async () => {
    const client = await app.signIn({ mode: 'PRODUCTION' })
    const live = { headers: { 'x-mode': 'PRODUCTION' } }
    const test = await aMerchant(app.db, { mode: 'SANDBOX' })
    expect((await client.call(session.changeMode, { mode: 'SANDBOX' }, live)).status).toBe(200)
    expect((await client.call(merchants.approve, { merchantId: test.id }, live)).code).toBe('mode_changed')
    expect(await auditsOf(test.id)).toEqual([])
  })
})

it('rejects updates and deletions of audit rows', async () => {
  const { id } = await aMerchant(app.db)
  await ada.call(merchants.approve, { merchantId: id })
  const { pool } = app.database
  for (const statement of [
    "update audit set action = 'nothing'",
    'delete from audit',
    'truncate audit',
    'grant update on audit to current_user; update audit set action = action',
  ]) {
    await expect(pool.query(statement)).rejects.toThrow(/never changed or deleted|permission denied/)
  }
})

it('rolls a write back when its audit row cannot be written', async () => {
  const { id } = await aMerchant(app.db)
  await app.database.pool.query("alter table audit add constraint refuse_for_test check (record_id <> '" + id + "')")
  const reply = await ada.call(merchants.approve, { merchantId: id })
  expect(reply).toMatchObject({ status: 500, code: 'internal', message: 'Something went wrong on our side' })
  await app.database.pool.query('alter table audit drop constraint refuse_for_test')
  const row = await app.db.selectFrom('merchant').select('verified').where('id', '=', id).executeTakeFirst()
  expect(row?.verified).toBe('SUBMITTED')
})
