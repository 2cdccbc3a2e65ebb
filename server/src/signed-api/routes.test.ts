import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { failure } from '@kobo/contract/kit/envelope'
import rateLimit from '@fastify/rate-limit'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../ledger/verify.ts'
import { newSessionId } from '../rails/session-id.ts'
import { newWebhookSecret, signWebhook } from '../rails/webhooks.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aWallet, aWalletAccount } from '../testing/factories.ts'
import { type SignedBend, sendSigned } from '../testing/signed-callers.ts'
import { aFundedMerchant, eventually, ownAccount, withEndpoint } from '../testing/payouts.ts'
import { serverRoot } from '../server-folder.ts'
import { uuidv7 } from '../uuid.ts'
import { addSignedRoutes } from './routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
})
afterAll(() => app.close())

const send = (path: string, body: unknown, bend: SignedBend = {}, to = app) => sendSigned(to, path, body, bend)

const sender = { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '000013' }

function collection(accountNumber: string, fields: object = {}) {
  const sessionId = newSessionId(app.clock.now())
  const notice = { mode: 'PRODUCTION', route: 'NIP', sessionId, accountNumber, amountKobo: '100000', sender }
  return { ...notice, narration: 'Rent', ...fields }
}

async function anAccount(mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION') {
  const merchant = await aFundedMerchant(app.db, 1_000_000n, mode)
  const secret = await withEndpoint(app.db, app.services.seal, merchant.id, 'simulator:/hooks/signed')
  const account = await ownAccount(app.db, merchant.id)
  return { merchant, account, as: { secret, merchantId: merchant.id } }
}

async function aWalletOf(merchant: { id: string; mode: string }) {
  const wallet = await aWallet(app.db, merchant, { bvn: '22012345678' })
  await aWalletAccount(app.db, wallet)
  return wallet
}

async function transfersOf(reference: string): Promise<number> {
  const rows = await app.db.selectFrom('transfer').select('id').where('reference', '=', reference).execute()
  return rows.length
}

