import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { readTransaction, type TransactionRow } from '../engine/transaction-row.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aCardPayer, aCheckout, cardAmountKobo } from '../testing/card-payments.ts'
import { aFundedMerchant } from '../testing/payouts.ts'
import { type SignedBend, sendSigned } from '../testing/signed-callers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
afterAll(() => app.close())

const send = (path: string, body: unknown, bend: SignedBend = {}) =>
  sendSigned(app, `acquirer/${path}`, body, { secret: app.services.settings.acquirerSecret ?? '', ...bend })

async function aPayment(): Promise<TransactionRow> {
  const { id: merchantId } = await aFundedMerchant(app.db, 1_000_000n)
  const at = app.clock.now()
  return await transact(app.db, async (t) => {
    const checkout = await aCheckout(t, { mode: 'PRODUCTION', merchantId }, { at })
    return await aCardPayer(t, checkout.id, at)
  })
}

function approval({ reference }: TransactionRow, fields: object = {}) {
  const card = { scheme: 'Verve', lastFour: '0603' }
  return { mode: 'PRODUCTION', reference, outcome: 'APPROVED', amountKobo: String(cardAmountKobo), card, ...fields }
}

const paying = ({ reference, amount_kobo }: TransactionRow, fields: object = {}) => ({
  mode: 'PRODUCTION',
  reference: `ACQ-${reference.slice(4, 20)}`,
  items: [{ reference, amountKobo: String(amount_kobo), costKobo: '2400' }],
  ...fields,
})

describe('acquirer outcomes', () => {
  it('applies an outcome once under concurrent duplicate calls', async () => {
    const row = await aPayment()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => send('outcomes', approval(row))))
    for (const { status, data } of replies) {
      expect([status, data]).toEqual([200, { outcome: 'CREDITED', transactionId: row.id }])
    }
    const transfers = app.db.selectFrom('transfer').select('id').where('transaction_id', '=', row.id)
    expect(await transfers.execute()).toHaveLength(1)
  })

  it('accepts calls only with a current signature of the acquirer', async () => {
    const row = await aPayment()
    const body = approval(row)
    const { railsSecret } = app.services.settings
    for (const bend of [
      { secret: railsSecret ?? '' },
      { text: JSON.stringify({ ...body, amountKobo: '1' }) },
      { atMs: app.clock.now().getTime() - 3_600_000 },
    ]) {
      expect((await send('outcomes', body, bend)).status).toBe(401)
      expect((await send('payments', paying(row), bend)).status).toBe(401)
    }
    expect((await readTransaction(app.db, row.id))?.status).toBe('PENDING')
  })

  it.each([
    ['an amount of zero', { amountKobo: '0' }],
    ['an amount above the limit', { amountKobo: '1000000000000000' }],
    ['an amount as a JSON number', { amountKobo: 400_000 }],
    ['a whole card number', { card: { scheme: 'Verve', lastFour: '5061060000000603' } }],
    ['an unknown outcome', { outcome: 'MAYBE' }],
    ['an invalid reference', { reference: "CRD-' or 1=1" }],
    ['an unknown mode', { mode: 'LIVE' }],
  ])('rejects an outcome with %s', async (_, fields) => {
    const row = await aPayment()
    expect((await send('outcomes', approval(row, fields))).status).toBe(400)
    expect((await readTransaction(app.db, row.id))?.status).toBe('PENDING')
  })

  it('returns not found for a payment of the other mode or an unknown one', async () => {
    const row = await aPayment()
    expect((await send('outcomes', approval(row, { mode: 'SANDBOX' }))).status).toBe(404)
    expect((await send('outcomes', approval(row, { reference: `CRD-${'0'.repeat(32)}` }))).status).toBe(404)
  })
})

describe('acquirer settlements', () => {
  it('books an acquirer settlement once under concurrent duplicate calls', async () => {
    const row = await aPayment()
    await send('outcomes', approval(row))
    const replies = await Promise.all([1, 2, 3].map(() => send('payments', paying(row))))
    expect(new Set(replies.map(({ status, data }) => `${status} ${data['acquirerPaymentId']}`)).size).toBe(1)
    expect((await send('payments', paying(row, { reference: 'ACQ-OTHER' }))).status).toBe(422)
    const otherwise = paying(row, { items: [{ reference: row.reference, amountKobo: '400000', costKobo: '1' }] })
    expect((await send('payments', otherwise)).status).toBe(409)
  })

  it.each([
    ['no card payment', { items: [] }],
    [
      'a cost above the amount',
      (row: TransactionRow) => ({ items: [{ reference: row.reference, amountKobo: '400000', costKobo: '400001' }] }),
    ],
    [
      'another amount',
      (row: TransactionRow) => ({ items: [{ reference: row.reference, amountKobo: '399999', costKobo: '1' }] }),
    ],
    ['a card payment of the other mode', { mode: 'SANDBOX' }],
  ])('rejects an acquirer settlement for %s', async (_, fields) => {
    const row = await aPayment()
    await send('outcomes', approval(row))
    const { status } = await send('payments', paying(row, typeof fields === 'function' ? fields(row) : fields))
    expect([400, 422]).toContain(status)
    expect(
      await app.db.selectFrom('card_payment').select('cost_kobo').where('transaction_id', '=', row.id).execute(),
    ).toEqual([{ cost_kobo: null }])
  })
})
