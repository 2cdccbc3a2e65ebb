import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, aPayout, eventually, ownAccount } from '../../testing/payouts.ts'
import { balances } from '../../ledger/ledger.ts'
import { failPayments } from '../outbound/fail-payments.ts'
import { lockTransaction } from '../transaction-row.ts'
import { legOf } from '../legs.ts'
import { PayoutRefusal } from './submit-payout.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    rails: 'running',
    settings: { switchTimeoutMs: 1_500 },
    delays: { requerySeconds: () => 0.2 },
  })
})
afterAll(() => app.close())

/** The last three digits of the account number select the switch's scripted behaviour. */
async function order(accountNumber: string, fields: { opening?: bigint; amountKobo?: bigint } = {}) {
  const merchant = await aFundedMerchant(app.db, fields.opening ?? 100_000_000n)
  const { amountKobo = 2_000_000n } = fields
  const id = await aPayout(app.db, app.services.jobs, { merchant, accountNumber, amountKobo })
  return { merchant, id }
}

async function read(id: string) {
  return await app.db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function finished(id: string) {
  return await eventually(async () => {
    const row = await read(id)
    return row.status === 'SUCCESS' || row.status === 'FAILED' ? row : undefined
  })
}

async function steps(id: string) {
  const rows = await app.db
    .selectFrom('activity')
    .select(['category', 'description', 'completed'])
    .where('transaction_id', '=', id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ category }) => category)
}

async function logs(id: string) {
  return await app.db
    .selectFrom('payout_log')
    .select(['category', 'response_code', 'request', 'response'])
    .where('transaction_id', '=', id)
    .orderBy('created_at')
    .execute()
}

async function kindsPosted(id: string) {
  const rows = await app.db.selectFrom('transfer').select('kind').where('transaction_id', '=', id).execute()
  return rows.map(({ kind }) => kind).toSorted()
}

