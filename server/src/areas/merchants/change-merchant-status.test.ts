import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { aFundedMerchant, aPayout, eventsOf, withEndpoint } from '../../testing/payouts.ts'

const { merchants } = contract

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
})
afterAll(() => app.close())

const audits = (id: string) =>
  app.db.selectFrom('audit').selectAll().where('record_id', '=', id).orderBy('at').execute()

/** Funded merchant whose KYC is accepted. */
async function anAcceptedMerchant() {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  await app.db.updateTable('merchant').set({ verified: 'ACCEPTED' }).where('id', '=', merchant.id).execute()
  return merchant
}

it('sets a merchant inactive with a reason, declines its payouts, and sets it active again', async () => {
  const merchant = await anAcceptedMerchant()
  await withEndpoint(app.db, app.services.seal, merchant.id, 'simulator:/hooks/status')
  const name = merchant.business_name
  const request = { merchantId: merchant.id, status: 'INACTIVE', reason: 'The owner reports a theft' } as const
  expect(await ada.call(merchants.changeStatus, request)).toMatchObject({
    status: 200,
    message: `${name} is now inactive`,
  })
  const { data: stopped } = await ada.call(merchants.info, { merchantId: merchant.id })
  expect(stopped.merchant).toMatchObject({
    status: 'INACTIVE',
    statusChange: { staffName: expect.stringMatching(/^Adaeze /), status: 'INACTIVE', reason: request.reason },
  })
  await expect(aPayout(app.db, app.services.jobs, { merchant })).rejects.toMatchObject({ code: 'merchant_inactive' })

  const back = { merchantId: merchant.id, status: 'ACTIVE', reason: 'The keys were replaced' } as const
  expect((await ada.call(merchants.changeStatus, back)).message).toBe(`${name} is now active`)
  await aPayout(app.db, app.services.jobs, { merchant })
  expect(await eventsOf(app.db, merchant.id)).toMatchObject([
    { event: 'merchant.status_changed', data: { status: 'INACTIVE', reason: request.reason } },
    { event: 'merchant.status_changed', data: { status: 'ACTIVE', reason: back.reason } },
  ])
  expect(await audits(merchant.id)).toMatchObject([
    {
      action: 'merchant.change-status',
      staff_id: ada.staffId,
      reason: request.reason,
      before: { status: 'ACTIVE' },
      after: { status: 'INACTIVE' },
    },
    { reason: back.reason, before: { status: 'INACTIVE' }, after: { status: 'ACTIVE' } },
  ])
})

it('rejects a change without a reason, and one to the current status', async () => {
  const merchant = await anAcceptedMerchant()
  const unreasoned = await ada.call(merchants.changeStatus, {
    merchantId: merchant.id,
    status: 'INACTIVE',
    reason: ' ',
  })
  expect(unreasoned).toMatchObject({ status: 400, fields: { reason: 'Reason is required' } })
  const repeated = await ada.call(merchants.changeStatus, {
    merchantId: merchant.id,
    status: 'ACTIVE',
    reason: 'Why not',
  })
  expect(repeated).toMatchObject({ status: 409, message: `${merchant.business_name} is already active` })
  expect(await audits(merchant.id)).toEqual([])
})

it('does not activate a merchant whose KYC is not approved', async () => {
  const merchant = await aMerchant(app.db, { business_name: 'Kano Grains', verified: 'REJECTED', status: 'INACTIVE' })
  const reply = await ada.call(merchants.changeStatus, { merchantId: merchant.id, status: 'ACTIVE', reason: 'Hurry' })
  expect(reply).toMatchObject({ status: 409, message: 'Kano Grains can be active only once its KYC is approved' })
})

it('lets one of several operators at once set a merchant inactive', async () => {
  const merchant = await anAcceptedMerchant()
  const request = { merchantId: merchant.id, status: 'INACTIVE', reason: 'Stolen keys' } as const
  const replies = await Promise.all(Array.from({ length: 8 }, () => ada.call(merchants.changeStatus, request)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
  expect(await audits(merchant.id)).toHaveLength(1)
})

it('shows no change from before the latest KYC decision', async () => {
  const merchant = await anAcceptedMerchant()
  await ada.call(merchants.changeStatus, { merchantId: merchant.id, status: 'INACTIVE', reason: 'Stolen keys' })
  const later = new Date(Date.now() + 60_000).toISOString()
  await app.db.updateTable('merchant').set({ decided_at: later }).where('id', '=', merchant.id).execute()
  const { data } = await ada.call(merchants.info, { merchantId: merchant.id })
  expect(data.merchant.statusChange).toBeNull()
})
