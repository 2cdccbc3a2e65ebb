import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyWebhook } from '../../rails/webhooks.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, aPayout, eventually, withEndpoint } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { resendWebhook } = contract.transactions

let app: TestApp
beforeAll(async () => {
  app = await startApp({ rails: 'running', delays: { webhookSeconds: (attempts) => (attempts < 7 ? 0.2 : null) } })
})
afterAll(() => app.close())

interface Received {
  headers: Record<string, string>
  body: string
  answered: number | null
}

async function received(path: string, at: TestApp = app): Promise<Received[]> {
  const reply = await fetch(`${at.simulator?.url}/received?path=${encodeURIComponent(path)}`)
  return ((await reply.json()) as { received: Received[] }).received
}

async function eventOf(transactionId: string) {
  return await app.db
    .selectFrom('webhook_event')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow()
}

async function finishedPayout(url: string) {
  const merchant = await aFundedMerchant(app.db, 10_000_000n)
  const secret = await withEndpoint(app.db, app.services.seal, merchant.id, url)
  const id = await aPayout(app.db, app.services.jobs, { merchant })
  return { merchant, secret, id }
}

async function eventualStatus(transactionId: string, expected: string) {
  return await eventually(async () => {
    const event = await eventOf(transactionId).catch(() => null)
    return event?.status === expected ? event : null
  })
}

async function step(id: string) {
  return await app.db
    .selectFrom('activity')
    .select(['completed', 'description'])
    .where('transaction_id', '=', id)
    .where('category', '=', 'TRANSFER_WEBHOOK')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

it('delivers a signed payout event that the merchant can verify', async () => {
  const { secret, id } = await finishedPayout('simulator:/hooks/signed')
  const event = await eventualStatus(id, 'DELIVERED')
  const [first, ...others] = await received('/hooks/signed')
  expect(others).toEqual([])
  const { headers = {}, body = '' } = first ?? {}
  const signed = {
    id: headers['webhook-id'] ?? '',
    timestampSeconds: Number(headers['webhook-timestamp']),
    signature: headers['webhook-signature'] ?? '',
    body,
    secret,
  }
  expect(signed.id).toBe(event.id)
  expect(verifyWebhook(signed, { now: new Date() })).toBe(true)
  expect(JSON.parse(body)).toMatchObject({
    id: event.id,
    event: 'transfer.success',
    data: { transactionId: id, status: 'SUCCESS', amount: 2500, charges: 10.75, category: 'BANK_TRANSFER' },
  })
  expect(await step(id)).toEqual({ completed: true, description: 'Delivered at attempt 1: 200' })
})

it('retries an event seven times with the same ID, records every attempt and reports the last', async () => {
  const { id } = await finishedPayout('simulator:/hooks/always-500')
  const event = await eventualStatus(id, 'FAILED')
  const all = await received('/hooks/always-500')
  expect(all.map(({ headers }) => headers['webhook-id'])).toEqual(Array.from({ length: 7 }, () => event.id))
  const attempts = await app.db
    .selectFrom('webhook_attempt')
    .select(['number', 'response_code'])
    .where('event_id', '=', event.id)
    .orderBy('number')
    .execute()
  expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => ({ number, response_code: 500 })))
  const logs = await app.db
    .selectFrom('payout_log')
    .select('response_code')
    .where('transaction_id', '=', id)
    .where('category', '=', 'TRANSFER_WEBHOOK')
    .execute()
  expect(logs.map(({ response_code }) => response_code)).toEqual(Array.from({ length: 7 }, () => '500'))
  expect(await step(id)).toEqual({ completed: false, description: 'Attempt 7 of 7 failed (500); no more retries' })
  await (await app.signIn()).call(resendWebhook, { transactionId: id })
  await eventually(async () => (await received('/hooks/always-500')).length === 8)
  await eventualStatus(id, 'FAILED')
  expect(await step(id)).toEqual({ completed: false, description: 'Attempt 8 failed (500); no more retries' })
})

it('TXDETAIL-14 API-81 resends the event without delay', async () => {
  const { id } = await finishedPayout('simulator:/hooks/again')
  const event = await eventualStatus(id, 'DELIVERED')
  const ada = await app.signIn()
  const reply = await ada.call(resendWebhook, { transactionId: id })
  expect(reply).toMatchObject({ status: 200, message: 'The webhook event is being sent again' })
  await eventually(async () => (await received('/hooks/again')).length === 2)
  expect((await received('/hooks/again')).map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id])
  const [audit] = await app.db.selectFrom('audit').selectAll().where('record_id', '=', id).execute()
  expect(audit).toMatchObject({ action: 'webhook.resend', staff_id: ada.staffId })
})

