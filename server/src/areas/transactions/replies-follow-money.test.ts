import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { formatNaira } from '../../engine/format-naira.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { openPaymentLink } from '../../engine/checkouts/open-payment-link.ts'
import { receiveCollection } from '../../engine/collections/receive-collection.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { bill } from '../../testing/bill-bookkeeping.ts'
import { collect, compensate, move, own as ofProvider, payOut, postLines } from '../../testing/ledger-fixtures.ts'
import { acquirerPays, cardAmountKobo, paidByCard } from '../../testing/card-payments.ts'
import { collectOnChild } from '../../testing/child-bookkeeping.ts'
import { anAccountOf, type CustomerAccount, someAccounts } from '../../testing/customer-accounts.ts'
import { dispute, someStaff } from '../../testing/dispute-bookkeeping.ts'
import { refund, sender } from '../../testing/refund-bookkeeping.ts'
import { booked, repliesOf as readReplies } from '../../testing/replies.ts'
import { share } from '../../testing/split-bookkeeping.ts'

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn()
})
afterAll(() => app.close())

const repliesOf = (id: string) => readReplies(ada, id)

/** Expects the replies to state the amounts of the entries and no others. */
async function expectReplies(id: string) {
  const { kept, back } = await booked(app.db, id)
  const { merchant, customer } = await repliesOf(id)
  const returnedText = /(?:In total,|All) (₦[\d,.]+\d) of the payment was returned to the payer/.exec(merchant)?.[1]
  expect(returnedText, merchant).toBe(back > 0n ? formatNaira(back) : undefined)
  expect(/In total, (₦[\d,.]+\d) of the/.exec(customer)?.[1], customer).toBe(back > 0n ? formatNaira(back) : undefined)
  if (back > 0n) {
    const expected =
      kept < 0n ? `It has cost your account ${formatNaira(-kept)}` : `${formatNaira(kept)} of it remains in`
    expect(merchant.replace(/the account of [^.,]+?(?=[.,])/g, 'your account')).toContain(
      expected.split(' your account')[0],
    )
  } else expect(merchant).toContain(`${formatNaira(kept)} was credited to`)
}

const refundCases = ['nothing', 'a part', 'two parts', 'the whole', 'pending', 'failed', 'late'] as const

async function refundPayment(
  t: Transaction,
  account: CustomerAccount,
  collectionId: string,
  refundCase: (typeof refundCases)[number],
  kobo: bigint,
) {
  // Charges are not refunded, so the account needs more money.
  await collect(t, account)
  const send = (status: 'PENDING' | 'SUCCESS' | 'FAILED', amountKobo: bigint) =>
    refund(t, account, status, { of: collectionId, amountKobo })
  if (refundCase === 'a part' || refundCase === 'two parts') await send('SUCCESS', 70_000n)
  if (refundCase === 'two parts') await send('SUCCESS', 30_000n)
  if (refundCase === 'the whole') await send('SUCCESS', kobo)
  if (refundCase === 'pending') await send('PENDING', 50_000n)
  if (refundCase === 'failed') await send('FAILED', 50_000n)
  if (refundCase === 'late') {
    const { id } = await send('FAILED', 50_000n)
    const lines = [ofProvider(account, 'RECOVERY', -50_000n), ofProvider(account, 'FLOAT_NIP', 50_000n)]
    await postLines(t, account, 'COMPENSATION', id, lines)
  }
}

const kinds: Record<string, (t: Transaction) => Promise<{ account: CustomerAccount; id: string; kobo: bigint }>> = {
  'a collection on a merchant’s number': async (t) => {
    const [account] = await someAccounts(app.db, 'PRODUCTION')
    return { account, id: await collect(t, account, sender), kobo: 300_000n }
  },
  'a collection on a wallet': async (t) => {
    const [, account] = await someAccounts(app.db, 'PRODUCTION')
    return { account, id: await collect(t, account, sender), kobo: 300_000n }
  },
  'a card payment': async (t) => {
    const [account] = await someAccounts(app.db, 'PRODUCTION')
    const row = await paidByCard(t, account, app.clock.now())
    await acquirerPays(t, [row], app.clock.now())
    return { account, id: row.id, kobo: cardAmountKobo }
  },
  'a payment of a payment link': async (t) => {
    const [account] = await someAccounts(app.db, 'PRODUCTION')
    const { mode, merchantId } = account
    const [at, amountKobo, reference] = [app.clock.now(), 500_000n, crypto.randomUUID()]
    const link = { mode, merchantId, accountName: 'Kola Nut', amountKobo, reference, description: 'Ten bags', at }
    const { accountNumber } = await openPaymentLink(t, link)
    const [name, number, sessionId] = ['Hadiza Bello', '0123456785', newSessionId(at)]
    const payer = { name, accountNumber: number, bankCode: '058' }
    const collection = { mode, accountNumber, amountKobo, sender: payer, sessionId, narration: 'Ten bags', at }
    await receiveCollection(t, app.services.jobs, { ...collection, route: 'NIP' })
    const row = t.selectFrom('transaction').select('id').where('session_id', '=', sessionId)
    return { account, id: (await row.executeTakeFirstOrThrow()).id, kobo: amountKobo }
  },
}

