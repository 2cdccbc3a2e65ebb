import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNuban } from '../../ledger/nuban.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aBvnRecord, aMerchant } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { merchants } = contract

let app: TestApp
let ada: Client
let bola: Client

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
  bola = await app.signIn({ firstName: 'Bola' })
})
afterAll(() => app.close())

const merchantRow = (id: string) =>
  app.db.selectFrom('merchant').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audits = (id: string) =>
  app.db.selectFrom('audit').selectAll().where('record_id', '=', id).orderBy('at').execute()
const accounts = (id: string) => app.db.selectFrom('account').selectAll().where('merchant_id', '=', id).execute()

it('API-45 STATE-22 approves a submitted merchant, activates it, opens its account and records one audit row', async () => {
  const merchant = await aMerchant(app.db, { business_name: 'Kano Grains' })
  const reply = await ada.call(merchants.approve, { merchantId: merchant.id, reason: 'Papers are in order' })
  expect(reply).toMatchObject({ status: 200, message: 'Kano Grains was approved', data: {} })
  expect(await merchantRow(merchant.id)).toMatchObject({
    verified: 'ACCEPTED',
    status: 'ACTIVE',
    decided_by: ada.staffId,
    decision_reason: 'Papers are in order',
  })
  const [account, ...more] = await accounts(merchant.id)
  expect(more).toEqual([])
  expect(account).toMatchObject({
    account_name: 'Kano Grains',
    bank_name: 'Providus Bank',
    booked_kobo: 0n,
    available_kobo: 0n,
  })
  expect(isNuban(account?.account_number ?? '', '101')).toBe(true)
  expect(await audits(merchant.id)).toMatchObject([
    {
      action: 'merchant.approve',
      staff_id: ada.staffId,
      session_id: ada.credentials.sessionId,
      mode: 'PRODUCTION',
      before: { verified: 'SUBMITTED', status: 'INACTIVE' },
      after: { verified: 'ACCEPTED', status: 'ACTIVE' },
      reason: 'Papers are in order',
    },
  ])
})

it('PANEL-21 approves a merchant without a reason', async () => {
  const merchant = await aMerchant(app.db)
  expect((await ada.call(merchants.approve, { merchantId: merchant.id })).status).toBe(200)
  expect((await merchantRow(merchant.id)).decision_reason).toBeNull()
})

it('EVIDENCE-02 rejects approval without a reason when the owner is on the watch list', async () => {
  const bvn = '22399999999'
  const merchant = await aMerchant(app.db, { bvn })
  await aBvnRecord(app.db, { bvn, date_of_birth: '1980-01-01', watch_listed: true })
  const before = await merchantRow(merchant.id)
  for (const reason of [undefined, '', '   ']) {
    const refusal = await ada.call(merchants.approve, {
      merchantId: merchant.id,
      ...(reason !== undefined && { reason }),
    })
    expect(refusal).toMatchObject({
      status: 422,
      message: 'The BVN of the owner is on the watch list. Give a reason to approve this merchant',
      fields: { reason: 'Reason is required' },
    })
  }
  expect(await merchantRow(merchant.id)).toEqual(before)
  expect([await accounts(merchant.id), await audits(merchant.id)]).toEqual([[], []])
  const reason = 'The bank confirmed that it is another person'
  expect((await ada.call(merchants.approve, { merchantId: merchant.id, reason })).status).toBe(200)
  expect(await audits(merchant.id)).toMatchObject([{ action: 'merchant.approve', reason }])
})

it('API-46 declines with a reason, leaves the merchant inactive and opens no account', async () => {
  const merchant = await aMerchant(app.db, { business_name: 'Jos Foods' })
  const reason = `Robert'); drop table merchant;-- <script>alert(1)</script>`
  const reply = await ada.call(merchants.decline, { merchantId: merchant.id, reason })
  expect(reply).toMatchObject({ status: 200, message: 'Jos Foods was declined' })
  expect(await merchantRow(merchant.id)).toMatchObject({
    verified: 'REJECTED',
    status: 'INACTIVE',
    decision_reason: reason,
  })
  expect(await accounts(merchant.id)).toEqual([])
})

it.each([undefined, '', '   '])('VALID-25 rejects declining with the reason %j and changes nothing', async (reason) => {
  const merchant = await aMerchant(app.db)
  const reply = await ada.call(
    merchants.decline,
    { merchantId: merchant.id, reason: reason ?? '' },
    { rawBody: JSON.stringify({ merchantId: merchant.id, reason }) },
  )
  expect(reply).toMatchObject({
    status: 400,
    message: 'Reason is required',
    fields: { reason: 'Reason is required' },
  })
  expect(await merchantRow(merchant.id)).toMatchObject({ verified: 'SUBMITTED' })
  expect(await audits(merchant.id)).toEqual([])
})

