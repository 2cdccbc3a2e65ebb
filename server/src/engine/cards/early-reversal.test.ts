import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { balances } from '../../ledger/ledger.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aCard, schemeMessage } from '../../testing/issued-cards.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { readTransaction } from '../transaction-row.ts'
import { authorisePurchase } from './authorise-purchase.ts'
import type { CardRow } from './card-status.ts'
import { clearPurchase } from './clear-purchase.ts'
import type { PurchaseMessage } from './purchase-row.ts'
import { reversePurchase } from './reverse-purchase.ts'

const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }

let database: TestDatabase
let card: CardRow
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { id: merchantId } = await aFundedMerchant(database.db, 100_000n)
  card = await aCard(database.db, { mode: 'PRODUCTION', merchantId, walletId: null })
})

const authorise = (message: PurchaseMessage) => transact(database.db, (t) => authorisePurchase(t, null, message))
const clear = (message: PurchaseMessage) => transact(database.db, (t) => clearPurchase(t, null, message))
const reverse = (message: PurchaseMessage) => transact(database.db, (t) => reversePurchase(t, null, message))
const otherMessage = (message: PurchaseMessage) => ({ ...message, messageId: crypto.randomUUID() })

async function money() {
  const balance = (await balances(database.db, [card.account_id])).get(card.account_id)
  return [balance?.bookedKobo, balance?.availableKobo]
}

const storedReversal = (reference: string) =>
  database.db.selectFrom('early_reversal').select('mode').where('reference', '=', reference).execute()

describe('reversals before their authorisation', () => {
  it('records an early reversal and declines the authorisation without a hold', async () => {
    const message = schemeMessage(card)
    expect(await reverse(otherMessage(message))).toEqual({ outcome: 'NOTHING' })
    expect(await storedReversal(message.reference)).toEqual([{ mode: 'PRODUCTION' }])
    const late = await authorise(message)
    const reason = 'Reversed by the scheme before authorisation'
    expect(late).toEqual({ outcome: 'DECLINED', transactionId: expect.any(String), code: '21', reason })
    expect(await readTransaction(database.db, late.transactionId)).toMatchObject({
      status: 'DECLINED',
      response_code: '21',
      alert: reason,
    })
    expect(await money()).toEqual([100_000n, 100_000n])
    expect(faultCounts(await verifyLedger(database.db))).toEqual(nothing)
  })

  it('records an early reversal once and repeats each response under concurrent duplicate messages', async () => {
    const message = schemeMessage(card)
    const same = otherMessage(message)
    const messages = [same, same, same, otherMessage(message), otherMessage(message)]
    const responses = await Promise.all(messages.map(reverse))
    expect(responses).toEqual(messages.map(() => ({ outcome: 'NOTHING' })))
    expect(await storedReversal(message.reference)).toHaveLength(1)
    const late = await Promise.all([message, message, message].map(authorise))
    expect(new Set(late.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(late[0]?.outcome).toBe('DECLINED')
    expect(await reverse(same)).toEqual({ outcome: 'NOTHING' })
    expect(await reverse(otherMessage(message))).toEqual({ outcome: 'NOTHING' })
    expect(await money()).toEqual([100_000n, 100_000n])
  })

  it('applies an early reversal only to its own mode and purchase', async () => {
    const message = schemeMessage(card)
    await reverse({ ...otherMessage(message), mode: 'SANDBOX' })
    await reverse(schemeMessage(card))
    expect((await authorise(message)).outcome).toBe('APPROVED')
    expect(await money()).toEqual([100_000n, 50_000n])
  })

  it('debits a clearing after an early reversal and reverses it with another message', async () => {
    const message = schemeMessage(card)
    await reverse(otherMessage(message))
    await authorise(message)
    expect(await clear(otherMessage(message))).toMatchObject({ takenKobo: '50000' })
    expect(await reverse(otherMessage(message))).toMatchObject({ outcome: 'RETURNED' })
    expect(await money()).toEqual([100_000n, 100_000n])
    expect(faultCounts(await verifyLedger(database.db))).toEqual(nothing)
  })

  it('leaves no hold when reversal and authorisation arrive concurrently and duplicated', async () => {
    for (let round = 0; round < 20; round++) {
      const message = schemeMessage(card, { amountKobo: 1_000n })
      const back = otherMessage(message)
      const [first, second] = round % 2 === 0 ? [authorise, reverse] : [reverse, authorise]
      const send = (verb: typeof authorise | typeof reverse) => verb(verb === authorise ? message : back)
      const responses = await Promise.all([send(first), send(second), send(second), send(first)])
      const outcomes = new Set(responses.map(({ outcome }) => outcome))
      const expected = outcomes.has('APPROVED') ? ['APPROVED', 'RELEASED'] : ['DECLINED', 'NOTHING']
      expect([...outcomes].toSorted()).toEqual(expected.toSorted())
      expect(await money()).toEqual([100_000n, 100_000n])
    }
    expect(faultCounts(await verifyLedger(database.db))).toEqual(nothing)
  })
})
