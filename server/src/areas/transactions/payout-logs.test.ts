import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, anActivity, aPayoutLog, aTransaction } from '../../testing/factories.ts'

const { logs, overview } = contract.transactions

let app: TestApp
let ada: Client
let payout: { id: string; merchant_id: string }

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  const merchant = await aMerchant(app.db)
  payout = await aTransaction(app.db, merchant)
  const other = await aTransaction(app.db, merchant)
  await aPayoutLog(app.db, payout, { category: 'SESSION_INIT', created_at: '2026-11-19T22:59:59.999Z' })
  await aPayoutLog(app.db, payout, {
    category: 'TRANSFER_INIT',
    created_at: '2026-11-19T23:00:00.000Z',
    response_code: '00',
    request: JSON.stringify({ sessionId: '000023', account: '0123456785' }),
    response: JSON.stringify({ responseCode: '00', names: ['OKAFOR'] }),
  })
  await aPayoutLog(app.db, payout, { category: 'FUND_SUCCESS', created_at: '2026-11-20T22:59:59.999Z' })
  await aPayoutLog(app.db, payout, { category: 'TRANSFER_WEBHOOK', created_at: '2026-11-20T23:00:00.000Z' })
  await aPayoutLog(app.db, other, { category: 'TRANSFER_WEBHOOK' })
})

afterAll(() => app.close())

const steps = (reply: { data: { logs: { category: string }[] } }) => reply.data.logs.map((row) => row.category)

it('API-62 TXDETAIL-09 lists the provider logs of a transaction, newest first, with request and response', async () => {
  const reply = await ada.call(logs, { transactionId: payout.id })
  expect(reply.data.totalRecords).toBe(4)
  expect(steps(reply)).toEqual(['TRANSFER_WEBHOOK', 'FUND_SUCCESS', 'TRANSFER_INIT', 'SESSION_INIT'])
  expect(reply.data.logs[2]).toEqual({
    id: expect.any(String),
    createdAt: '2026-11-19T23:00:00.000Z',
    category: 'TRANSFER_INIT',
    responseCode: '00',
    responseText: 'Approved',
    request: { sessionId: '000023', account: '0123456785' },
    response: { responseCode: '00', names: ['OKAFOR'] },
  })
  expect(reply.data.logs[3]).toMatchObject({ responseCode: null, request: null, response: null })
})

it('API-62 pages the logs and filters by whole days in Lagos', async () => {
  const page = await ada.call(logs, { transactionId: payout.id, page: 2, size: 3 })
  expect(page.data.totalRecords).toBe(4)
  expect(steps(page)).toEqual(['SESSION_INIT'])
  const onDay = await ada.call(logs, { transactionId: payout.id, startDate: '2026-11-20', endDate: '2026-11-20' })
  expect(steps(onDay)).toEqual(['FUND_SUCCESS', 'TRANSFER_INIT'])
  const never = await ada.call(logs, { transactionId: payout.id, startDate: '2026-11-21', endDate: '2026-11-20' })
  expect(never.data).toEqual({ totalRecords: 0, logs: [] })
})

it('FILTER-60 filters logs by category in any spelling', async () => {
  for (const category of ['FUND_SUCCESS', 'fund success']) {
    const reply = await ada.call(logs, { transactionId: payout.id, category })
    expect(steps(reply)).toEqual(['FUND_SUCCESS'])
    expect(reply.data.totalRecords).toBe(1)
  }
  expect((await ada.call(logs, { transactionId: payout.id, category: 'REFUND' })).status).toBe(400)
})

it('API-63 TXDETAIL-06 returns the steps in chronological order, and steps of one instant in logical order', async () => {
  const at = '2026-11-20T13:32:06.022Z'
  const webhook = { category: 'TRANSFER_WEBHOOK', completed: false, description: 'Attempt 2 of 7 got 502' }
  await anActivity(app.db, payout, { ...webhook, created_at: at })
  await anActivity(app.db, payout, { category: 'TRANSFER_SUCCESSFUL', created_at: at })
  await anActivity(app.db, payout, { category: 'FUND_SUCCESS', created_at: at })
  await anActivity(app.db, payout, { category: 'SESSION_INIT', created_at: '2026-11-20T13:32:05.114Z' })
  const reply = await ada.call(overview, { transactionId: payout.id })
  expect(reply.data.overview.map((step) => step.category)).toEqual([
    'SESSION_INIT',
    'FUND_SUCCESS',
    'TRANSFER_SUCCESSFUL',
    'TRANSFER_WEBHOOK',
  ])
  expect(reply.data.overview[3]).toEqual({ id: expect.any(String), ...webhook, createdAt: at })
})

it('TXDETAIL-06 returns each step once with its latest text and time', async () => {
  const transaction = await aTransaction(app.db, { id: payout.merchant_id, mode: 'PRODUCTION' })
  const status = { category: 'TRANSACTION_STATUS', completed: true }
  await anActivity(app.db, transaction, { category: 'SESSION_INIT', created_at: '2026-11-20T13:00:00.000Z' })
  for (const [minute, description] of ['In progress', 'In progress, once more', 'Approved'].entries()) {
    const created_at = `2026-11-20T13:0${minute + 1}:00.000Z`
    await anActivity(app.db, transaction, { ...status, description, created_at })
  }
  await anActivity(app.db, transaction, { category: 'FUND_SUCCESS', created_at: '2026-11-20T13:02:30.000Z' })
  const reply = await ada.call(overview, { transactionId: transaction.id })
  expect(reply.data.overview.map((step) => step.category)).toEqual([
    'SESSION_INIT',
    'FUND_SUCCESS',
    'TRANSACTION_STATUS',
  ])
  expect(reply.data.overview[2]).toMatchObject({ description: 'Approved', createdAt: '2026-11-20T13:03:00.000Z' })
})

it.each(['activity', 'payout_log'])('rejects updating, deleting and truncating rows of %s', async (table) => {
  const { pool } = app.database
  await anActivity(app.db, await aTransaction(app.db, { id: payout.merchant_id, mode: 'PRODUCTION' }))
  const held = await pool.query(`select * from ${table} order by id`)
  expect(held.rowCount).toBeGreaterThan(0)
  for (const statement of [
    `update ${table} set category = 'REFUND'`,
    `update ${table} set category = category where false`,
    `delete from ${table}`,
    `truncate ${table}`,
    `grant update, delete on ${table} to current_user; delete from ${table}`,
    `insert into ${table} select * from ${table} on conflict (id) do update set category = 'REFUND'`,
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow(/never changed or deleted|permission denied/)
  }
  expect((await pool.query(`select * from ${table} order by id`)).rows).toEqual(held.rows)
})

it('API-62 API-63 returns 404 for a transaction of the other mode', async () => {
  const tester = await app.signIn({ mode: 'SANDBOX' })
  for (const call of [logs, overview]) {
    expect((await tester.call(call, { transactionId: payout.id })).status).toBe(404)
    expect((await ada.call(call, { transactionId: 'nobody' })).status).toBe(404)
  }
})
