import { contract } from '@kobo/contract'
import { lagosDay } from '@kobo/contract/kit/day'
import { naira } from '@kobo/contract/kit/naira'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { settleMerchant } from '../../engine/settlements/settle-merchants.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { paidByCard, acquirerPays } from '../../testing/card-payments.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { aSharedNumber, aSubaccount, paidOnNumber } from '../../testing/subaccounts.ts'

const { list, transactions, resend, card } = contract.settlements

let app: TestApp
let ada: Client
let merchant: { id: string; mode: string }
let partner: string
let sandboxSettlement: string
let startDay: string
const created: Record<string, string> = {}

/** Days on which this file ran: one, unless it ran past midnight. */
const days = () => ({ startDate: startDay, endDate: lagosDay(app.clock.now()) })

async function settle(payer: { id: string }): Promise<string> {
  const [id] = await transact(app.db, (t) => settleMerchant(t, app.services.jobs, payer.id, { at: app.clock.now() }))
  if (id === undefined) throw new Error('Nothing was settled')
  await eventually(async () => (await statusOf(id)) !== 'PENDING')
  return id
}

async function statusOf(id: string) {
  return (await app.db.selectFrom('settlement').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
}

function bank(owner: { id: string }, account_number: string) {
  const values = {
    merchant_id: owner.id,
    bank_code: '058',
    bank_name: 'GTBank',
    account_number,
    account_name: 'Kola',
  }
  return app.db
    .insertInto('settlement_account')
    .values(values)
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ account_number }))
    .execute()
}

beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn()
  startDay = lagosDay(app.clock.now())
  merchant = await aFundedMerchant(app.db, 500_000n)
  await bank(merchant, '0123456957')
  created['failed'] = await settle(merchant)
  partner = await transact(app.db, (t) => aSubaccount(t, merchant, { type: 'FLAT', value: 100_000n }))
  await transact(app.db, async (t) => {
    const accountNumber = await aSharedNumber(t, merchant, [partner])
    await paidOnNumber(t, app.services.jobs, merchant, { accountNumber, amountKobo: 100_000n })
  })
  created['shared'] = await settle(merchant)
  const sandbox = await aFundedMerchant(app.db, 500_000n, 'SANDBOX')
  sandboxSettlement = await settle(sandbox)
})
afterAll(() => app.close())

describe('list of settlements', () => {
  it('SETTLE-05 API-68 lists settlements newest first with recipient and failure reason', async () => {
    const { data } = await ada.call(list, {})
    expect(data.totalRecords).toBe(2)
    const stored = await app.db.selectFrom('settlement').select(['id', 'created_at']).execute()
    const createdAt = (id: string | undefined) => stored.find((row) => row.id === id)?.created_at
    expect(data.settlements).toMatchObject([
      {
        id: created['shared'],
        createdAt: createdAt(created['shared']),
        // What remains of ₦1,000 after a charge of ₦5 with VAT.
        amount: 994.62,
        status: 'SUCCESSFUL',
        category: 'SUBACCOUNT_SETTLEMENT',
        subAccount: { id: partner, name: 'Kernel Supplies' },
        merchant: { id: merchant.id },
        reason: null,
      },
      {
        id: created['failed'],
        createdAt: createdAt(created['failed']),
        amount: 5000,
        status: 'FAILED',
        category: 'MERCHANT_SETTLEMENT',
        subAccount: null,
        reason: expect.stringContaining('rejected it'),
      },
    ])
  })

  it.each([
    ['subaccountId', () => ({ subaccountId: partner }), ['shared']],
    ['an ID that is no subaccount', () => ({ subaccountId: merchant.id }), []],
    ['status', () => ({ status: 'FAILED' }), ['failed']],
    ['status in lower case', () => ({ status: 'successful' }), ['shared']],
    ['the status of transactions', () => ({ status: 'success' }), ['shared']],
    ['category', () => ({ category: 'MERCHANT_SETTLEMENT' }), ['failed']],
    ['days', () => ({ startDate: '2020-01-01', endDate: '2020-01-02' }), []],
    ['start date', () => ({ startDate: '2020-01-01' }), ['shared', 'failed']],
    ['the days of their creation', days, ['shared', 'failed']],
    ['a later start date', () => ({ startDate: '2100-01-01' }), []],
  ])('SETTLE-10 FILTER-29 API-68 filters settlements by %s', async (_, query, names) => {
    const { data } = await ada.call(list, query())
    expect(data.settlements.map(({ id }) => id)).toEqual(names.map((name) => created[name]))
    expect(data.totalRecords).toBe(names.length)
  })

  it('SETTLE-08 finds settlements by merchant, subaccount, attempt reference, and collection reference or session ID', async () => {
    const found = async (search: string) => {
      const { data } = await ada.call(list, { search })
      expect(data.totalRecords).toBe(data.settlements.length)
      return data.settlements.map(({ id }) => id)
    }
    const both = [created['shared'], created['failed']]
    expect(await found('kernel supp')).toEqual([created['shared']])
    const { data } = await ada.call(list, {})
    const [shared] = data.settlements
    expect(await found(shared?.merchant?.businessName ?? '')).toEqual(both)
    expect(await found((shared?.reference ?? '').toLowerCase())).toEqual([created['shared']])
    const paid = await ada.call(transactions, { settlementId: created['shared'] ?? '' })
    const collection = paid.data.transactions[0]?.reference ?? ''
    expect(await found(collection)).toContain(created['shared'])
    expect(await found(collection.replace(/^COL-/, ''))).toContain(created['shared'])
    for (const none of ['nobody at all', '999999', '%', "' or true --"]) expect(await found(none)).toEqual([])
  })

  it('API-68 rejects an unknown status', async () => {
    expect((await ada.call(list, { status: 'DONE' })).status).toBe(400)
  })

  it('SETTLE-09 FILTER-30 API-66 lists the collections of a settlement with sums', async () => {
    const settlementId = created['shared'] ?? ''
    const { data } = await ada.call(transactions, { settlementId })
    expect(data).toMatchObject({ totalRecords: 1, settlement: { id: settlementId } })
    const [one] = data.transactions
    expect(one).toMatchObject({ amount: 1000, status: 'SUCCESS', accountName: 'Kola Nut' })
    expect((one?.charges ?? 0) + (one?.settledAmount ?? 0)).toBeCloseTo(1000, 2)
    expect(one?.otherShares).toBe((await sharedKobo(settlementId)) / 100)
    expect(data.sums).toEqual({
      amount: one?.amount,
      charges: one?.charges,
      otherShares: one?.otherShares,
      deductions: 0,
      settledAmount: one?.settledAmount,
    })
    expect((await ada.call(transactions, { settlementId, ...days() })).data).toEqual(data)
    for (const others of [{ startDate: '2020-01-01', endDate: '2020-01-02' }, { startDate: '2100-01-01' }])
      expect((await ada.call(transactions, { settlementId, ...others })).data.transactions).toEqual([])
    expect((await ada.call(transactions, { settlementId: sandboxSettlement })).status).toBe(404)
  })
})