describe('payouts', () => {
  it('holds, sends and posts an approved payout with its charges, each step in order', async () => {
    const before = await balances(app.db, [providerAccount('PRODUCTION', 'FEE_INCOME')])
    const { merchant, id } = await order('0123456900')
    const done = await finished(id)
    expect(done).toMatchObject({ status: 'SUCCESS', response_code: '00', route: 'NIP', alert: null })
    expect(done.session_id).toMatch(/^000023\d{24}$/)
    expect(done.paid_at).not.toBeNull()
    // For ₦20,000: fee ₦25, VAT 7.5 % of the fee, stamp duty ₦50.
    expect(done).toMatchObject({ fee_kobo: 2500n, vat_kobo: 188n, stamp_duty_kobo: 5000n })
    const left = 100_000_000n - 2_000_000n - 7688n
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: left, available_kobo: left })
    expect(await kindsPosted(id)).toEqual(['PAYOUT', 'PROVIDER_COST'])
    const fees = providerAccount('PRODUCTION', 'FEE_INCOME')
    const after = await balances(app.db, [fees])
    expect((after.get(fees)?.bookedKobo ?? 0n) - (before.get(fees)?.bookedKobo ?? 0n)).toBe(2500n)
    expect(await steps(id)).toEqual([
      'SESSION_INIT',
      'TRANSFER_INIT',
      'FUND_PENDING',
      'FUND_SUCCESS',
      'PROVIDER_CHARGES_SETTLEMENT',
      'COMMISSION_CHARGE_ON_PROVIDER',
      'TRANSFER_SUCCESSFUL',
    ])
    const written = await logs(id)
    expect(written.map(({ category }) => category)).toEqual(await steps(id))
    const enquiry = written.find(({ category }) => category === 'TRANSFER_INIT')
    expect(enquiry).toMatchObject({ request: { mode: 'PRODUCTION' }, response: { responseCode: '00' } })
    expect(written.find(({ category }) => category === 'FUND_SUCCESS')).toMatchObject({
      response_code: '00',
      request: { mode: 'PRODUCTION', sessionId: done.session_id, amountKobo: '2000000' },
      response: { responseCode: '00' },
    })
  })

  it('releases the hold when the switch rejects a payout', async () => {
    const { merchant, id } = await order('0123456961')
    expect(await finished(id)).toMatchObject({ status: 'FAILED', response_code: '61', paid_at: null })
    const untouched = { booked_kobo: 100_000_000n, available_kobo: 100_000_000n }
    expect(await ownAccount(app.db, merchant.id)).toMatchObject(untouched)
    expect(await kindsPosted(id)).toEqual([])
    expect((await steps(id)).slice(-2)).toEqual(['FUND_PENDING', 'FUND_FAILED'])
  })

  it('fails a payout to an unknown account before placing a hold', async () => {
    const { id } = await order('0123456804')
    expect(await finished(id)).toMatchObject({ status: 'FAILED', response_code: '07' })
    expect(await steps(id)).toEqual(['SESSION_INIT', 'TRANSFER_INIT', 'FUND_FAILED'])
  })

  it('fails a payout whose name enquiry has a code that no later one would change, and repeats one that asks to', async () => {
    const { outside } = app.services
    const usual = outside.switch
    const codes = ['96', '16']
    try {
      outside.switch = usual && {
        ...usual,
        nameEnquiry: async (_route, request) => {
          const code = codes.shift() ?? '00'
          return { code, request, response: { responseCode: code }, problem: null, accountName: null }
        },
      }
      const { merchant, id } = await order('0123456900')
      expect(await finished(id)).toMatchObject({ status: 'FAILED', response_code: '16' })
      expect(codes).toEqual([])
      expect(await steps(id)).toEqual(['SESSION_INIT', 'TRANSFER_INIT', 'FUND_FAILED'])
      expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 100_000_000n })
    } finally {
      outside.switch = usual
    }
  })

  it('fails a payout with code 51 and the ledger’s message when funds are insufficient', async () => {
    const { merchant, id } = await order('0123456900', { opening: 2_000_000n })
    expect(await finished(id)).toMatchObject({ status: 'FAILED', response_code: '51' })
    const { description } = await app.db
      .selectFrom('activity')
      .select('description')
      .where('transaction_id', '=', id)
      .where('category', '=', 'FUND_FAILED')
      .executeTakeFirstOrThrow()
    expect(description).toMatch(/has insufficient funds/)
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 2_000_000n })
  })

  it('keeps the hold of an unconfirmed payout, never resends it and applies the later response', async () => {
    const { id } = await order('0123456909')
    expect(await finished(id)).toMatchObject({ status: 'SUCCESS', response_code: '00' })
    const written = await logs(id)
    expect(written.map(({ category, response_code }) => `${category} ${response_code}`)).toEqual([
      'SESSION_INIT null',
      'TRANSFER_INIT 00',
      'FUND_PENDING null',
      'FUND_PENDING 09',
      'TRANSACTION_STATUS 00',
      'FUND_SUCCESS 00',
      'PROVIDER_CHARGES_SETTLEMENT 00',
      'COMMISSION_CHARGE_ON_PROVIDER 00',
      'TRANSFER_SUCCESSFUL 00',
    ])
    const refused = await order('0123456803')
    expect(await finished(refused.id)).toMatchObject({ status: 'FAILED', response_code: '57' })
  })

  it('completes a payout whose approval was lost by a status query', async () => {
    const { id } = await order('0123456801')
    expect(await finished(id)).toMatchObject({ status: 'SUCCESS', response_code: '00' })
    expect((await logs(id)).filter(({ category }) => category === 'FUND_PENDING')).toMatchObject([
      { response_code: null },
      { response_code: null, response: { problem: 'timeout' } },
    ])
  })

  it('keeps a payout pending until the switch has had no record of it for long enough', async () => {
    const { merchant, id } = await order('0123456802')
    await eventually(async () => (await logs(id)).some(({ response_code }) => response_code === '25'))
    const account = await ownAccount(app.db, merchant.id)
    expect(await read(id)).toMatchObject({ status: 'PENDING' })
    expect(account.booked_kobo - account.available_kobo).toBe(2_007_688n)
    app.clock.advance(app.services.settings.switchSilenceMs)
    expect(await finished(id)).toMatchObject({ status: 'FAILED', response_code: '25' })
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 100_000_000n })
  })

  it('queries a payout that an operator failed until the switch responds, and compensates it', async () => {
    const { merchant, id } = await order('0123456801')
    await eventually(async () => (await read(id)).status === 'PENDING')
    await transact(app.db, async (db) => {
      const row = await lockTransaction(db, id)
      const leg = row && legOf(row)
      if (!row || !leg) throw new Error('The payout is gone')
      const decision = { code: null, sentence: 'Ada marked it', isUnconfirmed: true, at: app.clock.now() }
      await failPayments(db, app.services, [{ leg, row, ...decision }])
    })
    const { alert, status } = await eventually(async () => {
      const row = await read(id)
      return row.alert === null ? undefined : row
    })
    expect(status).toBe('FAILED')
    expect(alert).toMatch(/approved this payout after it had failed/)
    expect(await kindsPosted(id)).toEqual(['COMPENSATION', 'PROVIDER_COST'])
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 100_000_000n })
  })

  it('rejects a duplicate reference and still completes the first payout', async () => {
    const merchant = await aFundedMerchant(app.db, 10_000_000n)
    const fields = { merchant, reference: `KBO-TWICE-${merchant.id.toUpperCase()}` }
    const id = await aPayout(app.db, app.services.jobs, fields)
    const again = { ...fields, reference: fields.reference.toLowerCase() }
    await expect(aPayout(app.db, app.services.jobs, again)).rejects.toThrow(PayoutRefusal)
    expect(await finished(id)).toMatchObject({ status: 'SUCCESS' })
  })
})
