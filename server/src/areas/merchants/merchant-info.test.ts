import { contract } from '@kobo/contract'
import { merchantFlags } from '@kobo/contract/merchants'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aBvnRecord, aDirector, aFile, aMerchant, anUpgrade } from '../../testing/factories.ts'

const { merchants } = contract
const bvn = '22123456789'

let app: TestApp
let ada: Client
let merchantId: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  const { db } = app
  const file = (name: string) => aFile(db, { name })
  const merchant = await aMerchant(db, {
    business_name: 'Adire & Indigo',
    verified: 'ACCEPTED',
    status: 'ACTIVE',
    phone_number: '+2348035550142',
    bvn,
    owner_first_name: 'Folasade',
    owner_last_name: 'Ogunleye',
    owner_email: 'folasade@adireindigo.example',
    owner_date_of_birth: '1986-03-14',
    identity_type: 'NIN',
    identity_number: '70412345678',
    identity_file_id: (await file('identity.png')).id,
    consent_file_id: (await file('Consent form.pdf')).id,
    kyc_completed_fields: ['BASIC_DETAILS', 'Collections'],
    registration_number: 'RC 1849203',
    address: '14 Itoku Market Road',
    business_type: 'REGISTERED',
    business_category: 'Fashion',
    city: 'Abeokuta',
    country: 'Nigeria',
  })
  merchantId = merchant.id
  for (const [position, name] of ['Certificate.pdf', 'Status report.pdf'].entries()) {
    const { id } = await file(name)
    await db.insertInto('merchant_document').values({ merchant_id: merchantId, position, file_id: id }).execute()
  }
  await aBvnRecord(db, {
    bvn,
    date_of_birth: '1986-03-14',
    registration_date: '2015-06-01',
    watch_listed: true,
  })
  await aDirector(db, merchantId, {
    bvn: '22999888777',
    date_of_birth: '1980-01-02',
    identity_file_id: (await file('passport.pdf')).id,
  })
  await db
    .insertInto('settlement_account')
    .values({
      merchant_id: merchantId,
      bank_code: '058',
      bank_name: 'GTBank',
      account_number: '0123456785',
      account_name: 'ADIRE & INDIGO',
    })
    .execute()
  await anUpgrade(db, merchant)
})
afterAll(() => app.close())

it('API-39 MDETAIL-35 returns all fields of a merchant', async () => {
  const { merchant } = (await ada.call(merchants.info, { merchantId })).data
  expect(merchant).toEqual({
    id: merchantId,
    createdAt: expect.any(String),
    prefix: 'ADIR',
    logo: null,
    businessName: 'Adire & Indigo',
    status: 'ACTIVE',
    isFrozen: false,
    statusChange: null,
    verified: 'ACCEPTED',
    phoneNumber: '+2348035550142',
    wallet: null,
    isRefundEnabled: false,
    autoInstantSettlement: false,
    autoSettlement: false,
    isConsentFormApproved: false,
    isAgencyNetworkConsentFormApproved: false,
    enableSameBVNOrPhoneNumberForWalletCreation: false,
    isCardEnabled: false,
    owner: { firstName: 'Folasade', lastName: 'Ogunleye', email: 'folasade@adireindigo.example' },
    ownerDetails: {
      dateOfBirth: '1986-03-14',
      identityDocument: expect.stringContaining('/identity.png?'),
      identityType: 'NIN',
      identityNumber: '7041*******',
    },
    bvn: '2212*******',
    kycCompletedFields: ['BASIC_DETAILS', 'Collections'],
    registrationNumber: 'RC 1849203',
    address: '14 Itoku Market Road',
    businessType: 'REGISTERED',
    businessCategory: 'Fashion',
    city: 'Abeokuta',
    country: 'Nigeria',
    cacDocuments: [expect.stringContaining('/Certificate.pdf?'), expect.stringContaining('/Status%20report.pdf?')],
    consentForm: expect.stringContaining('/Consent%20form.pdf?'),
    merchantEnabledServices: [],
    partner: null,
    review: null,
    decision: null,
  })
})

it('API-50 API-51 returns the masked BVN and its record in the register', async () => {
  expect((await ada.call(merchants.bvn, { merchantId })).data).toEqual({ bvn: '2212*******' })
  expect((await ada.call(merchants.bvnInfo, { merchantId })).data.bvnInfo).toEqual({
    bvn: '2212*******',
    dateOfBirth: '1986-03-14',
    firstName: 'Folasade',
    lastName: 'Ogunleye',
    middleName: null,
    registrationDate: '2015-06-01',
    watchListed: true,
  })
})

it('API-41 API-42 returns the directors and the settlement account', async () => {
  const { directors } = (await ada.call(merchants.directors, { merchantId })).data
  expect(directors).toEqual([
    {
      id: expect.any(String),
      firstName: 'Folasade',
      lastName: 'Ogunleye',
      bvn: '2299*******',
      dateOfBirth: '1980-01-02',
      identity: expect.stringContaining('/passport.pdf?'),
    },
  ])
  expect((await ada.call(merchants.settlementAccount, { merchantId })).data.settlementAccount).toEqual({
    bankName: 'GTBank',
    accountNumber: '0123456785',
    accountName: 'ADIRE & INDIGO',
  })
})

