import { contract } from '@kobo/contract'
import { lagosDay } from '@kobo/contract/kit/day'
import type { GrantedPermission } from '@kobo/contract/kit/permission'
import { recordKinds } from '@kobo/contract/kit/record-kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeAudit } from '../../db/audit.ts'
import { transact } from '../../db/transact.ts'
import { sendMessage } from '../../engine/disputes/send-message.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aBvnRecord, aDirector, aMerchant, aWallet, aWalletUpgrade, anActivity } from '../../testing/factories.ts'
import { dispute, someStaff } from '../../testing/dispute-bookkeeping.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { someRecords } from '../../testing/some-records.ts'
import { uuidv7 } from '../../uuid.ts'
import { nameRecords } from '../record-access.ts'

const { audit, merchants, charges, freezes, wallets, walletUpgrades, roles } = contract
const reason = 'The owner asked by phone'

let app: TestApp
let ada: Client
let merchantId: string
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
  merchantId = (await aFundedMerchant(app.db, 100_000n)).id
})
afterAll(() => app.close())

const list = async (query: object, by = ada) => (await by.call(audit.list, query)).data
const history = async (recordType: keyof typeof recordKinds, recordId: string, more: object = {}, by = ada) =>
  (await by.call(audit.recordHistory, { recordType, recordId, ...more })).data

/** Signs in with a new role that has these rights. */
async function roleWith(...permissions: GrantedPermission[]) {
  const name = `Role ${uuidv7().slice(-12)}`
  const rights = permissions.map((permission) => ({ permission, maxAmount: null }))
  const { data } = await ada.call(roles.create, { name, rights, reason })
  return await app.signIn({ role: data.role.id })
}

/** Writes audit rows about nobody's records, one a millisecond. */
async function someEntries(count: number, fields: { mode: 'PRODUCTION' | 'SANDBOX'; merchantId: string }) {
  await app.db.transaction().execute(async (t) => {
    const start = app.clock.now().getTime() - count
    for (let n = 0; n < count; n += 1) {
      await writeAudit(
        t,
        { staffId: ada.staffId, sessionId: null, mode: fields.mode, requestId: 'r', at: new Date(start + n) },
        { action: 'download.order', recordType: 'download', recordId: uuidv7(), merchantId: fields.merchantId },
      )
    }
  })
}