it('API-49 EVIDENCE-04 starts a review with its operator and lets another operator decide', async () => {
  const merchant = await aMerchant(app.db, { business_name: 'Eko Bakery' })
  const started = await ada.call(merchants.startReview, { merchantId: merchant.id })
  expect(started.message).toBe('You are now reviewing Eko Bakery')
  expect(await merchantRow(merchant.id)).toMatchObject({ verified: 'PROCESSING', reviewer_id: ada.staffId })
  const { data } = await bola.call(merchants.list, { verified: 'PROCESSING', search: 'Eko Bakery' })
  expect(data.merchants).toMatchObject([{ id: merchant.id, review: { staffName: 'Adaeze Okonkwo' } }])
  const twice = await bola.call(merchants.startReview, { merchantId: merchant.id })
  expect(twice.status).toBe(409)
  expect(twice.message).toMatch(/^Adaeze Okonkwo is already reviewing this merchant on \d\d-\d\d-\d{4} \d\d:\d\d$/)
  expect((await bola.call(merchants.approve, { merchantId: merchant.id })).status).toBe(200)
  const info = await ada.call(merchants.info, { merchantId: merchant.id })
  expect(info.data.merchant).toMatchObject({
    verified: 'ACCEPTED',
    review: { staffName: 'Adaeze Okonkwo' },
    decision: { staffName: 'Bola Okonkwo', reason: null },
  })
})

it('lets one of twenty concurrent operators decide and names that operator to the others', async () => {
  const merchant = await aMerchant(app.db)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? ada.call(merchants.approve, { merchantId: merchant.id })
        : bola.call(merchants.decline, { merchantId: merchant.id, reason: 'No' }),
    ),
  )
  const accepted = replies.filter((reply) => reply.status === 200)
  expect(accepted).toHaveLength(1)
  const row = await merchantRow(merchant.id)
  const winner = row.verified === 'ACCEPTED' ? 'Adaeze Okonkwo already approved' : 'Bola Okonkwo already declined'
  for (const rejected of replies.filter((reply) => reply.status !== 200)) {
    expect(rejected).toMatchObject({ status: 409, code: 'conflict' })
    expect(rejected.message).toContain(winner)
  }
  expect(await audits(merchant.id)).toHaveLength(1)
  expect(await accounts(merchant.id)).toHaveLength(row.verified === 'ACCEPTED' ? 1 : 0)
})

it.each(['NOT_SUBMITTED', 'ACCEPTED', 'REJECTED'])(
  'STATE-02 rejects a decision on a merchant that is %s',
  async (verified) => {
    const merchant = await aMerchant(app.db, { verified })
    for (const reply of [
      await ada.call(merchants.approve, { merchantId: merchant.id }),
      await ada.call(merchants.decline, { merchantId: merchant.id, reason: 'Late' }),
      await ada.call(merchants.startReview, { merchantId: merchant.id }),
    ]) {
      expect(reply).toMatchObject({ status: 409, code: 'conflict' })
    }
    expect((await merchantRow(merchant.id)).verified).toBe(verified)
  },
)

describe('KYC status constraints', () => {
  it.each([
    ['NOT_SUBMITTED', 'ACCEPTED'],
    ['ACCEPTED', 'REJECTED'],
    ['ACCEPTED', 'SUBMITTED'],
    ['REJECTED', 'ACCEPTED'],
    ['PROCESSING', 'SUBMITTED'],
  ])('rejects a change from %s to %s in the database', async (from, to) => {
    const merchant = await aMerchant(app.db, { verified: from })
    const update = app.db.updateTable('merchant').set({ verified: to }).where('id', '=', merchant.id).execute()
    await expect(update).rejects.toThrow(`verified of merchant cannot go from ${from} to ${to}`)
  })
  it('allows a rejected merchant to resubmit, and activation only when accepted', async () => {
    const merchant = await aMerchant(app.db, { verified: 'REJECTED' })
    await app.db.updateTable('merchant').set({ verified: 'SUBMITTED' }).where('id', '=', merchant.id).execute()
    const activate = app.db.updateTable('merchant').set({ status: 'ACTIVE' }).where('id', '=', merchant.id).execute()
    await expect(activate).rejects.toThrow('active_only_when_accepted')
  })
})

it('returns 404 for unknown, malformed and other-mode IDs and changes nothing', async () => {
  const test = await aMerchant(app.db, { mode: 'SANDBOX' })
  for (const merchantId of [uuidv7(), 'abc', "1' or '1'='1", test.id]) {
    for (const reply of [
      await ada.call(merchants.info, { merchantId }),
      await ada.call(merchants.directors, { merchantId }),
      await ada.call(merchants.approve, { merchantId }),
      await ada.call(merchants.decline, { merchantId, reason: 'x' }),
      await ada.call(merchants.startReview, { merchantId }),
      await ada.call(merchants.configure, { merchantId, autoSettlement: true }),
      await ada.call(contract.cards.setUp, { merchantId }),
    ]) {
      expect(reply).toMatchObject({ status: 404, code: 'not_found' })
    }
  }
  expect((await merchantRow(test.id)).verified).toBe('SUBMITTED')
})