it('returns nulls and empty lists for a merchant without details', async () => {
  const { id } = await aMerchant(app.db, { verified: 'NOT_SUBMITTED' })
  expect((await ada.call(merchants.bvnInfo, { merchantId: id })).data).toEqual({ bvnInfo: null })
  expect((await ada.call(merchants.bvn, { merchantId: id })).data).toEqual({ bvn: null })
  expect((await ada.call(merchants.directors, { merchantId: id })).data).toEqual({ directors: [] })
  expect((await ada.call(merchants.settlementAccount, { merchantId: id })).data).toEqual({ settlementAccount: null })
  expect((await ada.call(merchants.info, { merchantId: id })).data.merchant.owner).toBeNull()
})

it('API-53 API-95 changes exactly one setting and records an audit row', async () => {
  const reply = await ada.call(merchants.configure, { merchantId, autoSettlement: true })
  expect(reply).toMatchObject({ status: 200, message: 'Adire & Indigo was updated' })
  const { merchant } = (await ada.call(merchants.info, { merchantId })).data
  expect(merchant).toMatchObject({ autoSettlement: true, autoInstantSettlement: false, isRefundEnabled: false })
  const audit = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'merchant.configure')
    .executeTakeFirst()
  expect(audit).toMatchObject({ before: { autoSettlement: false }, after: { autoSettlement: true } })
})

it.each(merchantFlags)('API-53 API-95 switches on %s and no other setting', async (flag) => {
  const { id } = await aMerchant(app.db)
  expect((await ada.call(merchants.configure, { merchantId: id, [flag]: true })).status).toBe(200)
  const { merchant } = (await ada.call(merchants.info, { merchantId: id })).data
  expect([...merchantFlags, 'isCardEnabled' as const].filter((name) => merchant[name])).toEqual([flag])
})

it('returns the last change of each setting with its reason, and none of other merchants', async () => {
  const { id } = await aMerchant(app.db)
  const changesOf = async () => (await ada.call(merchants.configurationChanges, { merchantId: id })).data.changes
  expect(await changesOf()).toEqual([])
  await ada.call(merchants.configure, { merchantId: id, isRefundEnabled: true })
  await ada.call(merchants.configure, { merchantId: id, isRefundEnabled: false, reason: ' Refunds are disputed ' })
  await ada.call(contract.cards.setUp, { merchantId: id, reason: 'Contract signed' })
  expect(await changesOf()).toEqual([
    {
      flag: 'isRefundEnabled',
      before: true,
      after: false,
      at: expect.any(String),
      staffName: 'Adaeze Okonkwo',
      reason: 'Refunds are disputed',
    },
    expect.objectContaining({ flag: 'isCardEnabled', before: false, after: true, reason: 'Contract signed' }),
  ])
  const other = await ada.call(merchants.configurationChanges, { merchantId: crypto.randomUUID() })
  expect(other.status).toBe(404)
})

it.each([
  ['an unknown setting', { isGold: true }, 422, 'Unknown setting: isGold'],
  ['the card setting', { isCardEnabled: true }, 422, 'Unknown setting: isCardEnabled'],
  ['no setting', {}, 422, 'Change exactly one setting at a time'],
  ['two settings', { autoSettlement: true, isRefundEnabled: true }, 422, 'Change exactly one setting at a time'],
  ['a setting that is not a boolean', { autoSettlement: 'yes' }, 400, 'Must be a boolean'],
])('rejects a change of %s and changes nothing', async (_what, flags, status, message) => {
  const { id } = await aMerchant(app.db)
  const reply = await ada.call(
    merchants.configure,
    { merchantId: id },
    { rawBody: JSON.stringify({ merchantId: id, ...flags }) },
  )
  expect(reply).toMatchObject({ status, message })
  const row = await app.db.selectFrom('merchant').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ auto_settlement: false, is_refund_enabled: false, is_card_enabled: false })
})

it('API-16 API-96 enables cards once', async () => {
  const { id } = await aMerchant(app.db, { business_name: 'Eko Cards' })
  expect(await ada.call(contract.cards.setUp, { merchantId: id })).toMatchObject({
    status: 200,
    message: 'Cards were enabled for Eko Cards',
  })
  expect(await ada.call(contract.cards.setUp, { merchantId: id })).toMatchObject({
    status: 409,
    message: 'Cards are already enabled for Eko Cards',
  })
  expect((await ada.call(merchants.info, { merchantId: id })).data.merchant.isCardEnabled).toBe(true)
})

it('finds merchants for the palette by name, email prefix and ID', async () => {
  const { everything } = contract.search
  const { id } = await aMerchant(app.db, { business_name: 'Ibadan Leather Works', email: 'cash@ibadanleather.example' })
  for (const [text, why] of [
    ['leather', 'NAME'],
    ['cash@ib', 'EMAIL'],
    [id, 'ID'],
  ] as const) {
    const { hits } = (await ada.call(everything, { text })).data
    expect(hits).toEqual([
      {
        kind: 'merchant',
        id,
        merchantId: id,
        title: 'Ibadan Leather Works',
        detail: 'cash@ibadanleather.example',
        mode: 'PRODUCTION',
        status: 'INACTIVE',
        createdAt: expect.any(String),
        why: [why],
      },
    ])
  }
  const tester = await app.signIn({ mode: 'SANDBOX' })
  // Found from either mode, and labelled with its own.
  expect((await tester.call(everything, { text: id })).data.hits).toMatchObject([{ id, mode: 'PRODUCTION' }])
})
