import { randomUUID } from 'node:crypto'
import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { sendCall } from '../testing/client.ts'
import { aMerchant, aWallet } from '../testing/factories.ts'
import { purgeExpiredRows } from './purge-expired.ts'
import { readAccessToken, sha256Hex, signature, signingKey } from './signature.ts'
import { processItems } from '../testing/run-inline.ts'

const { session, merchants, wallets } = contract
const areas: Record<string, Record<string, Call>> = contract
const calls = Object.values(areas).flatMap((area) => Object.values(area))
const catalogue = calls.map((call) => [`${call.method} ${call.path}`, call] as const)

let app: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
afterAll(() => app.close())

const clients = new Map<string, Promise<Client>>()

/** Returns the one session of a role, since several hundred are slow to open. */
function clientOf(role: string): Promise<Client> {
  const client = clients.get(role) ?? app.signIn({ role })
  clients.set(role, client)
  return client
}

it('AUTH-08 computes the access token header from the token and the configured hash key', () => {
  const key = signingKey('demo-hash-key', 't0k3n')
  expect(key.toString('hex')).toBe('915a845b34e883726768fe746c9f108d1dccad7382da26bcf8a074bd99a8d961')
  const mac = signature(key, {
    method: 'POST',
    path: '/transaction/webhook/resend',
    timestampMs: 1767225600000,
    bodySha256Hex: 'd82eaec650239e1f9f286b605e82b77bd139e1172ea93f5bbb01464b1a39178c',
  })
  expect(mac).toBe('VDfdO83ZgaxLNzdBMe8J-hEMEYNY-GTD_nt0Td1dRos')
  expect(readAccessToken(`v1.s1.1767225600000.${mac}`)).toEqual({
    version: 'v1',
    sessionId: 's1',
    timestampMs: 1767225600000,
    mac,
  })
})

it('AUTH-08 covers the headers of a write in version 2 of the access token', () => {
  const mac = signature(signingKey('demo-hash-key', 't0k3n'), {
    method: 'POST',
    path: '/transaction/webhook/resend',
    timestampMs: 1767225600000,
    bodySha256Hex: 'd82eaec650239e1f9f286b605e82b77bd139e1172ea93f5bbb01464b1a39178c',
    headers: { idempotencyKey: 'key-of-one-intent', mode: 'PRODUCTION' },
  })
  expect(mac).toBe('t1_pgx487o6PBHY3eEXYnKv4XyniMFY86NiYxSczgq4')
  expect(readAccessToken(`v2.s1.1767225600000.${mac}`)?.version).toBe('v2')
})

describe('AUTH-05 calls that require a session', () => {
  it.each(catalogue.filter(([, call]) => call.permission !== 'public'))(
    'rejects %s without a session',
    async (_name, call) => {
      const reply = await sendCall(app.url, null, call, {}, { rawBody: '{}' })
      expect(reply).toMatchObject({ status: 401, code: 'not_signed_in' })
    },
  )
})

describe('AUTH-12 API-98 public calls', () => {
  it.each(catalogue.filter(([, call]) => call.permission === 'public'))(
    'reaches %s without a token',
    async (_name, call) => {
      const reply = await sendCall(app.url, null, call, {}, { rawBody: '{}' })
      expect(reply.status).toBe(400)
    },
  )
  it('makes only the six calls of sign-in and two of invites public', () => {
    expect(
      catalogue
        .filter(([, call]) => call.permission === 'public')
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      'GET /invite/status',
      'POST /auth/login',
      'POST /auth/login/resend',
      'POST /auth/login/verify',
      'POST /auth/password/forget',
      'POST /auth/password/reset',
      'POST /auth/verify/resend',
      'POST /invite/accept',
    ])
  })
})

