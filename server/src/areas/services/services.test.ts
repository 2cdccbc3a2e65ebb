import { transact } from '../../db/transact.ts'
import { authorisePurchase } from '../../engine/cards/authorise-purchase.ts'
import { clearPurchase } from '../../engine/cards/clear-purchase.ts'
import { aCard, schemeMessage } from '../../testing/issued-cards.ts'
import { contract } from '@kobo/contract'
import type { Mode } from '@kobo/contract/kit/mode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveTransfer } from '@kobo/demo/demo-bank'
import { newReference } from '../../engine/reference.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aWallet, aWalletAccount } from '../../testing/factories.ts'
import { aSigner, partnersOf } from '../../testing/signed-callers.ts'
import { eventually } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { list, change } = contract.services

let app: TestApp
let ada: Client
let signer: Awaited<ReturnType<typeof aSigner>>
let walletId: string

beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn()
  signer = await aSigner(app)
  const wallet = await aWallet(app.db, signer)
  await aWalletAccount(app.db, wallet)
  walletId = wallet.id
})

afterAll(() => app.close())

async function idOf(name: string): Promise<string> {
  const found = (await ada.call(list, { name })).data.services[0]
  if (!found) throw new Error(`There is no service ${name}`)
  return found.id
}

async function changeStatus(name: string, status: 'ACTIVE' | 'INACTIVE', by = ada) {
  return await by.call(change, { serviceId: await idOf(name), status, reason: 'Maintenance' })
}

const send = (path: string, body: object, merchantId = signer.id) =>
  partnersOf(app).ask(merchantId, path, { reference: newReference(new Date()), ...body })

const payee = { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' }
const bill = { category: 'AIRTIME', biller: 'MTN-AIRTIME', customer: '0803555000', amount: 100 }

/** Requests of the merchant API that start each service's work. */
const serviceRequests: [service: string, what: string, request: () => Promise<unknown>][] = [
  ['Payouts', 'a payout', () => send('payouts', { amount: 100, beneficiary: payee })],
  [
    'Payouts',
    'a payout batch',
    () =>
      send('batches', {
        rows: [{ beneficiaryName: 'A', accountNumber: '0123456900', bankCode: '058', amount: '1', narration: null }],
      }),
  ],
  ['Collections', 'a checkout', () => send('checkouts', { amount: 100, narration: 'Order' })],
  ['Collections', 'a payment link', () => send('payment-links', { amount: 100, description: 'Order' })],
  ['Virtual Accounts', 'a virtual account', () => send('virtual-accounts', { amount: 100, accountName: 'Adire' })],
  ['Virtual Accounts', 'a static account', () => send('accounts', { accountName: 'Adire' })],
  ['Virtual Accounts', 'a child account', () => send('child-accounts', { accountName: 'Adire' })],
  ['Wallets', 'a book transfer', () => send('moves', { fromWalletId: null, toWalletId: walletId, amount: 10 })],
  ['Bills Payment', 'a bill', () => send('bills', bill)],
  ['Cards', 'a card batch', () => send('card-batches', { type: 'VIRTUAL', holders: [{ name: 'Adire' }] })],
  ['Agency Banking', 'a store', () => send('stores', { name: 'Adire' })],
]

describe('services', () => {
  it('JUJU-01 lists services by name with the number of merchants of the mode that use them', async () => {
    const cards = await idOf('Cards')
    const [one, other] = [await aMerchant(app.db), await aMerchant(app.db, { mode: 'SANDBOX' })]
    const uses = [one, other].map((merchant) => ({ merchant_id: merchant.id, service_id: cards }))
    await app.db.insertInto('merchant_service').values(uses).execute()
    const { data } = await ada.call(list, {})
    expect(data.totalRecords).toBe(7)
    expect(data.services.map(({ name }) => name)).toEqual([
      'Agency Banking',
      'Bills Payment',
      'Cards',
      'Collections',
      'Payouts',
      'Virtual Accounts',
      'Wallets',
    ])
    expect(data.services.find(({ id }) => id === cards)).toMatchObject({
      status: 'ACTIVE',
      totalMerchants: 1,
      stops: 'Enabling cards for merchants, new cards and card purchases',
      changedBy: null,
    })
    expect((await ada.call(list, { page: 2, size: 5 })).data.services).toHaveLength(2)
    expect((await ada.call(list, { name: 'virt' })).data.totalRecords).toBe(1)
    expect((await ada.call(list, { status: 'INACTIVE' })).data).toEqual({ totalRecords: 0, services: [] })
    expect((await ada.call(list, {}, { rawQuery: 'status=asleep' })).status).toBe(400)
  })

  it('JUJU-02 enables and disables a service in one mode with a reason and an audit row', async () => {
    const serviceId = await idOf('Agency Banking')
    expect(await changeStatus('Agency Banking', 'INACTIVE')).toMatchObject({ message: 'Agency Banking is disabled' })
    expect((await ada.call(list, { status: 'INACTIVE' })).data.services).toMatchObject([
      { id: serviceId, status: 'INACTIVE', reason: 'Maintenance', changedBy: 'Adaeze Okonkwo' },
    ])
    const test = await app.signIn({ mode: 'SANDBOX' })
    expect((await test.call(list, { status: 'INACTIVE' })).data.totalRecords).toBe(0)
    expect(await changeStatus('Agency Banking', 'INACTIVE')).toMatchObject({
      status: 409,
      message: 'Agency Banking is already disabled',
    })
    expect(await changeStatus('Agency Banking', 'ACTIVE')).toMatchObject({ message: 'Agency Banking is enabled' })
    const audits = app.db.selectFrom('audit').selectAll().where('record_id', '=', serviceId).orderBy('at')
    expect(await audits.execute()).toMatchObject([
      { action: 'service.change', mode: 'PRODUCTION', after: { status: 'INACTIVE' }, reason: 'Maintenance' },
      { action: 'service.change', after: { status: 'ACTIVE' } },
    ])
  })

  it('JUJU-02 applies one of eight concurrent changes and responds to the others with a conflict', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => changeStatus('Cards', 'INACTIVE')))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 409)).toHaveLength(7)
    await changeStatus('Cards', 'ACTIVE')
  })

  it('JUJU-02 rejects a change by an auditor, without a reason, or of an unknown service', async () => {
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect((await changeStatus('Cards', 'INACTIVE', auditor)).status).toBe(403)
    const serviceId = await idOf('Cards')
    expect(await ada.call(change, { serviceId, status: 'INACTIVE', reason: ' ' })).toMatchObject({
      status: 400,
      fields: { reason: 'Reason is required' },
    })
    expect((await ada.call(change, { serviceId: uuidv7(), status: 'INACTIVE', reason: 'No' })).status).toBe(404)
  })
})

