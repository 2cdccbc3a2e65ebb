import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { formatNaira } from '../../engine/format-naira.ts'
import { dispatchScheduled } from '../../engine/schedules/dispatch-scheduled.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aBatch, aRow, itemsOf } from '../../testing/batches.ts'
import { type Spent, spend, spentOutcomes } from '../../testing/card-bookkeeping.ts'
import { collectorsOf, ends } from '../../testing/collectors.ts'
import { type CustomerAccount, someAccounts } from '../../testing/customer-accounts.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { processItems } from '../../testing/run-inline.ts'
import { booked, repliesOf } from '../../testing/replies.ts'
import { aShopFloor, payAtTerminal, transferOfStore } from '../../testing/stores.ts'
import { aSubaccount } from '../../testing/subaccounts.ts'
import { aScheduledPayout } from '../../testing/timed-payouts.ts'

let app: TestApp
let ada: Client
let collectors: ReturnType<typeof collectorsOf>
beforeAll(async () => {
  app = await startApp({ rails: 'running', settings: { switchTimeoutMs: 400 } })
  ada = await app.signIn()
  collectors = collectorsOf(app.db, () => app.services.jobs, app.clock.now)
})
afterAll(() => app.close())

const rowOf = (id: string) =>
  app.db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Expects the merchant's reply to state what the entries posted to its account. Returns the replies. */
async function expectBooked(id: string) {
  const { kept } = await booked(app.db, id)
  const replies = await repliesOf(ada, id)
  const [, debited] =
    /(₦[\d,.]+\d)(?:, charges included,)? left (?:your account|the account of)/.exec(replies.merchant) ?? []
  const [, credited] = /(₦[\d,.]+\d) was credited to/.exec(replies.merchant) ?? []
  expect(debited, replies.merchant).toBe(kept < 0n ? formatNaira(-kept) : undefined)
  expect(credited, replies.merchant).toBe(kept > 0n ? formatNaira(kept) : undefined)
  return { ...replies, kept }
}

/** Waits until an outbound payment is final. */
const ended = (id: string) =>
  eventually(async () => {
    const { status } = await rowOf(id)
    return (status === 'SUCCESS' || status === 'FAILED') && status
  })

describe('STORY-08 replies about an issued card', () => {
  async function spender(index: 0 | 1): Promise<CustomerAccount> {
    const account = (await someAccounts(app.db, 'PRODUCTION'))[index]
    // Only a merchant with a verified business may be active and have cards.
    const steps = [{ verified: 'SUBMITTED' }, { verified: 'ACCEPTED', status: 'ACTIVE' }]
    for (const step of steps)
      await app.db.updateTable('merchant').set(step).where('id', '=', account.merchantId).execute()
    return account
  }

  async function pay(account: CustomerAccount, purchaseCase: Spent) {
    const { card, purchase } = await transact(app.db, (t) => spend(t, account, purchaseCase))
    const transactions = await app.db.selectFrom('transaction').select('id').where('card_id', '=', card.id).execute()
    return { purchase, ids: transactions.map(({ id }) => id) }
  }

  it.each(spentOutcomes)("states the sum of the account's entries when a card purchase is %s", async (purchaseCase) => {
    for (const index of [0, 1] as const) {
      const { purchase, ids } = await pay(await spender(index), purchaseCase)
      expect(ids.length).toBeGreaterThan(0)
      for (const id of ids) {
        const { customer, to } = await expectBooked(id)
        expect(to).toBe('holder')
        // The merchant's balance and our shortfall cover are not disclosed to a card's holder; a wallet is the holder's own.
        expect(customer).not.toMatch(index === 0 ? /We covered|your account|left/ : /We covered|left your account/)
        if (id === purchase.transaction_id && purchase.cleared_kobo !== null)
          expect(customer).toContain(`charged ${formatNaira(purchase.cleared_kobo)}`)
      }
    }
  })

  it('names the later charge of a purchase that was declined, and no held amount', async () => {
    const { purchase } = await pay(await spender(0), 'FORCED')
    const declinedId = purchase.authorisation_id ?? ''
    const { reference } = await rowOf(purchase.transaction_id ?? '')
    const { merchant, customer } = await repliesOf(ada, declinedId)
    expect(merchant).toContain(`charged it later, under the reference ${reference}.`)
    expect(customer).toContain(`It was charged later, under the reference ${reference}.`)
    const { data } = await ada.call(contract.transactions.info, { transactionId: declinedId })
    expect(data.transaction.card).toMatchObject({ authorisedAmount: null })
  })

  it('states the held amount of an authorised purchase and the refunded amount of a returned one', async () => {
    const held = await pay(await spender(0), 'AUTHORISED')
    const holds = await app.db
      .selectFrom('hold')
      .select('amount_kobo')
      .where('transaction_id', 'in', held.ids)
      .where('status', '=', 'HELD')
      .execute()
    const sum = holds.reduce((total, { amount_kobo }) => total + amount_kobo, 0n)
    const [id = ''] = held.ids
    expect((await repliesOf(ada, id)).merchant).toContain(`${formatNaira(sum)} is reserved in your account`)
    const { purchase } = await pay(await spender(0), 'RETURNED')
    const { kept } = await booked(app.db, purchase.reversal_id ?? '')
    const { merchant } = await repliesOf(ada, purchase.transaction_id ?? '')
    expect(merchant).toContain(`${formatNaira(kept)} was returned to your account`)
  })
})

