import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import type { Partners } from '@kobo/demo/partners'
import { lookUpOnce } from '../engine/charges/look-up-once.ts'
import { contentHash, isSameContent } from '../engine/content-hash.ts'
import { purgeExpiredRows } from '../http/purge-expired.ts'
import { sha256Hex } from '../http/signature.ts'
import type { BvnResponse } from '../rails/identity.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { someStaff } from '../testing/dispute-bookkeeping.ts'
import { collected, disputed } from '../testing/disputes.ts'
import { collect } from '../testing/ledger-fixtures.ts'
import { aSigner, partnersOf } from '../testing/signed-callers.ts'
import { ownAccount } from '../testing/payouts.ts'
import { processItems } from '../testing/run-inline.ts'
import { sender } from '../testing/refund-bookkeeping.ts'
import { uuidv7 } from '../uuid.ts'

let app: TestApp
let partners: Partners
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  partners = partnersOf(app)
})
afterAll(() => app.close())

const afterMonth = () =>
  processItems(purgeExpiredRows({ db: app.db, clock: () => new Date(Date.now() + 31 * 24 * 3_600_000) }))
const beneficiary = { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' }
const payout = { amount: 10, beneficiary, narration: 'Rent', afterSeconds: 0 }
const expected = { accountName: 'Order 17', amount: 10, minutes: 30 }
const checkout = { amount: 10, narration: 'Order 17', minutes: 30 }

describe('repeated requests', () => {
  it.each<[string, object, object]>([
    ['payouts', payout, { narration: 'Food' }],
    ['payouts', payout, { afterSeconds: 60 }],
    ['payouts', payout, { beneficiary: { ...beneficiary, name: 'Chidi Okoro' } }],
    ['payouts', payout, { amount: 10.01 }],
    ['virtual-accounts', expected, { minutes: 31 }],
    ['checkouts', checkout, { minutes: 31 }],
    ['checkouts', checkout, { accountName: 'Somebody else' }],
  ])('replays the response of %s for %o and rejects %o', async (path, body, change) => {
    const { id } = await aSigner(app)
    const request = { reference: uuidv7(), ...body }
    const first = await partners.ask(id, path, request)
    expect(await partners.ask(id, path, { ...request, reference: request.reference.toUpperCase() })).toEqual(first)
    await expect(partners.ask(id, path, { ...request, ...change })).rejects.toMatchObject({ status: 409 })
  })

  it('replays the response of a payout that has the other code of its bank', async () => {
    const { id } = await aSigner(app)
    const request = { reference: uuidv7(), ...payout }
    const first = await partners.ask(id, 'payouts', request)
    const other = { ...request, beneficiary: { ...beneficiary, bankCode: '000013' } }
    expect(await partners.ask(id, 'payouts', other)).toEqual(first)
  })

  it('compares a repeated request with the hash of an earlier release', async () => {
    const { id } = await aSigner(app)
    const request = { reference: uuidv7(), ...payout }
    const first = await partners.ask(id, 'payouts', request)
    const earlier = sha256Hex(['', '1000', beneficiary.accountNumber, '058'].join('\n'))
    await app.db.updateTable('inbound_call').set({ said_sha256: earlier }).where('merchant_id', '=', id).execute()
    expect(await partners.ask(id, 'payouts', { ...request, narration: 'Food' })).toEqual(first)
    await expect(partners.ask(id, 'payouts', { ...request, amount: 11 })).rejects.toMatchObject({ status: 409 })
  })

  it('compares repeated requests by every value and in any key order', () => {
    const hash = contentHash({ a: 1n, b: [{ c: 'x', d: null }] })
    const isSame = (body: unknown) => isSameContent(hash, { body, content: [] })
    expect(isSame({ b: [{ c: 'x' }], a: 1n })).toBe(true)
    const otherCalls = [
      { a: 2n, b: [{ c: 'x' }] },
      { a: 1n, b: [{ c: 'y' }] },
      { a: 1n, b: [] },
      { a: 1n, b: [{ c: 'x', d: '' }] },
    ]
    expect(otherCalls.map(isSame)).toEqual([false, false, false, false])
  })
})

describe('requests that open or send something', () => {
  const bank = { bankCode: '058', accountNumber: '0123456900', accountName: 'Chidi Okafor' }
  const share = { bank, splitType: 'PERCENTAGE', splitValue: 12.5 }
  const enquiry = { email: 'ada@example.com', phone: '08035550142', subject: 'Fees', message: 'What does it cost?' }

  it('take effect once and get the same response even after a month', async () => {
    const { id: merchantId } = await aSigner(app)
    const staffId = await app.db.transaction().execute(someStaff)
    const disputeId = await disputed(app.services, await collected(app.services, { merchantId }), { staffId })
    const { storeId } = await partners.ask(merchantId, 'stores', { reference: uuidv7(), name: 'Ikeja' })
    const calls = Object.entries({
      accounts: { accountName: 'Ada Obi' },
      'child-accounts': { accountName: 'School fees' },
      'sub-accounts': { name: 'Kernel Supplies', ...share },
      shops: { name: 'Obi Stores', branch: 'Ikeja' },
      stores: { name: 'Yaba' },
      terminals: { storeId, serialNumber: `SN-${uuidv7().slice(-12)}` },
      contact: { name: 'Ada Obi', ...enquiry },
      'disputes/replies': { disputeId, subject: 'Delivered', message: 'On Monday' },
    }).map(([path, body]) => ({ path, body: { reference: uuidv7(), ...body } }))
    const makeAll = async () => {
      const replies: unknown[] = []
      for (const { path, body } of calls) replies.push([path, await partners.ask(merchantId, path, body)])
      return replies
    }
    const first = await makeAll()
    const { available_kobo: left } = await ownAccount(app.db, merchantId)
    await afterMonth()
    expect(await makeAll()).toEqual(first)
    expect(await ownAccount(app.db, merchantId)).toMatchObject({ available_kobo: left })
    const opened = app.db.selectFrom('virtual_account').select('kind').where('merchant_id', '=', merchantId)
    expect(await opened.where('kind', '=', 'STATIC').execute()).toHaveLength(1)
  })
})

describe('BVN look-ups', () => {
  /** BVN register that finds nobody, or does not respond. */
  function register() {
    const requested: string[] = []
    let respond: () => Promise<BvnResponse> = async () => ({ found: false })
    const identity = {
      findBvn: (bvn: string) => {
        requested.push(bvn)
        return respond()
      },
    }
    return {
      engine: { ...app.engine, outside: { ...app.engine.outside, identity } },
      asked: requested,
      answers: (next: () => Promise<BvnResponse>) => {
        respond = next
      },
    }
  }
  async function prepareLookUp() {
    const { id: merchantId } = await aSigner(app)
    return { mode: 'PRODUCTION' as const, merchantId, bvn: '22123456700', reference: uuidv7() }
  }

  it('queries and charges a BVN once per reference and rejects another number', async () => {
    const { engine, asked } = register()
    const lookUp = await prepareLookUp()
    for (let turn = 0; turn < 3; turn++) expect(await lookUpOnce(engine, lookUp)).toEqual({ found: false })
    for (const bvn of ['22123456701', '22123456702']) {
      await expect(lookUpOnce(engine, { ...lookUp, bvn })).rejects.toThrow('a different request')
    }
    expect(asked).toEqual([lookUp.bvn])
    expect(await ownAccount(app.db, lookUp.merchantId)).toMatchObject({ available_kobo: 1_000_000n - 5375n })
    await afterMonth()
    await expect(lookUpOnce(engine, { ...lookUp, bvn: '22123456701' })).rejects.toThrow('a different request')
    expect(asked).toEqual([lookUp.bvn])
  })

  it('rejects a BVN look-up while one is running and allows it after a failure', async () => {
    const { engine, asked, answers } = register()
    const lookUp = await prepareLookUp()
    let respond: (found: BvnResponse) => void = () => {}
    answers(() => new Promise((resolve) => (respond = resolve)))
    const first = lookUpOnce(engine, lookUp)
    await expect.poll(() => asked).toHaveLength(1)
    await expect(lookUpOnce(engine, lookUp)).rejects.toThrow('is still in progress')
    respond({ problem: 'timeout' })
    expect(await first).toEqual({ problem: 'timeout' })
    await expect(lookUpOnce(engine, { ...lookUp, bvn: '22123456701' })).rejects.toThrow('a different request')
    answers(async () => ({ found: false }))
    expect(await lookUpOnce(engine, lookUp)).toEqual({ found: false })
    expect(asked).toHaveLength(2)
  })

  it('allows a BVN look-up a minute after its server died, and charges it once', async () => {
    const { engine, asked } = register()
    const lookUp = await prepareLookUp()
    expect(await lookUpOnce(engine, lookUp)).toEqual({ found: false })
    const leased = { reply: null, leased_until: new Date(Date.now() + 60_000).toISOString() }
    const own = app.db.updateTable('inbound_call').where('merchant_id', '=', lookUp.merchantId)
    await own.set(leased).execute()
    await expect(lookUpOnce(engine, lookUp)).rejects.toThrow('is still in progress')
    const clock = () => new Date(Date.now() + 61_000)
    expect(await lookUpOnce({ ...engine, clock }, lookUp)).toEqual({ found: false })
    expect(asked).toHaveLength(2)
    expect(await ownAccount(app.db, lookUp.merchantId)).toMatchObject({ available_kobo: 1_000_000n - 5375n })
  })

  it('returns 409 for another BVN and stores no plain hash of the number', async () => {
    const { id } = await aSigner(app)
    const request = { reference: uuidv7(), bvn: '22123456700' }
    expect(await partners.ask(id, 'look-ups', request)).toEqual({ found: false })
    expect(await partners.ask(id, 'look-ups', request)).toEqual({ found: false })
    const other = partners.ask(id, 'look-ups', { ...request, bvn: '22123456781' })
    await expect(other).rejects.toMatchObject({ status: 409 })
    const { said_sha256 } = await app.db
      .selectFrom('inbound_call')
      .select('said_sha256')
      .where('merchant_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(said_sha256).not.toBe(contentHash({ bvn: request.bvn }))
  })
})

describe('repeated refunds', () => {
  async function aRefund() {
    const { id: merchantId } = await aSigner(app)
    await app.db.updateTable('merchant').set({ is_refund_enabled: true }).where('id', '=', merchantId).execute()
    const { id } = await ownAccount(app.db, merchantId)
    const account = { id, mode: 'PRODUCTION' as const, merchantId, walletId: null, kind: 'MERCHANT' }
    const collectionId = await transact(app.db, (t) => collect(t, account, sender))
    const { reference: transactionReference } = await app.db
      .selectFrom('transaction')
      .select('reference')
      .where('id', '=', collectionId)
      .executeTakeFirstOrThrow()
    const request = { reference: uuidv7(), transactionReference, amount: 1, reason: 'Returned' }
    return { merchantId, request, answer: await partners.ask(merchantId, 'refunds', request) }
  }
  const count = async (merchantId: string) =>
    (await app.db.selectFrom('refund').select('id').where('merchant_id', '=', merchantId).execute()).length

  it('recognises a repeated refund after the stored response was purged', async () => {
    const { merchantId, request, answer } = await aRefund()
    await afterMonth()
    expect(await partners.ask(merchantId, 'refunds', request)).toEqual(answer)
    await afterMonth()
    const other = partners.ask(merchantId, 'refunds', { ...request, reason: 'Broken' })
    await expect(other).rejects.toMatchObject({ status: 409 })
    expect(await count(merchantId)).toBe(1)
  })

  it('recognises a repeated refund that an earlier release handled', async () => {
    const { merchantId, request, answer } = await aRefund()
    const earlier = sha256Hex([request.transactionReference, '100', request.reason].join('\n'))
    await app.db.updateTable('refund').set({ request_hash: earlier }).where('merchant_id', '=', merchantId).execute()
    await afterMonth()
    expect(await partners.ask(merchantId, 'refunds', request)).toEqual(answer)
    expect(await count(merchantId)).toBe(1)
  })
})