/** Amount that a settlement's collections brought to accounts that it does not pay out, from the ledger. */
async function sharedKobo(settlementId: string): Promise<number> {
  const { rows } = await sql<{ kobo: string }>`
    select coalesce(sum(entry.amount_kobo), 0) as kobo
    from settlement_item as item join transfer on transfer.transaction_id = item.transaction_id and kind = 'COLLECTION'
    join entry on entry.transfer_id = transfer.id and entry.transaction_id = item.transaction_id
    where item.settlement_id = ${settlementId} and entry.account_id <> item.account_id`.execute(app.db)
  return Number(rows[0]?.kobo)
}

it('SETTLE-09 balances amount, charges, other shares and deductions with the settled amount', async () => {
  const seller = await aFundedMerchant(app.db, 500_000n)
  await bank(seller, '0123456900')
  const shop = await transact(app.db, (t) => aSubaccount(t, seller, { type: 'PERCENTAGE', value: 3000n }))
  await transact(app.db, async (t) => {
    const accountNumber = await aSharedNumber(t, seller, [shop])
    await paidOnNumber(t, app.services.jobs, seller, { accountNumber, amountKobo: 700_000n })
  })
  const settlementIds = await transact(app.db, (t) =>
    settleMerchant(t, app.services.jobs, seller.id, { at: app.clock.now() }),
  )
  expect(settlementIds).toHaveLength(2)
  for (const settlementId of settlementIds) {
    const { data } = await ada.call(transactions, { settlementId })
    expect(data.transactions.length).toBeGreaterThan(0)
    for (const row of [...data.transactions, data.sums ?? undefined]) {
      const net = (row?.amount ?? 0) - (row?.charges ?? 0) - (row?.otherShares ?? 0) - (row?.deductions ?? 0)
      expect(net).toBeCloseTo(row?.settledAmount ?? -1, 2)
    }
    const shared = await sharedKobo(settlementId)
    expect(shared).toBeGreaterThan(0)
    expect(data.sums?.otherShares).toBe(shared / 100)
  }
})

