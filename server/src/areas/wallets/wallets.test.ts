import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldAll } from '../../ledger/fold.ts'
import { hold } from '../../ledger/ledger.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aChild } from '../../testing/child-accounts.ts'
import { aMerchant, aTransaction, aWallet, aWalletAccount } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { wallets } = contract
const bvn = '22987654321'
const nin = '70498765432'

let app: TestApp
let ada: Client
let danfo: { id: string; mode: string }

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  danfo = await aMerchant(app.db, { business_name: 'Danfo Express Logistics' })
})
afterAll(() => app.close())

const fresh = (fields: Parameters<typeof aWallet>[2] = {}) => aWallet(app.db, danfo, fields)
const read = async (walletId: string) => (await ada.call(wallets.info, { walletId })).data.wallet
const audit = (id: string) => app.db.selectFrom('audit').selectAll().where('record_id', '=', id).execute()

describe('list of wallets', () => {
  it('API-88 WALLET-19 WALLET-01 returns all fields, newest first, with totals', async () => {
    const sasha = await app.signIn({ mode: 'SANDBOX' })
    const merchant = await aMerchant(app.db, { mode: 'SANDBOX', business_name: 'Eko Bakery' })
    const older = await aWallet(app.db, merchant, {
      created_at: '2026-01-05T10:00:00.000Z',
      account_name: 'Bisi Alabi',
    })
    const newer = await aWallet(app.db, merchant, {
      created_at: '2026-02-05T10:00:00.000Z',
      account_name: 'Chidi Okafor',
      tier: 2,
      status: 'PENDING',
    })
    const { account_number } = await aWalletAccount(app.db, newer)
    const { data } = await sasha.call(wallets.list, {})
    expect(data).toEqual({
      totalRecords: 2,
      totalTransactions: 0,
      wallets: [
        {
          id: newer.id,
          createdAt: '2026-02-05T10:00:00.000Z',
          accountName: 'Chidi Okafor',
          accountNumber: account_number,
          bankName: 'Providus Bank',
          tier: 2,
          status: 'PENDING',
          isFrozen: false,
          merchant: { id: merchant.id, businessName: 'Eko Bakery' },
        },
        expect.objectContaining({ id: older.id, accountNumber: null }),
      ],
    })
    // Transactions of wallets are counted immediately, those of merchants are not, and folding changes nothing.
    for (const holder of [newer, newer, merchant]) await aTransaction(app.db, holder)
    expect((await sasha.call(wallets.list, {})).data.totalTransactions).toBe(2)
    await foldAll(app.db)
    await aTransaction(app.db, older)
    expect((await sasha.call(wallets.list, { status: 'INACTIVE' })).data).toEqual({
      totalRecords: 0,
      totalTransactions: 3,
      wallets: [],
    })
    expect((await sasha.call(wallets.list, { page: 2, size: 1 })).data).toMatchObject({
      totalRecords: 2,
      wallets: [{ id: older.id }],
    })
    expect((await sasha.call(wallets.list, { page: 9 })).data).toMatchObject({ totalRecords: 2, wallets: [] })
  })

  it('FILTER-15 WALLET-18 filters wallets by status, tier, account number, merchant and wallet', async () => {
    const merchant = await aMerchant(app.db)
    const one = await aWallet(app.db, merchant, { tier: 1, status: 'ACTIVE' })
    const two = await aWallet(app.db, merchant, { tier: 2, status: 'INACTIVE' })
    const three = await aWallet(app.db, merchant, { tier: 3, status: 'PENDING' })
    await aWalletAccount(app.db, one, { account_number: '9911000001' })
    await aWalletAccount(app.db, two, { account_number: '9911000002' })
    await aWalletAccount(app.db, three, { account_number: '9912000003' })
    const found = async (query: Parameters<typeof ada.call<typeof wallets.list>>[1]) => {
      const { data } = await ada.call(wallets.list, query)
      expect(data.totalRecords).toBe(data.wallets.length)
      return data.wallets.map(({ id }) => id).toSorted()
    }
    const ids = (...rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()
    const merchantId = merchant.id
    expect(await found({ merchantId })).toEqual(ids(one, two, three))
    expect(await found({ merchantId, status: 'ACTIVE' })).toEqual(ids(one))
    expect(await found({ merchantId, status: 'INACTIVE' })).toEqual(ids(two))
    expect(await found({ merchantId, status: 'PENDING' })).toEqual(ids(three))
    expect(await found({ merchantId, tier: '2' })).toEqual(ids(two))
    expect(await found({ merchantId, tier: '3', status: 'ACTIVE' })).toEqual([])
    expect(await found({ walletId: two.id })).toEqual(ids(two))
    expect(await found({ accountNumber: '9911000001' })).toEqual(ids(one))
    expect(await found({ accountNumber: '9911' })).toEqual(ids(one, two))
    expect(await found({ accountNumber: '991' })).toEqual(ids(one, two, three))
    for (const accountNumber of ['9', '%', '99110000011', 'abc']) {
      const some = await found({ accountNumber, merchantId })
      expect(some, accountNumber).toEqual(accountNumber === '9' ? ids(one, two, three) : [])
    }
    expect(await ada.call(wallets.list, {}, { rawQuery: 'tier=4' })).toMatchObject({ status: 400 })
  })

  it('API-88 returns no wallet for an ID of the other mode or a malformed one', async () => {
    const merchant = await aMerchant(app.db, { mode: 'SANDBOX' })
    const wallet = await aWallet(app.db, merchant)
    for (const query of [
      { merchantId: merchant.id },
      { walletId: wallet.id },
      { merchantId: 'x' },
      { walletId: 'x' },
    ]) {
      expect((await ada.call(wallets.list, query)).data).toMatchObject({ totalRecords: 0, wallets: [] })
    }
  })
})

describe('wallet', () => {
  it('API-89 WALLET-19 returns all fields with masked numbers and the used part of the limits', async () => {
    const wallet = await fresh({
      account_name: 'Ngozi Bello',
      created_at: '2026-02-05T10:00:00.000Z',
      tier: 2,
      email: 'ngozi@mail.example',
      phone_number: '+2348035550142',
      date_of_birth: '1992-04-05',
      bvn,
      nin,
      address: '4 Allen Avenue',
      city: 'Ikeja',
      state: 'Lagos',
    })
    const account = await aWalletAccount(app.db, wallet, { booked_kobo: 150_050n, available_kobo: 100_050n })
    const child = await aChild(app.db, { merchant: danfo, walletId: wallet.id })
    await app.db
      .updateTable('account')
      .set({ booked_kobo: 20_050n, available_kobo: 20_050n })
      .where('id', '=', child.id)
      .execute()
    const day = { account_id: account.id, day: lagosToday(), debited_kobo: 50_025n }
    await app.db
      .insertInto('wallet_day')
      .values([day, { ...day, day: '2020-01-01' }])
      .execute()
    expect(await read(wallet.id)).toEqual({
      id: wallet.id,
      createdAt: '2026-02-05T10:00:00.000Z',
      accountName: 'Ngozi Bello',
      accountNumber: account.account_number,
      bankName: 'Providus Bank',
      tier: 2,
      status: 'ACTIVE',
      isFrozen: false,
      merchant: { id: danfo.id, businessName: 'Danfo Express Logistics' },
      availableBalance: 1000.5,
      bookedBalance: 1500.5,
      email: 'ngozi@mail.example',
      phoneNumber: '+2348035550142',
      dateOfBirth: '1992-04-05',
      bvn: '2298*******',
      nin: '7049*******',
      address: '4 Allen Avenue',
      city: 'Ikeja',
      state: 'Lagos',
      postNoDebit: false,
      limits: { dailyDebit: 200_000, debitedToday: 500.25, balance: 500_000, held: 1701 },
    })
  })

  it('API-89 blocks debits while IDs are missing, and has no balance limit in tier 3', async () => {
    const bare = await read((await fresh({ bvn: null })).id)
    expect(bare).toMatchObject({ postNoDebit: true, bvn: null, nin: null, availableBalance: 0 })
    expect(bare.limits).toEqual({ dailyDebit: 50_000, debitedToday: 0, balance: 300_000, held: 0 })
    const third = await read((await fresh({ tier: 3, bvn })).id)
    expect(third).toMatchObject({ postNoDebit: true, limits: { dailyDebit: 5_000_000, balance: null } })
    expect(await read((await fresh({ tier: 3, bvn, nin })).id)).toMatchObject({ postNoDebit: false })
  })

  it('API-93 API-94 WALLET-16 C-20 disables and enables a wallet, each with an audit row', async () => {
    const { id: walletId } = await fresh({ account_name: 'Chidi Okafor' })
    expect(await ada.call(wallets.disable, { walletId })).toMatchObject({
      status: 200,
      message: 'The wallet of Chidi Okafor was disabled',
    })
    expect((await read(walletId)).status).toBe('INACTIVE')
    expect(await ada.call(wallets.disable, { walletId })).toMatchObject({
      status: 409,
      message: 'The wallet of Chidi Okafor is already disabled',
    })
    expect(await ada.call(wallets.enable, { walletId })).toMatchObject({
      status: 200,
      message: 'The wallet of Chidi Okafor was enabled',
    })
    expect(await ada.call(wallets.enable, { walletId })).toMatchObject({
      status: 409,
      message: 'The wallet of Chidi Okafor is already active',
    })
    expect((await read(walletId)).status).toBe('ACTIVE')
    expect(await audit(walletId)).toMatchObject([
      { action: 'wallet.disable', staff_id: ada.staffId, before: { status: 'ACTIVE' }, after: { status: 'INACTIVE' } },
      { action: 'wallet.enable', before: { status: 'INACTIVE' }, after: { status: 'ACTIVE' } },
    ])
  })

  it('WALLET-16 disables a wallet once under concurrent calls', async () => {
    const wallet = await fresh()
    await aWalletAccount(app.db, wallet)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => ada.call(wallets.disable, { walletId: wallet.id })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(await audit(wallet.id)).toHaveLength(1)
  })

  it('WALLET-16 waits for a debit in progress before it disables a wallet, and rejects later debits', async () => {
    const wallet = await fresh()
    const { id: accountId } = await aWalletAccount(app.db, wallet, { booked_kobo: 1000n, available_kobo: 1000n })
    const debit = { accountId, merchantId: danfo.id, amountKobo: 10n, at: app.clock.now() }
    const first = await app.db.startTransaction().execute()
    await hold(first, { ...debit, transactionId: uuidv7() })
    let hasResponded = false
    const disabling = ada.call(wallets.disable, { walletId: wallet.id }).finally(() => {
      hasResponded = true
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(hasResponded).toBe(false)
    await first.commit().execute()
    expect((await disabling).status).toBe(200)
    const second = app.db.transaction().execute((db) => hold(db, { ...debit, transactionId: uuidv7() }))
    await expect(second).rejects.toMatchObject({ code: 'wallet_disabled' })
  })

  it('returns 404 for a wallet of the other mode and rejects changes by an auditor', async () => {
    const other = await aWallet(app.db, await aMerchant(app.db, { mode: 'SANDBOX' }))
    const details = { field: 'bvn', reason: 'Holder called' } as const
    for (const walletId of [uuidv7(), 'x', other.id]) {
      expect((await ada.call(wallets.info, { walletId })).status).toBe(404)
      expect((await ada.call(wallets.enable, { walletId })).status).toBe(404)
      expect((await ada.call(wallets.disable, { walletId })).status).toBe(404)
      expect((await ada.call(wallets.reveal, { walletId, ...details })).status).toBe(404)
    }
    const auditor = await app.signIn({ role: 'AUDITOR' })
    const { id: walletId } = await fresh()
    expect((await auditor.call(wallets.info, { walletId })).status).toBe(200)
    expect((await auditor.call(wallets.disable, { walletId })).status).toBe(403)
    expect((await auditor.call(wallets.reveal, { walletId, ...details })).status).toBe(403)
  })
})

describe('personal numbers', () => {
  it('reveals a number for a reason and audits the operator without the number', async () => {
    const { id: walletId } = await fresh({ account_name: 'Ngozi Bello', bvn, nin })
    const first = await ada.call(wallets.reveal, { walletId, field: 'bvn', reason: 'The holder asks by telephone' })
    expect(first).toMatchObject({ status: 200, message: 'The BVN of Ngozi Bello is shown', data: { value: bvn } })
    const second = await ada.call(wallets.reveal, { walletId, field: 'nin', reason: 'The same' })
    expect(second.data.value).toBe(nin)
    const rows = await audit(walletId)
    expect(rows).toMatchObject([
      {
        action: 'wallet.reveal',
        staff_id: ada.staffId,
        after: { field: 'bvn' },
        reason: 'The holder asks by telephone',
      },
      { action: 'wallet.reveal', after: { field: 'nin' }, reason: 'The same' },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/22987654321|70498765432/)
  })

  it('rejects revealing a number without a reason', async () => {
    const { id: walletId } = await fresh({ bvn })
    const reply = await ada.call(wallets.reveal, { walletId, field: 'bvn', reason: ' ' })
    expect(reply).toMatchObject({ status: 400, fields: { reason: 'Reason is required' } })
    expect(await audit(walletId)).toEqual([])
  })

  it('returns null for a missing number and audits the request', async () => {
    const { id: walletId } = await fresh({ account_name: 'Chidi Okafor', bvn, nin: null })
    expect(await ada.call(wallets.reveal, { walletId, field: 'nin', reason: 'Look' })).toMatchObject({
      message: 'Chidi Okafor has not provided a NIN',
      data: { value: null },
    })
    expect(await audit(walletId)).toHaveLength(1)
  })

  it('stores a revealed number nowhere and audits each repeated call', async () => {
    const { id: walletId } = await fresh({ bvn })
    const headers = { 'idempotency-key': uuidv7() }
    for (let round = 1; round <= 2; round++) {
      const reply = await ada.call(wallets.reveal, { walletId, field: 'bvn', reason: 'Look' }, { headers })
      expect(reply.data.value).toBe(bvn)
      expect(reply.headers.get('idempotency-replayed')).toBeNull()
      expect(await audit(walletId)).toHaveLength(round)
    }
    const stored = await app.db.selectFrom('idempotency').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(bvn)
  })
})

function lagosToday(): string {
  return new Date(app.clock.now().getTime() + 3_600_000).toISOString().slice(0, 10)
}