describe('collections from the switch', () => {
  it('credits a collection once with equal responses under concurrent and later duplicates', async () => {
    const { merchant, account } = await anAccount()
    const notice = collection(account.account_number)
    const first = await Promise.all(Array.from({ length: 5 }, () => send('collections', notice)))
    const again = await send('collections', notice)
    for (const { status, data } of [...first, again]) {
      expect(status).toBe(200)
      expect(data).toEqual({ outcome: 'CREDITED', transactionId: expect.any(String) })
    }
    expect(new Set([...first, again].map(({ data }) => data['transactionId'])).size).toBe(1)
    expect(await transfersOf(`COL-${notice.sessionId}`)).toBe(1)
    // Fee of 0.5 % on 1,000 naira, plus VAT.
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: 1_000_000n + 100_000n - 538n })
    const row = app.db.selectFrom('transaction').selectAll().where('reference', '=', `COL-${notice.sessionId}`)
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({ account_id: account.id, originator_bank_code: '058' })
  })

  it('returns the same response to a replayed call', async () => {
    const { account } = await anAccount()
    const notice = collection(account.account_number)
    const recorded = { id: 'msg_recorded', atMs: app.clock.now().getTime() }
    const first = await send('collections', notice, recorded)
    expect(await send('collections', notice, recorded)).toEqual(first)
    expect(await transfersOf(`COL-${notice.sessionId}`)).toBe(1)
  })

  it.each<[string, SignedBend]>([
    ['with the secret of another signer', { secret: newWebhookSecret() }],
    ['with another body than was signed', { text: JSON.stringify({ amountKobo: '1' }) }],
    ['under another id than was signed', { headers: { 'webhook-id': 'msg_other' } }],
    [
      'at another time than was signed',
      { headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 60) } },
    ],
    ['without a signature', { headers: { 'webhook-signature': '' } }],
    ['with a signature without a version', { headers: { 'webhook-signature': 'x' } }],
    ['without an id', { headers: { 'webhook-id': '' } }],
    ['without a timestamp', { headers: { 'webhook-timestamp': 'now' } }],
  ])('rejects a collection %s', async (_, bend) => {
    const { account } = await anAccount()
    const notice = collection(account.account_number)
    const { status, said } = await send('collections', notice, bend)
    expect([status, failure.parse(said).code]).toEqual([401, 'not_signed_in'])
    expect(await transfersOf(`COL-${notice.sessionId}`)).toBe(0)
  })

  it.each([-3_600_000, -301_000, 303_000, 3_600_000])('rejects a collection signed %i ms from now', async (ms) => {
    const { account } = await anAccount()
    const notice = collection(account.account_number)
    const { status, said } = await send('collections', notice, { atMs: app.clock.now().getTime() + ms })
    expect([status, failure.parse(said).code]).toEqual([401, 'clock_skew'])
    expect(await transfersOf(`COL-${notice.sessionId}`)).toBe(0)
  })

  it.each<[string, object]>([
    ['of zero', { amountKobo: '0' }],
    ['of a negative amount', { amountKobo: '-5' }],
    ['of a thousand billion naira', { amountKobo: '1000000000000000' }],
    ['of a JSON number', { amountKobo: 100_000 }],
    ['of a JSON number above the limit', { amountKobo: 1e15 }],
    ['of a fraction', { amountKobo: '100.5' }],
    ['without an amount', { amountKobo: null }],
    ['with a short session ID', { sessionId: '12345' }],
    ['with a session ID that is not text', { sessionId: 5 }],
    ['for an invalid account number', { accountNumber: '12' }],
    ['in an unknown mode', { mode: 'LIVE' }],
    ['by an unknown route', { route: 'SWIFT' }],
    ['without a sender name', { sender: { ...sender, name: '' } }],
    ['with a narration that cannot be stored', { narration: 'a\u0000b' }],
    ['with an unknown field', { fee: '5' }],
  ])('%s is bad input', async (_, fields) => {
    const { account } = await anAccount()
    const { status, said } = await send('collections', collection(account.account_number, fields))
    expect([status, failure.parse(said).code]).toEqual([400, 'bad_input'])
  })

  it('keeps a collection declined for an account of the other mode or an unknown one', async () => {
    const { merchant, account } = await anAccount('SANDBOX')
    const notice = collection(account.account_number)
    const reason = `Account ${account.account_number} does not receive payments`
    for (let turn = 0; turn < 2; turn++) {
      expect((await send('collections', notice)).data).toEqual({ outcome: 'DECLINED', reason })
    }
    expect((await send('collections', collection('9999999990'))).data['outcome']).toBe('DECLINED')
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: 1_000_000n })
    const right = await send('collections', collection(account.account_number, { mode: 'SANDBOX' }))
    expect(right.data['outcome']).toBe('CREDITED')
  })

  it('rejects a session ID that was used with another amount', async () => {
    const { account } = await anAccount()
    const notice = collection(account.account_number)
    await send('collections', notice)
    const { status, said } = await send('collections', { ...notice, amountKobo: '100001' })
    expect([status, failure.parse(said).code]).toEqual([409, 'conflict'])
  })

  it('credits a collection once when repeated after an interruption on either side', async () => {
    const { merchant, account } = await anAccount()
    const notice = collection(account.account_number)
    const key = `switch PRODUCTION collection ${notice.sessionId}`
    const inTheWay = await app.db.startTransaction().execute()
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(inTheWay)
    const cutOff = send('collections', notice)
    await eventually(waitsForLock)
    await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database
        where datname = current_database())`.execute(app.db)
    expect((await cutOff).status).toBe(503)
    await inTheWay.commit().execute()
    await hangUpAfterSending(notice)
    await eventually(async () => (await transfersOf(`COL-${notice.sessionId}`)) === 1)
    expect((await send('collections', notice)).data['outcome']).toBe('CREDITED')
    expect(await transfersOf(`COL-${notice.sessionId}`)).toBe(1)
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: 1_000_000n + 100_000n - 538n })
  })

  it('rejects calls without a configured secret and above the request limits', async () => {
    const small = await startApp({
      settings: {
        railsSecret: null,
        limits: { perAddress: 100, perSession: 100, auth: 100, perSigner: 100, unsigned: 3 },
      },
    })
    const notice = collection('9999999990')
    expect((await send('collections', notice, { secret: newWebhookSecret() }, small)).status).toBe(404)
    const large = { ...notice, narration: 'x'.repeat(300_000) }
    expect((await send('collections', large)).status).toBe(413)
    for (let turn = 0; turn < 3; turn++) await send('merchants/moves', {}, {}, small)
    const { status, said } = await send('merchants/moves', {}, {}, small)
    expect([status, failure.parse(said).code]).toEqual([429, 'too_many_requests'])
    await small.close()
  })
})

describe('calls of merchants', () => {
  const beneficiary = { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' }
  const order = (fields: object = {}) => ({ reference: `KBO-${uuidv7()}`, amount: 2500.5, beneficiary, ...fields })

  it('pays one payout under concurrent duplicate calls', async () => {
    const { merchant, as } = await anAccount()
    const body = order()
    const replies = await Promise.all(Array.from({ length: 5 }, () => send('merchants/payouts', body, as)))
    expect(new Set(replies.map(({ status, data }) => `${status} ${data['transactionId']}`)).size).toBe(1)
    const rows = app.db.selectFrom('transaction').selectAll().where('reference', '=', body.reference.toUpperCase())
    await eventually(async () => (await rows.executeTakeFirstOrThrow()).status === 'SUCCESS')
    expect(await rows.execute()).toMatchObject([
      { merchant_id: merchant.id, amount_kobo: 250_050n, category: 'BANK_TRANSFER' },
    ])
    expect(await send('merchants/payouts', { ...body, amount: 2500 }, as)).toMatchObject({ status: 409 })
  })

  it("rejects a payout with another signer's secret and for a merchant without a secret", async () => {
    const [first, second] = [await anAccount(), await anAccount()]
    const mute = await aFundedMerchant(app.db, 1000n)
    for (const as of [
      { ...first.as, merchantId: second.merchant.id },
      { merchantId: first.merchant.id },
      { ...first.as, merchantId: mute.id },
      { ...first.as, merchantId: uuidv7() },
      { ...first.as, merchantId: 'me' },
      { secret: first.as.secret },
    ]) {
      const { status, said } = await send('merchants/payouts', order(), as)
      expect([status, failure.parse(said).code]).toEqual([401, 'not_signed_in'])
    }
  })

  it.each<[number, string, object]>([
    [400, 'of zero', { amount: 0 }],
    [400, 'of a negative amount', { amount: -1 }],
    [400, 'of a fraction of a kobo', { amount: 1.005 }],
    [400, 'of a billionth of a naira', { amount: 1e-9 }],
    [400, 'of a billionth of a naira too much', { amount: 100.000000001 }],
    [400, 'of more than the limit', { amount: 1e15 }],
    [400, 'of an amount as text', { amount: '5' }],
    [400, 'under a reference of the switch', { reference: 'col-000023260304110000000000000001' }],
    [400, 'without a reference', { reference: '' }],
    [400, 'from an invalid wallet', { walletId: 'x' }],
    [422, 'from an unknown wallet', { walletId: uuidv7() }],
  ])('returns %i for a payout %s', async (status, _, fields) => {
    const { as } = await anAccount()
    expect((await send('merchants/payouts', order(fields), as)).status).toBe(status)
  })

  it('opens one account number per reference, which collects from another bank', async () => {
    const { merchant, as } = await anAccount()
    const body = { reference: `ACC-${uuidv7()}`, walletId: null, accountName: 'Rent of shop 5' }
    const [first, again] = [await send('merchants/accounts', body, as), await send('merchants/accounts', body, as)]
    expect(again.data).toEqual(first.data)
    expect((await send('collections', collection(String(first.data['accountNumber'])))).data['outcome']).toBe(
      'CREDITED',
    )
    const accounts = app.db.selectFrom('virtual_account').select('id').where('merchant_id', '=', merchant.id)
    expect(await accounts.execute()).toHaveLength(1)
    expect((await send('merchants/accounts', { ...body, reference: uuidv7(), walletId: uuidv7() }, as)).status).toBe(
      404,
    )
  })

  it('transfers money once and rejects a used reference', async () => {
    const { account, as, merchant } = await anAccount()
    const wallet = await aWalletOf(merchant)
    const body = {
      reference: `MOVE-${uuidv7()}`,
      fromWalletId: null,
      toWalletId: wallet.id,
      amount: 100,
      narration: '',
    }
    const replies = await Promise.all(Array.from({ length: 5 }, () => send('merchants/moves', body, as)))
    expect(new Set(replies.map(({ status, data }) => `${status} ${data['debitId']}`)).size).toBe(1)
    const { available_kobo } = await ownAccount(app.db, merchant.id)
    expect(available_kobo).toBe(1_000_000n - 10_000n)
    const second = await anAccount()
    expect(
      (await send('merchants/moves', { ...body, toWalletId: (await aWalletOf(second.merchant)).id }, second.as)).status,
    ).toBe(200)
    const backTransfer = { ...body, reference: uuidv7(), fromWalletId: wallet.id, toWalletId: null, amount: 100.01 }
    expect(await send('merchants/moves', backTransfer, as)).toMatchObject({
      status: 422,
      said: { code: 'insufficient_funds' },
    })
    expect((await send('merchants/moves', { ...backTransfer, fromWalletId: null }, as)).status).toBe(422)
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ id: account.id, available_kobo })
  })

  it('uploads one batch per reference', async () => {
    const { merchant, as } = await anAccount()
    const row = {
      beneficiaryName: 'Ada',
      accountNumber: '0123456900',
      bankCode: '058',
      amount: '50.00',
      narration: null,
    }
    const body = { reference: `BULK-${uuidv7()}`, rows: [row, { ...row, amount: 'fifty' }] }
    const [first, again] = [await send('merchants/batches', body, as), await send('merchants/batches', body, as)]
    expect(again.data).toEqual(first.data)
    const batches = app.db.selectFrom('bulk_batch').select('total_items').where('merchant_id', '=', merchant.id)
    expect(await batches.execute()).toEqual([{ total_items: 2 }])
    const changed = { ...body, rows: [row, { ...row, amount: 'sixty' }] }
    expect((await send('merchants/batches', changed, as)).status).toBe(409)
    const { as: second } = await anAccount()
    const otherReply = await send('merchants/batches', body, second)
    expect([otherReply.status, otherReply.data['batchId'] === first.data['batchId']]).toEqual([200, false])
    expect((await send('merchants/batches', { ...body, rows: [] }, as)).status).toBe(400)
  })

  it('looks up a BVN and charges once per reference', async () => {
    const { merchant, as } = await anAccount()
    const body = { reference: uuidv7(), bvn: '22123456700' }
    for (let turn = 0; turn < 2; turn++) {
      expect((await send('merchants/look-ups', body, as)).data).toEqual({ found: false })
    }
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 1_000_000n - 5375n })
  })

  it('keeps the ledger balanced', async () => {
    await eventually(async () => {
      const open = app.db.selectFrom('transaction').select('id').where('status', 'in', ['QUEUED', 'PENDING'])
      return (await open.executeTakeFirst()) === undefined
    })
    expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  })

  it('delays a payout as requested', async () => {
    const { as } = await anAccount()
    const { data } = await send('merchants/payouts', order({ afterSeconds: 3600 }), as)
    const due = sql<{ later: boolean }>`
      select start_after > now() + interval '59 minutes' as later from pgboss.job
      where name = 'payout' and data ->> 'transactionId' = ${String(data['transactionId'])}`
    expect((await due.execute(app.db)).rows).toEqual([{ later: true }])
  })
})

describe('virtual accounts of merchants', () => {
  const content = (fields: object = {}) => ({ reference: uuidv7(), accountName: 'Order 17', amount: 1000, ...fields })

  it('opens a virtual account once per reference, which collects once and can be closed', async () => {
    const { merchant, as } = await anAccount()
    const body = content({ minutes: 30 })
    const both = await Promise.all([
      send('merchants/virtual-accounts', body, as),
      send('merchants/virtual-accounts', body, as),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(both.map(({ data }) => data['accountNumber'])).size).toBe(1)
    const number = String(both[0].data['accountNumber'])
    const row = app.db.selectFrom('virtual_account').selectAll().where('account_number', '=', number)
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({
      merchant_id: merchant.id,
      kind: 'VIRTUAL',
      amount_kobo: 100_000n,
      reference: body.reference.toUpperCase(),
    })
    expect((await send('collections', collection(number, { amountKobo: '99999' }))).data['outcome']).toBe('DECLINED')
    expect((await send('collections', collection(number))).data['outcome']).toBe('CREDITED')
    expect((await send('merchants/closings', { accountNumber: number }, as)).status).toBe(200)
  })

  it('rejects a reference that was used with another amount', async () => {
    const { as } = await anAccount()
    const body = content()
    await send('merchants/virtual-accounts', body, as)
    expect((await send('merchants/virtual-accounts', { ...body, amount: 5 }, as)).status).toBe(409)
  })

  it.each([
    ['for zero', { amount: 0 }],
    ['for a fraction of a kobo', { amount: 1.001 }],
    ['for more than a hundred million', { amount: 1e15 }],
    ['without an account name', { accountName: '' }],
    ['with zero minutes', { minutes: 0 }],
    ['with too many minutes', { minutes: 1e9 }],
    ['for an invalid wallet', { walletId: 'x' }],
  ])('%s is bad input', async (_, fields) => {
    const { as } = await anAccount()
    expect((await send('merchants/virtual-accounts', content(fields), as)).status).toBe(400)
  })

  it('returns not found for the wallet or virtual account of another merchant', async () => {
    const [{ as }, { merchant: second, as: asOther }] = [await anAccount(), await anAccount()]
    const wallet = await aWalletOf(second)
    expect((await send('merchants/virtual-accounts', content({ walletId: wallet.id }), as)).status).toBe(404)
    const { data } = await send('merchants/virtual-accounts', content(), as)
    const closing = { accountNumber: String(data['accountNumber']) }
    expect((await send('merchants/closings', closing, asOther)).status).toBe(404)
  })
})

async function waitsForLock(): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(app.db)
  return (rows[0]?.n ?? 0) > 0
}

/** Sends a collection and disconnects before the response. */
async function hangUpAfterSending(body: object): Promise<void> {
  const text = JSON.stringify(body)
  const id = `msg_${uuidv7()}`
  const timestampSeconds = Math.floor(app.clock.now().getTime() / 1000)
  const secret = app.services.settings.railsSecret ?? ''
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /rails/collections HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nwebhook-id: ${id}\r\nwebhook-timestamp: ${timestampSeconds}\r\n` +
      `webhook-signature: ${signWebhook({ id, timestampSeconds, body: text, secret })}\r\n\r\n${text}`,
  )
  await sleep(20)
  socket.destroy()
}

it('lists every signed call on the integration page', async () => {
  const routes: string[] = []
  const scope = fastify()
  await scope.register(rateLimit, { global: false })
  scope.addHook('onRoute', ({ method, url }) => {
    if (method === 'POST') routes.push(url)
  })
  await addSignedRoutes(scope, app.services)
  const page = readFileSync(join(serverRoot(), '../docs/integration.md'), 'utf8')
  const listed = [...page.matchAll(/`POST (\/rails\/[^`]+)`/g)].map(([, path]) => path)
  expect(new Set(listed)).toEqual(new Set(routes))
  expect(routes.length).toBeGreaterThan(30)
})
