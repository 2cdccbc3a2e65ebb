import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, anUpgrade } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { merchants, merchantUpgrades } = contract

let app: TestApp
let ada: Client
let bola: Client

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
  bola = await app.signIn({ firstName: 'Bola' })
})
afterAll(() => app.close())

const business = () =>
  aMerchant(app.db, { business_name: 'Eko Bakery', business_type: 'UNREGISTERED', verified: 'ACCEPTED' })
const decided = { decided_at: new Date().toISOString() }

it('API-52 UPGRADE-05 lists upgrade requests of every status and filters by one', async () => {
  const merchant = await business()
  for (const status of ['PENDING', 'IN-REVIEW', 'APPROVED', 'DECLINED'])
    await anUpgrade(app.db, merchant, { status, ...decided })
  const unfiltered = (await ada.call(merchantUpgrades.list, {})).data
  expect(unfiltered.upgrades.map((row) => row.status)).toEqual(
    expect.arrayContaining(['PENDING', 'IN-REVIEW', 'APPROVED', 'DECLINED']),
  )
  expect(unfiltered.totalRecords).toBe(unfiltered.upgrades.length)
  const open = (await ada.call(merchantUpgrades.list, { state: 'OPEN', sort: 'oldest' })).data
  expect(open).toMatchObject({ totalRecords: 2, upgrades: [{ status: 'PENDING' }, { status: 'IN-REVIEW' }] })
  const reviewed = (await ada.call(merchantUpgrades.list, { status: 'IN-REVIEW' })).data
  expect(reviewed).toMatchObject({
    totalRecords: 1,
    upgrades: [
      {
        status: 'IN-REVIEW',
        merchant: { businessName: 'Eko Bakery' },
        currentType: 'UNREGISTERED',
        requestedType: 'REGISTERED',
      },
    ],
  })
  expect((await ada.call(merchantUpgrades.list, { page: 9 })).data).toMatchObject({
    totalRecords: unfiltered.totalRecords,
    upgrades: [],
  })
})

it('API-40 returns an upgrade request', async () => {
  const merchant = await business()
  const upgrade = await anUpgrade(app.db, merchant, { registration_number: 'RC 7654321' })
  expect((await ada.call(merchantUpgrades.details, { upgradeRequestId: upgrade.id })).data.upgrade).toMatchObject({
    id: upgrade.id,
    status: 'PENDING',
    registrationNumber: 'RC 7654321',
    documents: [],
    decision: null,
  })
})

it('API-48 UPGRADE-04 approves an upgrade by its ID alone and marks the merchant as registered', async () => {
  const merchant = await business()
  const upgrade = await anUpgrade(app.db, merchant, { registration_number: 'RC 1111111' })
  const reply = await ada.call(merchantUpgrades.approve, { upgradeId: upgrade.id })
  expect(reply).toMatchObject({ status: 200, message: 'The upgrade of Eko Bakery was approved' })
  expect((await ada.call(merchants.info, { merchantId: merchant.id })).data.merchant).toMatchObject({
    businessType: 'REGISTERED',
    registrationNumber: 'RC 1111111',
  })
  const audit = await app.db.selectFrom('audit').selectAll().where('record_id', '=', upgrade.id).execute()
  expect(audit).toMatchObject([
    { action: 'merchant-upgrade.approve', before: { status: 'PENDING' }, after: { status: 'APPROVED' } },
  ])
})

it('API-47 UPGRADE-03 VALID-26 declines an upgrade with a reason and rejects a blank one', async () => {
  const merchant = await business()
  const upgrade = await anUpgrade(app.db, merchant, { status: 'IN-REVIEW' })
  const withoutReason = await ada.call(merchantUpgrades.decline, { upgradeId: upgrade.id, reason: ' ' })
  expect(withoutReason).toMatchObject({ status: 400, fields: { reason: 'Reason is required' } })
  expect((await ada.call(merchantUpgrades.decline, { upgradeId: upgrade.id, reason: 'Blurred papers' })).status).toBe(
    200,
  )
  const { data } = await ada.call(merchantUpgrades.details, { upgradeRequestId: upgrade.id })
  expect(data.upgrade).toMatchObject({
    status: 'DECLINED',
    decision: { staffName: 'Adaeze Okonkwo', reason: 'Blurred papers' },
  })
  expect((await ada.call(merchants.info, { merchantId: merchant.id })).data.merchant.businessType).toBe('UNREGISTERED')
})

it('lets one of ten concurrent operators decide and names that operator to the others', async () => {
  const upgrade = await anUpgrade(app.db, await business())
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2 === 0
        ? ada.call(merchantUpgrades.approve, { upgradeId: upgrade.id })
        : bola.call(merchantUpgrades.decline, { upgradeId: upgrade.id, reason: 'No' }),
    ),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  for (const rejected of replies.filter((reply) => reply.status !== 200)) {
    expect(rejected.status).toBe(409)
    expect(rejected.message).toMatch(/^(Adaeze|Bola) Okonkwo already (approved|declined) this upgrade request on /)
  }
})

it('returns 404 for unknown IDs and IDs of the other mode', async () => {
  const other = await aMerchant(app.db, { mode: 'SANDBOX' })
  const upgrade = await anUpgrade(app.db, other)
  for (const upgradeId of [uuidv7(), 'x', upgrade.id]) {
    expect((await ada.call(merchantUpgrades.details, { upgradeRequestId: upgradeId })).status).toBe(404)
    expect((await ada.call(merchantUpgrades.approve, { upgradeId })).status).toBe(404)
    expect((await ada.call(merchantUpgrades.decline, { upgradeId, reason: 'x' })).status).toBe(404)
  }
})

it('rejects reopening a decided request in the database', async () => {
  const upgrade = await anUpgrade(app.db, await business(), { status: 'APPROVED', ...decided })
  const reopen = app.db
    .updateTable('merchant_upgrade')
    .set({ status: 'PENDING' })
    .where('id', '=', upgrade.id)
    .execute()
  await expect(reopen).rejects.toThrow('status of merchant_upgrade cannot go from APPROVED to PENDING')
})