describe('audit page', () => {
  it('answers who changed which fields of what, when, why and from where', async () => {
    const { id } = await aMerchant(app.db, { business_name: 'Kano Foods', verified: 'ACCEPTED', status: 'ACTIVE' })
    await ada.call(merchants.changeStatus, { merchantId: id, status: 'INACTIVE', reason })
    const { totalRecords, entries } = await list({ merchantId: id })
    expect(totalRecords).toBe(1)
    expect((await list({ recordId: id.toUpperCase() })).entries).toEqual(entries)
    expect(await history('merchant', id.toUpperCase())).toEqual(await history('merchant', id))
    expect(entries).toMatchObject([
      {
        title: 'Merchant status changed',
        staffId: ada.staffId,
        staffName: expect.stringMatching(/^Adaeze /),
        mode: 'PRODUCTION',
        reason,
        recordType: 'merchant',
        recordId: id,
        recordName: 'Kano Foods',
        merchantName: 'Kano Foods',
        changes: [{ field: 'Status', from: 'Active', to: 'Inactive' }],
        summary: 'Status: Active → Inactive',
        address: '127.0.0.1',
      },
    ])
    expect(entries[0]?.requestId).toBeTruthy()
  })

  it.each([
    ['staff', () => ({ staffId: uuidv7() })],
    ['action', () => ({ action: 'merchant.approve' })],
    ['kind of record', () => ({ recordType: 'wallet' })],
    ['record', () => ({ recordId: uuidv7() })],
    ['merchant', () => ({ merchantId: uuidv7() })],
    ['mode', () => ({ mode: 'SANDBOX' })],
    ['address', () => ({ address: '192.0.2.1' })],
    ['words of the reason', () => ({ search: 'letter' })],
    ['first day', () => ({ startDate: lagosDay(new Date(Date.now() + 86_400_000)) })],
    ['last day', () => ({ endDate: lagosDay(new Date(Date.now() - 86_400_000)) })],
  ])('can be filtered by %s', async (_name, other) => {
    const { id } = await aMerchant(app.db, { verified: 'ACCEPTED', status: 'ACTIVE' })
    await ada.call(merchants.changeStatus, { merchantId: id, status: 'INACTIVE', reason })
    const own = {
      merchantId: id,
      staffId: ada.staffId,
      action: 'merchant.change-status',
      recordType: 'merchant',
      recordId: id,
    }
    const today = lagosDay(app.clock.now())
    const matching = {
      mode: 'PRODUCTION',
      address: '127.0.0.1',
      search: 'PHONE owner',
      startDate: today,
      endDate: today,
    }
    expect((await list({ ...own, ...matching })).totalRecords).toBe(1)
    expect((await list({ ...own, ...matching, ...other() })).totalRecords).toBe(0)
  })

  it('shows both modes unless one is named', async () => {
    const test = await app.signIn({ mode: 'SANDBOX' })
    const { id } = await aMerchant(app.db, { mode: 'SANDBOX', verified: 'ACCEPTED', status: 'ACTIVE' })
    await test.call(merchants.changeStatus, { merchantId: id, status: 'INACTIVE', reason })
    expect((await list({ merchantId: id })).entries.map(({ mode }) => mode)).toEqual(['SANDBOX'])
    expect((await list({ merchantId: id, mode: 'PRODUCTION' })).totalRecords).toBe(0)
  })

  it('requires another filter or at most 31 days to search the reasons', async () => {
    const days = (from: string, to: string) => ({ search: 'phone', startDate: from, endDate: to })
    const status = async (query: object) => (await ada.call(audit.list, query)).status
    expect(await status({ search: 'phone' })).toBe(400)
    expect(await status(days('2026-10-01', '2026-11-01'))).toBe(400)
    expect(await status(days('2026-10-01', '2026-10-31'))).toBe(200)
    expect(await status({ search: 'phone', merchantId })).toBe(200)
  })

  it('counts up to 1,000 and pages through them, newest first', async () => {
    const owner = await aMerchant(app.db)
    await someEntries(1001, { mode: 'PRODUCTION', merchantId: owner.id })
    const first = await list({ merchantId: owner.id, size: 600 })
    const second = await list({ merchantId: owner.id, size: 600, page: 2 })
    expect([first.totalRecords, first.isMore, first.entries.length, second.entries.length]).toEqual([
      1000,
      true,
      600,
      400,
    ])
    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(new Set(ids).size).toBe(1000)
    expect((await list({ merchantId: owner.id, size: 600, page: 3 })).entries).toEqual([])
  })

  it('names no record that the role may not read', async () => {
    const wallet = await aWallet(app.db, { id: merchantId, mode: 'PRODUCTION' })
    await ada.call(wallets.disable, { walletId: wallet.id })
    await ada.call(merchants.configure, { merchantId, autoSettlement: true })
    const reader = await roleWith('audit.read', 'merchants.read')
    const { entries } = await list({ merchantId }, reader)
    expect(new Set(entries.map(({ recordType }) => recordType))).toEqual(new Set(['merchant']))
    expect((await list({ merchantId, recordType: 'wallet' }, reader)).totalRecords).toBe(0)
    const all = await list({ merchantId })
    expect(all.entries.map(({ recordType }) => recordType)).toContain('wallet')
  })

  it('is refused without its right', async () => {
    const reader = await roleWith('merchants.read')
    expect((await reader.call(audit.list, {})).status).toBe(403)
  })
})