it('brings a scheduled attempt forward without repeating it', async () => {
  const slow = await startApp({ rails: 'running', delays: { webhookSeconds: () => 2 } })
  const merchant = await aFundedMerchant(slow.db, 10_000_000n)
  await withEndpoint(slow.db, slow.services.seal, merchant.id, 'simulator:/hooks/later-500')
  const id = await aPayout(slow.db, slow.services.jobs, { merchant })
  const attempts = async () => {
    const rows = await slow.db.selectFrom('webhook_attempt').select(['number', 'at']).orderBy('number').execute()
    return rows.map(({ number }) => number)
  }
  await eventually(async () => (await attempts()).length === 1)
  await (await slow.signIn()).call(resendWebhook, { transactionId: id })
  await eventually(async () => (await attempts()).length === 2)
  await eventually(async () => (await attempts()).length === 3)
  expect(await attempts()).toEqual([1, 2, 3])
  expect(await received('/hooks/later-500', slow)).toHaveLength(3)
  await slow.close()
})

it('never sends an event to a private address and records the reason', async () => {
  const strict = await startApp({ rails: 'running', settings: { webhooksAllowPrivate: false } })
  const merchant = await aFundedMerchant(strict.db, 10_000_000n)
  const url = `${strict.simulator?.url}/hooks/private`
  await withEndpoint(strict.db, strict.services.seal, merchant.id, url)
  await aPayout(strict.db, strict.services.jobs, { merchant })
  const attempt = await eventually(() => strict.db.selectFrom('webhook_attempt').selectAll().executeTakeFirst())
  expect(attempt).toMatchObject({ response_code: null, problem: 'address not allowed' })
  const { rows } = await strict.database.pool.query('select * from outside.received')
  expect(rows).toEqual([])
  await strict.close()
})

it.each([
  ['BANK_TRANSFER', 'DEBIT', 'SUCCESS', 200],
  ['BANK_TRANSFER', 'DEBIT', 'FAILED', 200],
  ['BANK_FUNDING', 'CREDIT', 'SUCCESS', 200],
  ['BANK_FUNDING', 'CREDIT', 'FAILED', 200],
  ['CREDIT_STORE', 'CREDIT', 'SUCCESS', 200],
  ['BANK_TRANSFER', 'DEBIT', 'QUEUED', 422],
  ['BANK_TRANSFER', 'DEBIT', 'PENDING', 422],
  ['BANK_FUNDING', 'CREDIT', 'PENDING', 422],
  ['WALLET_TO_WALLET', 'DEBIT', 'SUCCESS', 422],
  ['MERCHANT_DEBIT', 'DEBIT', 'SUCCESS', 422],
  ['CARD_PAYMENT', 'CREDIT', 'SUCCESS', 422],
  ['SETTLEMENT', 'DEBIT', 'SUCCESS', 422],
  ['REFUND', 'DEBIT', 'SUCCESS', 422],
  ['BILL_PAYMENT', 'DEBIT', 'SUCCESS', 422],
])('TXDETAIL-13 responds to resending a %s %s that is %s with %i', async (category, type, status, code) => {
  const merchant = await aFundedMerchant(app.db, 1000n)
  await withEndpoint(app.db, app.services.seal, merchant.id, 'simulator:/hooks/table')
  const at = new Date()
  const id = uuidv7(at.getTime())
  const common = { id, mode: 'PRODUCTION', scope: 'MERCHANT', merchant_id: merchant.id, amount_kobo: 5000n }
  const row = { ...common, created_at: at.toISOString(), reference: `R-${id.toUpperCase()}` }
  await app.db
    .insertInto('transaction')
    .values({ ...row, category, type, status })
    .execute()
  const reply = await (await app.signIn()).call(resendWebhook, { transactionId: id })
  expect(reply.status).toBe(code)
  const events = await app.db.selectFrom('webhook_event').select('kind').where('transaction_id', '=', id).execute()
  const kinds: Record<string, string> = { BANK_FUNDING: 'collection.success', CREDIT_STORE: 'collection.success' }
  const kind = kinds[category] ?? (status === 'SUCCESS' ? 'transfer.success' : 'transfer.failed')
  expect(events).toEqual(code === 200 ? [{ kind }] : [])
})

it('rejects resending for a merchant without an endpoint, and returns 404 in the other mode', async () => {
  const merchant = await aFundedMerchant(app.db, 10_000_000n)
  const id = await aPayout(app.db, app.services.jobs, { merchant })
  await eventually(async () => {
    const row = await app.db.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirst()
    return row?.status === 'SUCCESS'
  })
  const reply = await (await app.signIn()).call(resendWebhook, { transactionId: id })
  expect(reply).toMatchObject({ status: 422, message: 'This merchant has no webhook URL' })
  const test = await app.signIn({ mode: 'SANDBOX' })
  expect(await test.call(resendWebhook, { transactionId: id })).toMatchObject({ status: 404 })
})