describe('STORY-08 replies about an order', () => {
  const ways = [
    ['SUCCESS', ends.approved],
    ['FAILED', ends.refused],
  ] as const

  it.each(ways)('states the entries of a scheduled payout that ends as %s', async (status, account_number) => {
    const merchant = await aFundedMerchant(app.db, 100_000_000n)
    const due_at = app.clock.now().toISOString()
    const { id: scheduleId } = await aScheduledPayout(app.db, merchant, { due_at, account_number })
    await processItems(dispatchScheduled(app.engine))
    const schedule = app.db.selectFrom('scheduled_payout').select('transaction_id').where('id', '=', scheduleId)
    const id = await eventually(async () => (await schedule.executeTakeFirstOrThrow()).transaction_id)
    expect(await ended(id)).toBe(status)
    const { kept, customer, to } = await expectBooked(id)
    expect(kept < 0n).toBe(status === 'SUCCESS')
    expect(to).toBe('recipient')
    expect(customer).toContain(status === 'SUCCESS' ? 'It was paid to your account' : 'none of it was paid to you')
  })

  it.each(ways)('states the entries of a bulk payout that ends as %s', async (status, accountNumber) => {
    const merchant = await aFundedMerchant(app.db, 100_000_000n)
    const rows = [aRow({ accountNumber }), aRow({ accountNumber, amount: '700.50' })]
    const { batchId } = await aBatch(app.db, app.services.jobs, merchant, rows)
    const ids = await eventually(async () => {
      const found = (await itemsOf(app.db, batchId)).flatMap(({ transaction_id: id }) => (id ? [id] : []))
      return found.length === 2 && found
    })
    for (const id of ids) {
      expect(await ended(id)).toBe(status)
      const { kept } = await expectBooked(id)
      expect(kept < 0n).toBe(status === 'SUCCESS')
    }
  })
})

describe('STORY-08 replies about a settlement', () => {
  it('states the debited amount and the settled part of the collection when a settlement is paid', async () => {
    const merchant = await collectors.aCollector(ends.approved, 1_000n)
    const collection = await collectors.collect(merchant, 500_000n)
    const [settlementId = ''] = await collectors.settle(merchant)
    expect((await collectors.ended(settlementId)).status).toBe('SUCCESSFUL')
    for (const { id } of await collectors.attempts(settlementId)) {
      const { kept, to } = await expectBooked(id)
      expect(kept).toBeLessThan(0n)
      expect(to).toBeNull()
    }
    const { kept } = await booked(app.db, collection)
    const { merchant: reply, customer } = await repliesOf(ada, collection)
    expect(reply).toContain(`${formatNaira(kept)} of it was settled`)
    expect(customer).not.toContain('settle')
  })

  it('states that nothing was debited when a settlement is declined', async () => {
    const merchant = await collectors.aCollector(ends.refused, 1_000n)
    const collection = await collectors.collect(merchant, 500_000n)
    const [settlementId = ''] = await collectors.settle(merchant)
    expect((await collectors.ended(settlementId)).status).toBe('FAILED')
    for (const { id } of await collectors.attempts(settlementId)) expect((await expectBooked(id)).kept).toBe(0n)
    const { kept } = await booked(app.db, collection)
    expect((await repliesOf(ada, collection)).merchant).toContain(`${formatNaira(kept)} of it could not be settled to`)
  })

  it("states a partner's paid share to the partner only", async () => {
    const merchant = await collectors.aCollector(null, 1_000n)
    const partner = await transact(app.db, (t) => aSubaccount(t, merchant, { type: 'FLAT', value: 100_000n }))
    await collectors.collect(merchant, 500_000n, { split: [partner] })
    const settled = await collectors.settle(merchant)
    const partners = await app.db
      .selectFrom('settlement')
      .select(['id', 'transaction_id'])
      .where('subaccount_id', '=', partner)
      .executeTakeFirstOrThrow()
    expect(settled).toContain(partners.id)
    const { transaction_id } = await collectors.ended(partners.id)
    const { kept, customer, to } = await expectBooked(transaction_id ?? '')
    expect(kept).toBe(-100_000n)
    expect(to).toBe('partner')
    expect(customer).toContain(`the settlement of ${formatNaira(100_000n)} for your share of`)
    expect(customer).toContain('It was paid to your account ending')
  })
})

describe('STORY-08 replies about a store', () => {
  it("states the amount a terminal gained, without its charges in the payer's reply", async () => {
    const floor = await aShopFloor(app.db, await aFundedMerchant(app.db, 100_000_000n))
    await payAtTerminal(app.db, app.services.jobs, floor, { amountKobo: 500_000n })
    const row = app.db.selectFrom('transaction').select('id').where('account_id', '=', floor.terminal.id)
    const { id } = await row.executeTakeFirstOrThrow()
    const { kept, customer, to } = await expectBooked(id)
    expect(kept).toBeGreaterThan(0n)
    expect(to).toBe('payer')
    expect(customer).not.toMatch(kept === 500_000n ? /charge/ : new RegExp(formatNaira(kept).replaceAll('.', '\\.')))
  })

  it.each(['MERCHANT', 'STORE'] as const)(
    'states the gain or loss of both accounts when %s pays the other',
    async (from) => {
      const floor = await aShopFloor(app.db, await aFundedMerchant(app.db, 100_000_000n))
      const amountKobo = 30_000n
      if (from === 'STORE') await transferOfStore(app.db, floor, { from: 'MERCHANT', amountKobo: 90_000n })
      await transferOfStore(app.db, floor, { from, amountKobo })
      const rows = await app.db
        .selectFrom('transaction')
        .select('id')
        .where('merchant_id', '=', floor.merchantId)
        .where('amount_kobo', '=', amountKobo)
        .execute()
      const gained = await Promise.all(rows.map(async ({ id }) => (await expectBooked(id)).kept))
      expect(gained.toSorted((a, b) => Number(a - b))).toEqual([-amountKobo, amountKobo])
    },
  )
})