describe('disabled services', () => {
  it.each(serviceRequests)(
    'JUJU-02 %s: rejects %s while disabled and accepts it again once enabled',
    async (service, _, request) => {
      await request()
      await changeStatus(service, 'INACTIVE')
      const rejection = await request().catch((error: unknown) => error)
      await changeStatus(service, 'ACTIVE')
      expect(rejection).toMatchObject({ status: 422, message: expect.stringMatching(/currently disabled/) })
      await request()
    },
  )

  it.each(serviceRequests)(
    'JUJU-02 %s: accepts %s while disabled in the other mode',
    async (service, what, request) => {
      const test = await app.signIn({ mode: 'SANDBOX' })
      expect((await changeStatus(service, 'INACTIVE', test)).status).toBe(200)
      await expect(request(), what).resolves.toBeTruthy()
      await changeStatus(service, 'ACTIVE', test)
    },
  )

  it('JUJU-02 credits collections while Collections is disabled', async () => {
    const { accountNumber } = await send('checkouts', { amount: 100, narration: 'Order' })
    await changeStatus('Collections', 'INACTIVE')
    const mode: Mode = 'PRODUCTION'
    const paid = { mode, accountNumber: String(accountNumber), amountKobo: 10_000n, narration: 'Order' }
    await receiveTransfer(partnersOf(app), paid)
    await changeStatus('Collections', 'ACTIVE')
    const credited = app.db
      .selectFrom('transaction')
      .select('status')
      .where('beneficiary_number', '=', paid.accountNumber)
    expect(await credited.execute()).toEqual([{ status: 'SUCCESS' }])
  })

  it('JUJU-02 completes pending bill payments while Bills Payment is disabled', async () => {
    const { transactionId } = await send('bills', bill)
    await changeStatus('Bills Payment', 'INACTIVE')
    await eventually(async () => {
      const { status } = await app.db
        .selectFrom('bill_payment')
        .select('status')
        .where('id', '=', String(transactionId))
        .executeTakeFirstOrThrow()
      return status === 'SUCCESS'
    })
    await changeStatus('Bills Payment', 'ACTIVE')
    expect(faultCounts(await verifyLedger(app.db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
  })

  it('JUJU-02 declines new card purchases but clears pending ones while Cards is disabled', async () => {
    const card = await aCard(app.db, { mode: 'PRODUCTION', merchantId: signer.id, walletId: null })
    const sendPurchase = (verb: typeof authorisePurchase | typeof clearPurchase, reference: string) =>
      transact(app.db, async (t) => await verb(t, null, schemeMessage(card, { reference, amountKobo: 100n })))
    await sendPurchase(authorisePurchase, 'before')
    await changeStatus('Cards', 'INACTIVE')
    expect(await sendPurchase(authorisePurchase, 'meanwhile')).toMatchObject({
      outcome: 'DECLINED',
      reason: expect.stringMatching(/^Cards are currently disabled/),
    })
    expect(await sendPurchase(clearPurchase, 'before')).toMatchObject({ outcome: 'CLEARED', takenKobo: '100' })
    await changeStatus('Cards', 'ACTIVE')
    expect(await sendPurchase(authorisePurchase, 'after')).toMatchObject({ outcome: 'APPROVED' })
  })

  it('JUJU-02 rejects enabling a merchant for Cards or Agency Banking while it is disabled', async () => {
    const { id: merchantId } = await aMerchant(app.db)
    const enable = () => ada.call(contract.cards.setUp, { merchantId })
    const admit = (isAgencyNetworkConsentFormApproved: boolean) =>
      ada.call(contract.merchants.configure, { merchantId, isAgencyNetworkConsentFormApproved })
    for (const service of ['Cards', 'Agency Banking']) await changeStatus(service, 'INACTIVE')
    expect(await enable()).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Cards are currently disabled/),
    })
    expect(await admit(true)).toMatchObject({ status: 422 })
    expect((await admit(false)).status).toBe(200)
    for (const service of ['Cards', 'Agency Banking']) await changeStatus(service, 'ACTIVE')
    expect((await enable()).status).toBe(200)
    expect((await admit(true)).status).toBe(200)
  })
})