describe('AUTH-04 permissions of roles', () => {
  it.each(
    catalogue
      .filter(([, call]) => call.permission !== 'public' && call.permission !== 'own')
      .flatMap(([name, call]) => builtInRoles.map((role) => [role.id, name, call, role] as const)),
  )('allows %s to call %s only with its permission', async (id, _name, call, role) => {
    const client = await clientOf(id)
    const reply = await client.call(call, {}, { rawBody: '{}' })
    const isGranted = role.rights.some(({ permission }) => permission === call.permission)
    expect(reply.status === 403).toBe(!isGranted)
    if (!isGranted) expect(reply.code).toBe('not_permitted')
    expect(reply.headers.get('x-rights')).toBe(`${id}.1`)
  })

  const writes = (id: string) =>
    catalogue
      .filter(([, call]) => call.effect === 'write' && call.permission !== 'public' && call.permission !== 'own')
      .filter(([, call]) =>
        builtInRoles.some((role) => role.id === id && role.rights.some((each) => each.permission === call.permission)),
      )
      .map(([name]) => name)
      .toSorted()

  it('lets an auditor change nothing and an administrator everything', () => {
    expect(writes('AUDITOR')).toEqual([])
    expect(writes('ADMIN')).toHaveLength(
      catalogue.filter(
        ([, { effect, permission }]) => effect === 'write' && permission !== 'public' && permission !== 'own',
      ).length,
    )
  })

  it.each([
    [
      'SUPPORT',
      [
        'PATCH /dispute/conversation/status',
        'POST /admin/contact-us/answer',
        'POST /admin/messages',
        'POST /admin/notes',
        'POST /admin/notes/strike',
        'POST /admin/payout/requery',
        'POST /admin/refunds',
        'POST /admin/work-items/claim',
        'POST /admin/work-items/next',
        'POST /admin/work-items/release',
        'POST /admin/work-items/snooze',
        'POST /dispute',
        'POST /dispute/conversation',
        'POST /statement/admin/email',
        'POST /statement/admin/email/withdraw',
        'POST /transaction/webhook/resend',
      ],
    ],
    [
      'FINANCE',
      [
        'PATCH /merchant/charges',
        'POST /admin/ledger/check',
        'POST /admin/notes',
        'POST /admin/notes/strike',
        'POST /admin/refunds',
        'POST /admin/work-items/claim',
        'POST /admin/work-items/next',
        'POST /admin/work-items/release',
        'POST /admin/work-items/snooze',
        'POST /settlement/card',
        'POST /settlement/resend',
      ],
    ],
    [
      'COMPLIANCE',
      [
        'PATCH /dispute/conversation/status',
        'PATCH /dispute/status',
        'POST /admin/account/freeze',
        'POST /admin/account/lien',
        'POST /admin/account/lien/release',
        'POST /admin/account/unfreeze',
        'POST /admin/merchant/freeze',
        'POST /admin/merchant/unfreeze',
        'POST /admin/merchant/upgrade/approve',
        'POST /admin/merchant/upgrade/decline',
        'POST /admin/notes',
        'POST /admin/notes/strike',
        'POST /admin/upgrade/approve',
        'POST /admin/upgrade/reject',
        'POST /admin/wallet/disable',
        'POST /admin/wallet/enable',
        'POST /admin/wallet/reveal',
        'POST /admin/work-items/claim',
        'POST /admin/work-items/next',
        'POST /admin/work-items/release',
        'POST /admin/work-items/snooze',
        'POST /dispute',
        'POST /dispute/conversation',
        'POST /merchant/acquire',
        'POST /merchant/approve',
        'POST /merchant/kyc/decline',
      ],
    ],
  ])('lets %s change exactly this', (id, names) => expect(writes(id)).toEqual(names))
})

it('rejects every write of an auditor', async () => {
  const merchant = await aMerchant(app.db)
  const auditor = await app.signIn({ role: 'AUDITOR' })
  expect((await auditor.call(merchants.info, { merchantId: merchant.id })).status).toBe(200)
  expect((await auditor.call(merchants.approve, { merchantId: merchant.id })).status).toBe(403)
  const after = await app.db.selectFrom('merchant').select('verified').where('id', '=', merchant.id).executeTakeFirst()
  expect(after?.verified).toBe('SUBMITTED')
})