describe.each(Object.keys(kinds))('STORY-08 merchant and payer replies about %s', (kind) => {
  it.each(refundCases)('states the amounts of the ledger with this refund: %s', async (refundCase) => {
    expect.hasAssertions()
    const id = await transact(app.db, async (t) => {
      const payment = await kinds[kind]?.(t)
      if (!payment) throw new Error('No such kind')
      await refundPayment(t, payment.account, payment.id, refundCase, payment.kobo)
      return payment.id
    })
    await expectReplies(id)
  })
})

describe('STORY-08 merchant and payer replies', () => {
  it.each([
    ['is held', ['IN_PROGRESS'], /₦1,000\.00 of it is disputed/, /is under review/],
    ['is lost', ['IN_PROGRESS', 'REJECTED'], /was closed without a refund/, /was closed without a refund/],
    ['is won', ['IN_PROGRESS', 'RESOLVED'], /decided in the payer's favour/, /decided in your favour/],
  ] as const)('states the outcome of a dispute when it %s', async (_, steps, merchants, payers) => {
    const [account] = await someAccounts(app.db, 'PRODUCTION')
    const { collectionId } = await transact(app.db, async (t) =>
      dispute(t, account, steps, { staffId: await someStaff(t) }),
    )
    const { merchant, customer } = await repliesOf(collectionId)
    expect(merchant).toMatch(merchants)
    expect(customer).toMatch(payers)
  })

  it("states a partner's share to the merchant but not to the payer", async () => {
    const [account] = await someAccounts(app.db, 'PRODUCTION')
    const id = await transact(app.db, async (t) => share(t, account, await anAccountOf(app.db, account, 'SUBACCOUNT')))
    const { merchant, customer } = await repliesOf(id)
    expect(merchant).toContain('₦2,999.00 was credited to your account, ₦3,000.00 less ₦1.00 for')
    expect(customer).not.toMatch(/₦1\.00|₦2,999/)
  })

  it.each(['QUEUED', 'PENDING', 'SUCCESS', 'FAILED'] as const)(
    'states the debit in the ledger of a payout or bill that is %s',
    async (status) => {
      const [account] = await someAccounts(app.db, 'PRODUCTION')
      const ids = await transact(app.db, async (t) => [
        await payOut(t, account, status),
        await bill(t, account, status),
      ])
      for (const id of ids) {
        const { kept } = await booked(app.db, id)
        const { merchant, customer, to } = await repliesOf(id)
        expect(merchant.includes('left your account.')).toBe(kept < 0n)
        if (kept < 0n) expect(merchant).toContain(formatNaira(-kept))
        expect(to).toBe('recipient')
        // Charges and the reason why the merchant could not pay are not disclosed to the customer.
        expect(customer).not.toMatch(/charges|10\.75|enough money|your balance/)
      }
    },
  )

  it('states both the returned and the paid amount of a payout that arrived after it had failed', async () => {
    const [account] = await someAccounts(app.db, 'PRODUCTION')
    const id = await transact(app.db, async (t) => {
      const payout = await payOut(t, account, 'FAILED')
      await compensate(t, account, payout)
      return payout
    })
    const { kept, back } = await booked(app.db, id)
    const { merchant, customer } = await repliesOf(id)
    expect([kept, back]).toEqual([0n, 250_000n])
    expect(merchant).toContain('₦2,510.75 was returned to your account')
    expect(merchant).toContain('the money has arrived there')
    expect(customer).toContain('It was paid to your account on')
    expect(customer).not.toMatch(/2,510\.75|returned|failed/)
  })

  it('states the amount that each account gained by a transfer or child account collection', async () => {
    const [own, wallet] = await someAccounts(app.db, 'PRODUCTION')
    const { reference, child } = await transact(app.db, async (t) => ({
      reference: await move(t, own, wallet, ['MERCHANT_DEBIT', 'CREDIT_WALLET']),
      child: await collectOnChild(t, await anAccountOf(app.db, own, 'CHILD')),
    }))
    const sides = await app.db
      .selectFrom('transaction')
      .select(['id', 'type'])
      .where('reference', '=', reference)
      .execute()
    for (const { id, type } of sides) {
      const { merchant } = await repliesOf(id)
      expect(merchant).toContain(type === 'DEBIT' ? '₦7.00 left your account' : '₦7.00 was credited to')
    }
    expect((await repliesOf(child.id)).merchant).toContain('₦2,989.25 was credited to')
  })
})