describe('transaction page', () => {
  const info = contract.transactions.info

  it('returns the shares of a collection with their settlements', async () => {
    const settlementId = created['shared'] ?? ''
    const [collection] = (await ada.call(transactions, { settlementId })).data.transactions
    const { data } = await ada.call(info, { transactionId: collection?.id ?? '' })
    const [share, rest] = data.transaction.takers ?? []
    // The share takes all of it, so nothing is left for the merchant.
    expect(rest).toBeUndefined()
    expect(share).toMatchObject({
      subAccount: { id: partner, name: 'Kernel Supplies' },
      splitType: 'FLAT',
      splitValue: 1000,
      amount: collection?.settledAmount,
      state: 'SETTLED',
      settlement: { id: settlementId, status: 'SUCCESSFUL' },
    })
    expect(data.transaction.settlementId).toBeUndefined()
  })

  it('returns the settlement of a settlement transaction', async () => {
    const { data } = await ada.call(list, { status: 'SUCCESSFUL' })
    const transactionId = data.settlements[0]?.transactionId ?? ''
    const reply = await ada.call(info, { transactionId })
    expect(reply.data.transaction.settlementId).toBe(data.settlements[0]?.id)
    expect(reply.data.transaction.takers).toBeUndefined()
  })
})

describe('retry of a settlement', () => {
  it('SETTLE-04 API-69 retries a failed settlement once under concurrent calls', async () => {
    const settlementId = created['failed'] ?? ''
    await bank(merchant, '0123456900')
    // Replaces the cost of the sub-account's settlement, which was debited meanwhile.
    await transact(app.db, async (t) => {
      const accountNumber = await aSharedNumber(t, merchant, [])
      await paidOnNumber(t, app.services.jobs, merchant, { accountNumber, amountKobo: 100_000n })
    })
    const replies = await Promise.all([1, 2].map(() => ada.call(resend, { settlementId, retry: true })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await eventually(async () => (await statusOf(settlementId)) === 'SUCCESSFUL')
    const repeated = await ada.call(resend, { settlementId, retry: true })
    expect(repeated).toMatchObject({ status: 409, message: 'Only failed settlements can be retried' })
  })

  it('SETTLE-06 rejects a retry and shows the blocker when the merchant has no settlement account', async () => {
    const unbanked = await aFundedMerchant(app.db, 500_000n)
    const settlementId = await settle(unbanked)
    const reply = await ada.call(resend, { settlementId, retry: true })
    const blocker = 'The merchant must provide a settlement account with its KYC details before this can be paid'
    expect(reply).toMatchObject({ status: 422, message: blocker })
    const { data } = await ada.call(list, {})
    expect(data.settlements.find(({ id }) => id === settlementId)).toMatchObject({
      status: 'FAILED',
      retryBlocker: blocker,
    })
    await bank(unbanked, '0123456900')
    expect((await ada.call(resend, { settlementId, retry: true })).status).toBe(200)
  })

  it('API-69 rejects a retry of the other mode, by an auditor, or without the retry flag', async () => {
    expect((await ada.call(resend, { settlementId: sandboxSettlement, retry: true })).status).toBe(404)
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect((await auditor.call(resend, { settlementId: sandboxSettlement, retry: true })).status).toBe(403)
    const withoutFlag = await ada.call(
      resend,
      { settlementId: created['failed'] ?? '', retry: true },
      { rawBody: '{}' },
    )
    expect(withoutFlag.status).toBe(400)
  })
})

it('API-86 settles card collections that the acquirer has settled, within the given days', async () => {
  const seller = await aFundedMerchant(app.db, 100_000n)
  const own = { id: '', mode: 'PRODUCTION', merchantId: seller.id, walletId: null, kind: 'MERCHANT' } as const
  const now = app.clock.now()
  const [older, newer] = await transact(app.db, async (t) => [
    await paidByCard(t, own, new Date(now.getTime() - 48 * 3_600_000)),
    await paidByCard(t, own, now),
  ])
  const query = { merchantId: seller.id }
  expect((await ada.call(card, query)).data.settlements).toEqual([])
  await transact(app.db, (t) => acquirerPays(t, [older, newer], now))
  for (const others of [{ endDate: '2020-01-01' }, { startDate: '2100-01-01' }])
    expect((await ada.call(card, { ...query, ...others })).data.settlements).toEqual([])
  const today = lagosDay(now)
  for (const [range, row] of [
    [{ startDate: today, endDate: today }, newer],
    [{}, older],
  ] as const) {
    const { data, message } = await ada.call(card, { ...query, ...range })
    expect(message).toBe('1 settlement started')
    const paid = (await ada.call(transactions, { settlementId: data.settlements[0] ?? '' })).data
    expect(paid.transactions.map(({ id }) => id)).toEqual([row.id])
    expect(paid.settlement?.amount).toBe(naira(row.amount_kobo - row.fee_kobo - row.vat_kobo))
  }
  expect((await ada.call(card, query)).data.settlements).toEqual([])
})