describe('history of a record', () => {
  it('has the audit of a merchant and of its parts, newest first, and of no other merchant', async () => {
    const other = await aFundedMerchant(app.db, 100n)
    const { id } = await aFundedMerchant(app.db, 100n)
    const rates = { below5001: 11, below50001: 25, above50000: 50, walletToWalletCharge: 10 }
    for (const merchant of [other.id, id]) {
      await ada.call(charges.update, { merchantId: merchant, type: 'transfers', data: rates })
      await ada.call(freezes.freezeMerchant, { merchantId: merchant, scope: ['CARDS'], reason })
    }
    const { totalRecords, history: entries } = await history('merchant', id)
    expect(totalRecords).toBe(2)
    expect(entries.map(({ title, summary, staffId }) => [title, summary, staffId])).toEqual([
      ['Frozen', 'Frozen: Cards; Waiting payments cancelled: No', ada.staffId],
      ['Charges changed', expect.stringContaining('Transfers below ₦5,001: '), ada.staffId],
    ])
    await ada.call(freezes.unfreezeMerchant, { merchantId: id, reason })
    const pages = await Promise.all([1, 2, 3].map((page) => history('merchant', id, { size: 1, page })))
    expect(pages.flatMap((page) => page.history.map(({ title }) => title))).toEqual([
      'Freeze lifted',
      'Frozen',
      'Charges changed',
    ])
  })

  it('has the tier upgrades of a wallet', async () => {
    const wallet = await aWallet(app.db, { id: merchantId, mode: 'PRODUCTION' }, { tier: 1 })
    const request = await aWalletUpgrade(app.db, wallet)
    await ada.call(walletUpgrades.reject, { requestId: request.id, reason })
    expect((await history('wallet', wallet.id)).history).toMatchObject([
      { title: 'Tier upgrade rejected', recordType: 'wallet_upgrade', recordId: request.id, reason },
    ])
  })

  it('has events without an operator, unless only changes are wanted', async () => {
    const records = await someRecords(app.db, 'PRODUCTION', app.clock.now())
    const id = records['transaction'] ?? ''
    const { merchant_id } = await app.db
      .selectFrom('transaction')
      .select('merchant_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await anActivity(app.db, { id, merchant_id }, { description: 'The switch accepted it' })
    const { totalRecords, history: entries } = await history('transaction', id)
    expect(totalRecords).toBeGreaterThan(0)
    expect(entries.map(({ title }) => title)).toContain('The switch accepted it')
    expect((await history('transaction', id, { only: 'CHANGES' })).totalRecords).toBe(0)
  })

  it("has a merchant's answer to a dispute, and each step of an operator once", async () => {
    const account = {
      ...(await ownAccount(app.db, merchantId)),
      mode: 'PRODUCTION' as const,
      merchantId,
      walletId: null,
    }
    const steps = ['IN_PROGRESS', 'AWAITING_FEEDBACK'] as const
    const { disputeId, collectionId } = await transact(app.db, async (t) =>
      dispute(t, account, [...steps], { staffId: await someStaff(t) }),
    )
    await transact(app.db, (t) =>
      sendMessage(
        t,
        { jobs: null, files: app.services.files },
        {
          mode: 'PRODUCTION',
          disputeId,
          by: { role: 'MERCHANT', merchantId },
          subject: 'Proof',
          message: 'It arrived',
          images: [],
          at: new Date(Date.now() + 60_000),
        },
      ),
    )
    const titles = (await history('dispute', disputeId)).history.map(({ title }) => title)
    expect(titles.filter((title) => title === 'The dispute is feedback provided')).toHaveLength(1)
    expect(titles).not.toContain('The dispute is in progress')
    const typesOf = async (by: Client) =>
      (await history('transaction', collectionId, { only: 'CHANGES' }, by)).history.map((entry) => entry.recordType)
    expect(await typesOf(ada)).toContain('dispute')
    expect(await typesOf(await roleWith('transactions.read'))).toEqual([])
    expect(await typesOf(await roleWith('transactions.read', 'disputes.read'))).toContain('dispute')
  })

  it('keeps the evidence of a KYC as it was at the decision', async () => {
    const bvn = '22123450001'
    await aBvnRecord(app.db, {
      bvn,
      first_name: 'NGOZI',
      middle_name: null,
      last_name: 'EZE',
      date_of_birth: '1990-02-01',
      registration_date: null,
      watch_listed: false,
    })
    const { id } = await aMerchant(app.db, {
      verified: 'SUBMITTED',
      bvn,
      owner_first_name: 'Ngozi',
      owner_last_name: 'Eze',
      owner_date_of_birth: '1990-02-01',
    })
    await aDirector(app.db, id, { first_name: 'Ngozi', last_name: 'Eze' })
    await ada.call(merchants.approve, { merchantId: id })
    await app.db.updateTable('director').set({ first_name: 'Musa' }).where('merchant_id', '=', id).execute()
    const [entry] = (await history('merchant', id)).history
    const expected = [
      ["Owner's name, submitted", 'Ngozi Eze'],
      ["Owner's name, BVN register", 'NGOZI EZE'],
      ['Date of birth matches the register', 'Yes'],
      ['On the watch list', 'No'],
      ['Directors', 'Ngozi Eze'],
    ]
    expect(entry?.changes.map(({ field, to }) => [field, to])).toEqual(expect.arrayContaining(expected))
    const { merchant } = (await ada.call(merchants.info, { merchantId: id })).data
    expect(merchant.decision?.evidence?.map(({ item, value }) => [item, value])).toEqual(
      expect.arrayContaining(expected),
    )
  })

  it('is a 404 for a record of the other mode, for one that the role may not read, and for none', async () => {
    const sandbox = await aMerchant(app.db, { mode: 'SANDBOX' })
    const reader = await roleWith('wallets.read')
    const status = async (by: Client, recordType: keyof typeof recordKinds, recordId: string) =>
      (await by.call(audit.recordHistory, { recordType, recordId })).status
    expect(await status(ada, 'merchant', merchantId)).toBe(200)
    expect(await status(ada, 'merchant', sandbox.id)).toBe(404)
    expect(await status(reader, 'merchant', merchantId)).toBe(404)
    expect(await status(ada, 'merchant', uuidv7())).toBe(404)
    expect(await status(ada, 'merchant', 'not an id')).toBe(404)
    expect(await status(ada, 'payout-log', 'all')).toBe(404)
  })
})

describe('record kinds', () => {
  it('name each record of the audit that still exists', async () => {
    const records = await someRecords(app.db, 'SANDBOX', app.clock.now())
    const wanted = [
      { record_type: 'merchant', record_id: records['merchant'] ?? '' },
      { record_type: 'settlement', record_id: records['settlement'] ?? '' },
      { record_type: 'lien', record_id: records['lien'] ?? '' },
      { record_type: 'staff', record_id: ada.staffId },
      { record_type: 'role', record_id: 'ADMIN' },
      { record_type: 'transfer_route', record_id: 'SANDBOX' },
      { record_type: 'staff', record_id: 'unknown' },
      { record_type: 'merchant', record_id: uuidv7() },
    ]
    const named = await nameRecords(app.db, wanted)
    const names = wanted.map(({ record_type, record_id }) => named.get(`${record_type} ${record_id}`)?.name)
    expect(names.slice(0, 6).every((name) => name)).toBe(true)
    expect(names.slice(6)).toEqual([undefined, undefined])
  })

  it('know every kind and action that the audit holds', async () => {
    const { rows } = await sql<{ record_type: string }>`select distinct record_type from audit`.execute(app.db)
    expect(rows.filter(({ record_type }) => !(record_type in recordKinds))).toEqual([])
  })

  it('reject a change whose fields before and after differ', async () => {
    const by = { staffId: null, sessionId: null, mode: null, requestId: 'r', at: new Date() }
    const entry = { action: 'role.update', recordType: 'role', recordId: 'ADMIN' } as const
    await expect(writeAudit(app.db, by, { ...entry, before: { name: 'A' }, after: { about: 'B' } })).rejects.toThrow(
      'has no value of name before or after',
    )
  })
})