describe('AUTH-06 access token, cookie and session', () => {
  it('rejects the header without the cookie and the cookie without the header', async () => {
    const { credentials } = await app.signIn()
    expect((await sendCall(app.url, { ...credentials, cookie: 'x' }, session.profile, {})).status).toBe(401)
    const bare = await fetch(`${app.url}/api/user/profile`, {
      headers: { cookie: `kobo_session=${credentials.cookie}` },
    })
    expect(bare.status).toBe(401)
  })
  it("rejects another session's cookie and another key", async () => {
    const [first, second] = [await app.signIn(), await app.signIn()]
    const mixed = { ...first.credentials, cookie: second.credentials.cookie }
    expect((await sendCall(app.url, mixed, session.profile, {})).status).toBe(401)
    const forged = { ...first.credentials, key: second.credentials.key }
    expect((await sendCall(app.url, forged, session.profile, {})).status).toBe(401)
  })
  it('rejects a header that was signed for another call, query or body', async () => {
    const { credentials } = await app.signIn()
    const stamp = Date.now()
    const mac = signature(credentials.key, {
      method: 'GET',
      path: '/user/profile',
      timestampMs: stamp,
      bodySha256Hex: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    })
    const headers = {
      'access-token': `v1.${credentials.sessionId}.${stamp}.${mac}`,
      cookie: `kobo_session=${credentials.cookie}`,
    }
    expect((await fetch(`${app.url}/api/user/profile`, { headers })).status).toBe(200)
    expect((await fetch(`${app.url}/api/user/profile?x=1`, { headers })).status).toBe(401)
    expect((await fetch(`${app.url}/api/merchant`, { headers })).status).toBe(401)
    const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
    expect((await fetch(`${app.url}/api/auth/logout`, post)).status).toBe(401)
  })
  it('rejects a captured write with another key or mode and replays the response to an unchanged one', async () => {
    const { credentials, staffId } = await app.signIn()
    const { id } = await aMerchant(app.db)
    const body = JSON.stringify({ merchantId: id })
    const timestampMs = Date.now()
    const mac = signature(credentials.key, {
      method: 'POST',
      path: merchants.approve.path,
      timestampMs,
      bodySha256Hex: sha256Hex(body),
      headers: { idempotencyKey: 'key-of-one-intent', mode: 'PRODUCTION' },
    })
    const captured = {
      'access-token': `v2.${credentials.sessionId}.${timestampMs}.${mac}`,
      cookie: `kobo_session=${credentials.cookie}`,
      'content-type': 'application/json',
    }
    const replay = async (headers: Record<string, string>, version?: string) => {
      const token = version ? captured['access-token'].replace('v2', version) : captured['access-token']
      const allHeaders = { ...captured, 'access-token': token, ...headers }
      return fetch(`${app.url}/api${merchants.approve.path}`, { method: 'POST', headers: allHeaders, body })
    }
    const asSent = { 'idempotency-key': 'key-of-one-intent', 'x-mode': 'PRODUCTION' }
    const first = await replay(asSent)
    expect(first.status).toBe(200)
    expect((await replay({ ...asSent, 'idempotency-key': 'another-key' })).status).toBe(401)
    expect((await replay({ ...asSent, 'x-mode': 'SANDBOX' })).status).toBe(401)
    expect((await replay({ 'x-mode': 'PRODUCTION' })).status).toBe(401)
    expect((await replay({ 'idempotency-key': 'key-of-one-intent' })).status).toBe(401)
    expect((await replay(asSent, 'v1')).status).toBe(401)
    const again = await replay(asSent)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await again.text()).toBe(await first.text())
    const audited = await app.db.selectFrom('audit').select('id').where('staff_id', '=', staffId).execute()
    expect(audited).toHaveLength(1)
  })
  it('requires a key of every write in version 2 and of none in version 1', async () => {
    const client = await app.signIn()
    const { id } = await aMerchant(app.db)
    const timestampMs = Date.now()
    const body = JSON.stringify({ merchantId: id })
    const path = merchants.approve.path
    const mac = signature(client.credentials.key, {
      method: 'POST',
      path,
      timestampMs,
      bodySha256Hex: sha256Hex(body),
      headers: { idempotencyKey: '', mode: '' },
    })
    const headers = {
      'access-token': `v2.${client.credentials.sessionId}.${timestampMs}.${mac}`,
      cookie: `kobo_session=${client.credentials.cookie}`,
      'content-type': 'application/json',
    }
    const keyless = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body })
    expect([keyless.status, await keyless.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'bad_input', message: 'Idempotency-Key is required' }),
    ])
    expect((await client.call(session.profile, {})).status).toBe(200)
    expect((await client.call(merchants.approve, { merchantId: id }, { version: 'v1' })).status).toBe(200)
  })
  describe('captured writes of version 1, whose signature covers no key', () => {
    const sign = (client: Client, { method, path }: Call, body: string, timestampMs = Date.now()) => {
      const { sessionId, cookie, key } = client.credentials
      const mac = signature(key, { method, path, timestampMs, bodySha256Hex: sha256Hex(body) })
      const captured = {
        'access-token': `v1.${sessionId}.${timestampMs}.${mac}`,
        cookie: `kobo_session=${cookie}`,
        'content-type': 'application/json',
      }
      return async (headers: Record<string, string> = {}) => {
        const reply = await fetch(`${app.url}/api${path}`, {
          method,
          headers: { ...captured, ...headers },
          body,
        })
        return { status: reply.status, isReplay: reply.headers.get('idempotency-replayed') === 'true' }
      }
    }
    const auditsBy = async (client: Client) =>
      await app.db.selectFrom('audit').select('action').where('staff_id', '=', client.staffId).execute()

    it('applies a captured v1 write once and replays the response for any key', async () => {
      const client = await app.signIn()
      const { id } = await aMerchant(app.db)
      const send = sign(client, merchants.configure, JSON.stringify({ merchantId: id, autoSettlement: true }))
      expect(await send()).toEqual({ status: 200, isReplay: false })
      const keys: Record<string, string>[] = [
        {},
        { 'idempotency-key': 'key-of-a-thief' },
        { 'idempotency-key': 'another-of-a-thief' },
      ]
      for (const headers of keys) expect(await send(headers)).toEqual({ status: 200, isReplay: true })
      expect(await auditsBy(client)).toHaveLength(1)
    })

    it('applies a captured v1 write once when sent concurrently', async () => {
      const client = await app.signIn()
      const { id } = await aMerchant(app.db)
      const send = sign(client, merchants.configure, JSON.stringify({ merchantId: id, autoSettlement: true }))
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, nth) => send({ 'idempotency-key': `key-of-thief-${nth}` })),
      )
      expect(replies.filter(({ status, isReplay }) => status === 200 && !isReplay)).toHaveLength(1)
      expect(await auditsBy(client)).toHaveLength(1)
    })

    it('replays a captured v1 repetition under any other key', async () => {
      const client = await app.signIn()
      const { id } = await aMerchant(app.db)
      const body = JSON.stringify({ merchantId: id, autoSettlement: true })
      const now = Date.now()
      const key = { 'idempotency-key': 'key-of-one-intent' }
      expect(await sign(client, merchants.configure, body, now)(key)).toEqual({ status: 200, isReplay: false })
      const again = sign(client, merchants.configure, body, now + 1)
      expect(await again(key)).toEqual({ status: 200, isReplay: true })
      expect(await again({ 'idempotency-key': 'key-of-a-thief' })).toEqual({ status: 200, isReplay: true })
      expect(await auditsBy(client)).toHaveLength(1)
    })

    it('rejects a captured v1 write whose response is not stored', async () => {
      const client = await app.signIn()
      const wallet = await aWallet(app.db, await aMerchant(app.db), { bvn: '22012345678' })
      const request = { walletId: wallet.id, field: 'bvn', reason: 'The bank asked for it' }
      const send = sign(client, wallets.reveal, JSON.stringify(request))
      expect((await send()).status).toBe(200)
      expect((await send()).status).toBe(409)
      expect((await send({ 'idempotency-key': 'key-of-a-thief' })).status).toBe(409)
      expect(await auditsBy(client)).toHaveLength(1)
    })
  })
  it.each([
    '',
    'v1',
    'v1.s1.1.x',
    'v2.s1.1.VDfdO83ZgaxLNzdBMe8J-hEMEYNY-GTD_nt0Td1dRos',
    `v3.${randomUUID()}.1.${'a'.repeat(43)}`,
    `v1.${randomUUID()}.abc.${'a'.repeat(43)}`,
  ])('rejects a malformed header %j', async (token) => {
    const { credentials } = await app.signIn()
    const headers = { 'access-token': token, cookie: `kobo_session=${credentials.cookie}` }
    expect((await fetch(`${app.url}/api/user/profile`, { headers })).status).toBe(401)
  })
  it('ends the sessions of a deactivated operator', async () => {
    const client = await app.signIn()
    await app.db.updateTable('staff').set({ status: 'INACTIVE' }).where('id', '=', client.staffId).execute()
    expect((await client.call(session.profile, {})).status).toBe(401)
  })
})

it('purges an ended session after a month', async () => {
  const client = await app.signIn()
  const storedSession = () =>
    app.db.selectFrom('session').select('id').where('id', '=', client.credentials.sessionId).execute()
  const day = 24 * 3_600_000
  await processItems(purgeExpiredRows({ db: app.db, clock: () => new Date(Date.now() + 30 * day) }))
  expect(await storedSession()).toHaveLength(1)
  await processItems(purgeExpiredRows({ db: app.db, clock: () => new Date(Date.now() + 31 * day) }))
  expect(await storedSession()).toHaveLength(0)
})

it.each([-61_000, 61_000])('returns the server time to a clock that is %i ms off', async (offset) => {
  const client = await app.signIn()
  const reply = await client.call(session.profile, {}, { timestampMs: Date.now() + offset })
  expect(reply).toMatchObject({ status: 400, code: 'clock_skew' })
  expect(JSON.parse(reply.text).serverTime).toBeCloseTo(Date.now(), -4)
  expect(
    (await client.call(session.profile, {}, { timestampMs: Date.now() + Math.sign(offset) * 55_000 })).status,
  ).toBe(200)
})
