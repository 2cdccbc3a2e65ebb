import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aPartner } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { list, info, merchants } = contract.partners

let app: TestApp
let ada: Client
let zuma: Awaited<ReturnType<typeof aPartner>>
let olumo: typeof zuma
let test: typeof zuma

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  zuma = await aPartner(app.db, { created_at: '2026-11-10T09:00:00.000Z' })
  olumo = await aPartner(app.db, {
    created_at: '2026-11-11T09:00:00.000Z',
    name: 'Olumo Channels',
    email: 'hello@olumo_channels.example',
    phone_number: '+2349055550007',
    status: 'INACTIVE',
  })
  test = await aPartner(app.db, { mode: 'SANDBOX', name: 'Zuma in Test mode' })
  await aMerchant(app.db, { partner_id: zuma.id, created_at: '2026-11-12T09:00:00.000Z' })
  await aMerchant(app.db, {
    partner_id: zuma.id,
    business_name: 'Danfo Express',
    verified: 'ACCEPTED',
    status: 'ACTIVE',
    created_at: '2026-11-13T09:00:00.000Z',
  })
  await aMerchant(app.db, { business_name: 'Nobody brought us' })
})

afterAll(() => app.close())

async function names(query: Request<typeof list>) {
  const { data } = await ada.call(list, query)
  return { total: data.totalRecords, names: data.partners.map(({ name }) => name) }
}

describe('partners', () => {
  it('PARTNER-01 lists partners of one mode, newest first, with the number of their merchants', async () => {
    const { data } = await ada.call(list, {})
    expect(data).toMatchObject({ totalRecords: 2, totalActive: 1, totalInactive: 1 })
    expect(data.partners).toEqual([
      {
        id: olumo.id,
        createdAt: '2026-11-11T09:00:00.000Z',
        name: 'Olumo Channels',
        email: 'hello@olumo_channels.example',
        phoneNumber: '+2349055550007',
        totalMerchants: 0,
        status: 'INACTIVE',
      },
      expect.objectContaining({ id: zuma.id, name: 'Zuma Rock Advisers', totalMerchants: 2, status: 'ACTIVE' }),
    ])
    expect(await names({ page: 2, size: 1 })).toEqual({ total: 2, names: ['Zuma Rock Advisers'] })
    expect(await names({ page: 9 })).toEqual({ total: 2, names: [] })
  })

  it('PARTNER-01 FILTER-39 filters partners by status and keeps the active and inactive totals of the search', async () => {
    expect(await names({ status: 'ACTIVE' })).toEqual({ total: 1, names: ['Zuma Rock Advisers'] })
    expect((await ada.call(list, {}, { rawQuery: 'status=inactive' })).data).toMatchObject({
      totalRecords: 1,
      totalActive: 1,
      totalInactive: 1,
    })
    expect((await ada.call(list, { status: 'ACTIVE', name: 'olumo' })).data).toMatchObject({
      totalRecords: 0,
      totalActive: 0,
      totalInactive: 1,
    })
    expect((await ada.call(list, {}, { rawQuery: 'status=asleep' })).status).toBe(400)
  })

  it.each([
    ['zuma', 'Zuma Rock Advisers'],
    ['ADVISERS rock', 'Zuma Rock Advisers'],
    ['desk@zuma', 'Zuma Rock Advisers'],
    ['olumo_channels', 'Olumo Channels'],
    ['0905 555', 'Olumo Channels'],
    ['+234905', 'Olumo Channels'],
    ['5550142', 'Zuma Rock Advisers'],
  ])('PARTNER-01 finds partners by name, email or phone number: %s', async (name, found) => {
    expect(await names({ name })).toEqual({ total: 1, names: [found] })
  })

  it('PARTNER-01 finds partners by name or whole phone number only, for a role that may not see personal data', async () => {
    const finance = await app.signIn({ role: 'FINANCE' })
    const totals = async (name: string) =>
      await Promise.all([ada, finance].map(async (by) => (await by.call(list, { name })).data.totalRecords))
    const address = zuma.email.slice(zuma.email.indexOf('@'))
    for (let length = 1; length <= address.length; length++) {
      const typed = address.slice(0, length)
      expect([typed, (await totals(typed))[1]]).toEqual([typed, 0])
    }
    expect(await totals(zuma.email)).toEqual([1, 0])
    const phone = zuma.phone_number
    for (let length = 2; length < phone.length; length++) {
      for (const typed of [phone.slice(0, length), phone.slice(-length)].filter((part) => part !== phone.slice(1))) {
        expect([typed, (await totals(typed))[1]]).toEqual([typed, 0])
      }
    }
    expect(await totals(phone.slice(0, -1))).toEqual([1, 0])
    for (const whole of [phone, phone.slice(1), '0803 555 0142', 'ROCK zuma']) {
      expect([whole, await totals(whole)]).toEqual([whole, [1, 1]])
    }
  })

  it.each(['%', 'zuma_', 'Test mode', '0000'])('returns no partner for %s', async (name) => {
    expect(await names({ name })).toEqual({ total: 0, names: [] })
  })

  it('PARTNER-02 returns a partner with its merchants', async () => {
    expect((await ada.call(info, { partnerId: zuma.id })).data.partner).toMatchObject({ totalMerchants: 2 })
    const all = (await ada.call(merchants, { partnerId: zuma.id })).data
    expect(all.totalRecords).toBe(2)
    expect(all.merchants.map(({ businessName }) => businessName)).toEqual([
      'Danfo Express',
      'Adire & Indigo Textiles Ltd',
    ])
    expect((await ada.call(merchants, { partnerId: zuma.id, page: 2, size: 1 })).data.merchants).toMatchObject([
      { businessName: 'Adire & Indigo Textiles Ltd', verified: 'SUBMITTED', status: 'INACTIVE' },
    ])
    const totalOf = async (query: object) =>
      (await ada.call(merchants, { partnerId: zuma.id, ...query })).data.totalRecords
    expect(await totalOf({ status: 'ACTIVE' })).toBe(1)
    expect(await totalOf({ name: 'indigo' })).toBe(1)
    expect(await totalOf({ name: 'nobody' })).toBe(0)
    expect((await ada.call(merchants, { partnerId: olumo.id })).data).toEqual({ totalRecords: 0, merchants: [] })
  })

  it('PARTNER-02 returns 404 for a partner of the other mode', async () => {
    for (const partnerId of [test.id, uuidv7(), 'zuma']) {
      expect((await ada.call(info, { partnerId })).status).toBe(404)
      expect((await ada.call(merchants, { partnerId })).status).toBe(404)
    }
  })

  it('PARTNER-02 returns the partner on the pages of its merchants', async () => {
    const [danfo] = (await ada.call(merchants, { partnerId: zuma.id })).data.merchants
    const shown = await ada.call(contract.merchants.info, { merchantId: danfo?.id ?? '' })
    expect(shown.data.merchant.partner).toEqual({ id: zuma.id, name: 'Zuma Rock Advisers' })
  })

  it('rejects a merchant with a partner of the other mode in the database', async () => {
    await expect(aMerchant(app.db, { partner_id: test.id })).rejects.toThrow(/merchant_partner/)
  })
})
