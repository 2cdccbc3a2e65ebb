import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { balances } from '../../ledger/ledger.ts'
import { foldAll } from '../../ledger/fold.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { auditRow, collect } from '../../testing/ledger-fixtures.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aWallet, aWalletAccount } from '../../testing/factories.ts'
import { aCard, aCardBatch, someCards, schemeMessage } from '../../testing/issued-cards.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { readTransaction } from '../transaction-row.ts'
import { authorisePurchase } from './authorise-purchase.ts'
import { checkDigit } from '@kobo/contract/kit/check-digit'
import { expiryOf, isExpired, newCardNumber, testBin } from './card-number.ts'
import { blockCard, type CardRow, deleteCard, unblockCard } from './card-status.ts'
import { clearPurchase } from './clear-purchase.ts'
import { sweepAuthorisations } from './release-authorisation.ts'
import { issueCards } from './issue-cards.ts'
import { payPayables } from '../payables.ts'
import type { PurchaseMessage } from './purchase-row.ts'
import { reversePurchase } from './reverse-purchase.ts'
import { idleJobs, processItems } from '../../testing/run-inline.ts'

const dayMs = 86_400_000
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }

let database: TestDatabase
let card: CardRow
let accountId: string
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { id: merchantId } = await aFundedMerchant(database.db, 100_000n)
  card = await aCard(database.db, { mode: 'PRODUCTION', merchantId, walletId: null })
  accountId = card.account_id
})

const authorise = (message: PurchaseMessage) => transact(database.db, (t) => authorisePurchase(t, null, message))
const clear = (message: PurchaseMessage) => transact(database.db, (t) => clearPurchase(t, null, message))
const reverse = (message: PurchaseMessage) => transact(database.db, (t) => reversePurchase(t, null, message))
const later = (message: PurchaseMessage, fields: Partial<PurchaseMessage> = {}) => ({
  ...message,
  messageId: crypto.randomUUID(),
  ...fields,
})

async function change(how: 'block' | 'unblock' | 'delete', target = card): Promise<void> {
  const verbs = { block: blockCard, unblock: unblockCard, delete: deleteCard }
  await transact(database.db, async (t) => {
    const now = await t
      .selectFrom('card')
      .selectAll()
      .where('id', '=', target.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await verbs[how](t, { card: now, at: new Date() })
    await auditRow(t, `card.${how}`, ['card', target.id], {})
  })
}

async function held(id = accountId) {
  const balance = (await balances(database.db, [id])).get(id)
  return [balance?.bookedKobo, balance?.availableKobo]
}

async function providerBalance(kind: 'SCHEME_FLOAT' | 'RECOVERY', mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION') {
  const id = providerAccount(mode, kind)
  return (await balances(database.db, [id])).get(id)?.bookedKobo ?? 0n
}

const clean = async () => expect(faultCounts(await verifyLedger(database.db))).toEqual(nothing)
const row = async (id: string | null) => await readTransaction(database.db, id ?? '')

describe('card numbers', () => {
  it('CARD-01 computes the Luhn check digit of known valid numbers', () => {
    for (const number of [
      '4111111111111111',
      '5555555555554444',
      '378282246310005',
      '6011111111111117',
      '79927398713',
    ]) {
      expect(checkDigit(number.slice(0, -1))).toBe(number.slice(-1))
    }
  })

  it('stores only the masked card number and its last four digits', () => {
    let digits = ''
    const draw = {
      digits: (count: number) => {
        digits = '123456789'.slice(0, count)
        return digits
      },
      hex: (count: number) => 'ab'.repeat(count / 2),
    }
    const digit = checkDigit(`${testBin}123456789`)
    expect(newCardNumber(draw)).toEqual({
      maskedPan: `${testBin}******789${digit}`,
      lastFour: `789${digit}`,
      token: `card_${'ab'.repeat(16)}`,
    })
  })

  it('expires a card at the end of its month in Lagos, three years after issue', () => {
    expect(expiryOf(new Date('2026-11-30T23:30:00Z'))).toBe('2029-12-31')
    expect(expiryOf(new Date('2026-02-10T12:00:00Z'))).toBe('2029-02-28')
    expect(isExpired('2029-02-28', new Date('2029-02-28T22:59:59Z'))).toBe(false)
    expect(isExpired('2029-02-28', new Date('2029-02-28T23:00:00Z'))).toBe(true)
  })
})

describe('card purchases', () => {
  it('CARD-03 holds and clears a purchase and adds it to the scheme payables', async () => {
    const before = await providerBalance('SCHEME_FLOAT')
    const message = schemeMessage(card)
    const response = await authorise(message)
    expect(response).toEqual({ outcome: 'APPROVED', transactionId: expect.any(String) })
    expect(await held()).toEqual([100_000n, 50_000n])
    expect(await row(response.transactionId)).toMatchObject({
      status: 'PENDING',
      type: 'DEBIT',
      category: 'CARD_PAYMENT',
      card_id: card.id,
      amount_kobo: 50_000n,
      beneficiary_name: 'Mama Put Kitchen',
    })
    await clean()
    const cleared = await clear(later(message))
    expect(cleared).toEqual({
      outcome: 'CLEARED',
      transactionId: response.transactionId,
      takenKobo: '50000',
      coveredKobo: '0',
    })
    expect(await held()).toEqual([50_000n, 50_000n])
    expect((await providerBalance('SCHEME_FLOAT')) - before).toBe(50_000n)
    expect(await row(response.transactionId)).toMatchObject({ status: 'SUCCESS', response_code: '00', alert: null })
    await clean()
  })

  it('releases the rest when a purchase clears below its hold', async () => {
    const message = schemeMessage(card)
    const { transactionId } = await authorise(message)
    await clear(later(message, { amountKobo: 20_001n }))
    expect(await held()).toEqual([79_999n, 79_999n])
    expect(await row(transactionId)).toMatchObject({ status: 'SUCCESS', amount_kobo: 20_001n })
    await clean()
  })

  it('debits the available balance and covers the shortfall when a purchase clears above its hold', async () => {
    const recovery = await providerBalance('RECOVERY')
    const message = schemeMessage(card)
    const { transactionId } = await authorise(message)
    expect(await clear(later(message, { amountKobo: 130_000n }))).toMatchObject({
      takenKobo: '100000',
      coveredKobo: '30000',
    })
    expect(await held()).toEqual([0n, 0n])
    expect((await providerBalance('RECOVERY')) - recovery).toBe(-30_000n)
    expect((await row(transactionId))?.alert).toBe('Shortfall of ₦300.00 covered by us. Recover it from the merchant')
    await clean()
    expect(await reverse(later(message))).toMatchObject({ outcome: 'RETURNED' })
    expect(await held()).toEqual([100_000n, 100_000n])
    expect(await providerBalance('RECOVERY')).toBe(recovery)
    await clean()
  })

  it('clears an unauthorised purchase from the available balance and covers the shortfall', async () => {
    const first = schemeMessage(card, { amountKobo: 60_000n })
    const { transactionId, ...reply } = await clear(first)
    expect(reply).toEqual({ outcome: 'CLEARED', takenKobo: '60000', coveredKobo: '0' })
    const second = schemeMessage(card, { amountKobo: 60_000n })
    expect(await clear(second)).toMatchObject({ takenKobo: '40000', coveredKobo: '20000' })
    const third = schemeMessage(card, { amountKobo: 60_000n })
    const none = await clear(third)
    expect(none).toMatchObject({ takenKobo: '0', coveredKobo: '60000' })
    expect((await row(none.transactionId))?.status).toBe('FAILED')
    await clean()
    for (const one of [third, second, first]) await reverse(later(one))
    expect(await held()).toEqual([100_000n, 100_000n])
    expect((await row(transactionId))?.status).toBe('SUCCESS')
    await clean()
  })

  it('releases an uncleared authorisation after seven days and accepts a late clearing', async () => {
    const at = new Date(Date.now() - 7 * dayMs)
    const message = schemeMessage(card, { at })
    const { transactionId } = await authorise(message)
    const sweep = (clock: () => Date) => processItems(sweepAuthorisations({ db: database.db, jobs: idleJobs, clock }))
    expect(await sweep(() => new Date(at.getTime() + 7 * dayMs - 1))).toBe(0)
    const swept = await Promise.all([1, 2, 3].map(() => sweep(() => new Date(at.getTime() + 7 * dayMs))))
    expect(swept.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
    expect(await held()).toEqual([100_000n, 100_000n])
    expect(await row(transactionId)).toMatchObject({ status: 'FAILED', alert: 'It was not cleared within 7 days' })
    await clean()
    const late = await clear(later(message, { at: new Date() }))
    expect(late.transactionId).not.toBe(transactionId)
    expect(await held()).toEqual([50_000n, 50_000n])
    await clean()
  })

  it('releases an authorisation once when it is reversed before clearing', async () => {
    const message = schemeMessage(card)
    const { transactionId } = await authorise(message)
    const outcomes = await Promise.all([1, 2, 3].map(() => reverse(later(message))))
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['NOTHING', 'NOTHING', 'RELEASED'])
    expect(await held()).toEqual([100_000n, 100_000n])
    expect((await row(transactionId))?.status).toBe('FAILED')
    await clean()
  })

  it('applies a duplicate message once with the same response and rejects a differing one', async () => {
    const message = schemeMessage(card)
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => authorise(message)))
    expect(new Set(responses.map(({ transactionId }) => transactionId)).size).toBe(1)
    expect(await held()).toEqual([100_000n, 50_000n])
    await expect(authorise({ ...message, amountKobo: 1n })).rejects.toThrow('was already used for a different request')
    await expect(authorise(later(message))).rejects.toThrow('was already received')
    const clearing = later(message)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => clear(clearing)))
    expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1)
    await expect(clear(later(message))).rejects.toThrow('was already cleared')
    expect(await held()).toEqual([50_000n, 50_000n])
    await clean()
  })

  it('either clears or reverses a purchase when both arrive concurrently, and reverses a cleared one', async () => {
    for (let round = 0; round < 5; round++) {
      const message = schemeMessage(card, { amountKobo: 1000n })
      await authorise(message)
      await Promise.allSettled([clear(later(message)), reverse(later(message))])
      await reverse(later(message))
    }
    expect((await held())[0]).toBeLessThanOrEqual(100_000n)
    await clean()
  })

  it('never authorises more than the available balance under concurrent purchases', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => authorise(schemeMessage(card, { amountKobo: 15_000n }))),
    )
    expect(responses.filter(({ outcome }) => outcome === 'APPROVED')).toHaveLength(6)
    expect(await held()).toEqual([100_000n, 10_000n])
    await clean()
  })
})

describe('declined cards', () => {
  const declinedWith = async (
    code: string,
    reason: string | RegExp,
    target = card,
    fields: Partial<PurchaseMessage> = {},
  ) => {
    const before = await held(target.account_id)
    const response = await authorise(schemeMessage(target, fields))
    expect(response).toEqual({
      outcome: 'DECLINED',
      transactionId: expect.any(String),
      code,
      reason: expect.stringMatching(reason),
    })
    expect(await held(target.account_id)).toEqual(before)
    expect(await row(response.transactionId)).toMatchObject({ status: 'DECLINED', response_code: code })
    await clean()
  }

  it('CARD-04 declines while a card is blocked, approves once unblocked and refuses deletion with authorisations', async () => {
    await change('block')
    await declinedWith('62', /^The card is blocked$/)
    await change('unblock')
    expect((await authorise(schemeMessage(card, { amountKobo: 1n }))).outcome).toBe('APPROVED')
    await expect(change('delete')).rejects.toThrow('Block the card first')
    await expect(change('unblock')).rejects.toThrow('This card is active, not blocked')
    await change('block')
    await expect(change('block')).rejects.toThrow('This card is already blocked')
    await expect(change('delete')).rejects.toThrow('₦0.01 is authorised on it and not cleared yet')
  })

  it('deletes a blocked card when no authorisation is pending', async () => {
    await change('block')
    await change('delete')
    await declinedWith('14', /^The card was deleted$/)
    await expect(change('delete')).rejects.toThrow('This card is already deleted')
    await expect(change('unblock')).rejects.toThrow('This card is deleted, not blocked')
  })

  it('never deletes a card with a pending authorisation under concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await aCard(database.db, { mode: 'PRODUCTION', merchantId: card.merchant_id, walletId: null })
      await change('block', one)
      await change('unblock', one)
      await Promise.allSettled([
        authorise(schemeMessage(one, { amountKobo: 10n })),
        change('block', one).then(() => change('delete', one)),
      ])
    }
    const deleted = database.db.selectFrom('card').innerJoin('card_purchase', 'card_id', 'card.id')
    const pending = deleted.where('card.status', '=', 'DELETED').where('card_purchase.status', '=', 'AUTHORISED')
    expect(await pending.select('card.id').execute()).toEqual([])
    await clean()
  })

  it('declines when the card has expired, funds are insufficient or the merchant is inactive', async () => {
    await declinedWith('54', /expired/, card, { at: new Date(Date.now() + 4 * 366 * dayMs) })
    await declinedWith('51', /has insufficient funds$/, card, { amountKobo: 100_001n })
    await database.db.updateTable('merchant').set({ status: 'INACTIVE' }).where('id', '=', card.merchant_id).execute()
    await declinedWith('57', /^The merchant is not active$/)
    expect(await held()).toEqual([100_000n, 100_000n])
  })

  it('applies the rules of a wallet to its card and frees the daily limit of amounts not cleared', async () => {
    const { db } = database
    const wallet = await aWallet(db, { id: card.merchant_id, mode: 'PRODUCTION' })
    const { id } = await aWalletAccount(db, wallet)
    const holder = {
      id,
      mode: 'PRODUCTION',
      merchantId: card.merchant_id,
      walletId: wallet.id,
      kind: 'WALLET',
    } as const
    for (let nth = 0; nth < 30; nth++) await transact(db, (t) => collect(t, holder))
    const one = await aCard(db, holder)
    const limit = await db.selectFrom('tier_limit').selectAll().where('tier', '=', 1).executeTakeFirstOrThrow()
    const most = limit.daily_debit_kobo
    await db.updateTable('tier_limit').set({ daily_debit_kobo: 60_000n }).where('tier', '=', 1).execute()
    const message = schemeMessage(one)
    await authorise(message)
    await declinedWith('61', /would exceed the daily limit/, one)
    await clear(later(message, { amountKobo: 10_000n }))
    expect((await authorise(schemeMessage(one))).outcome).toBe('APPROVED')
    await db.updateTable('tier_limit').set({ daily_debit_kobo: most }).where('tier', '=', 1).execute()
    await db.updateTable('wallet').set({ bvn: null, sealed_bvn: null }).where('id', '=', wallet.id).execute()
    await declinedWith('57', /cannot be debited/, one)
    await db.updateTable('wallet').set({ status: 'INACTIVE' }).where('id', '=', wallet.id).execute()
    await declinedWith('57', /disabled/, one)
    await foldAll(db)
    await clean()
  })

  it('rejects a card of the other mode and a clearing by another card', async () => {
    const message = schemeMessage(card)
    await expect(authorise({ ...message, mode: 'SANDBOX' })).rejects.toThrow('This card')
    await authorise(message)
    const other = await aCard(database.db, { mode: 'PRODUCTION', merchantId: card.merchant_id, walletId: null })
    await expect(clear(later(message, { cardToken: other.token }))).rejects.toThrow('belongs to another card')
  })
})

describe('card batches', () => {
  it('CARD-02 issues one card per holder only when the merchant can issue that type', async () => {
    const { db } = database
    const holder = { mode: 'PRODUCTION', merchantId: card.merchant_id, walletId: null } as const
    const cards = await transact(db, (t) => someCards(t, holder, { names: ['Ada', 'Bola', 'Chidi'] }))
    expect(cards.map(({ holder_name }) => holder_name)).toEqual(['Ada', 'Bola', 'Chidi'])
    expect(new Set(cards.map(({ token }) => token)).size).toBe(3)
    const issue = async () => {
      await transact(db, async (t) => {
        const id = await aCardBatch(t, holder, { type: 'PHYSICAL' })
        const batch = await t.selectFrom('card_batch').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        await issueCards(t, null, { batch, at: new Date() })
      })
    }
    const may = (fields: object) => db.updateTable('merchant').set(fields).where('id', '=', card.merchant_id).execute()
    await may({ card_types: ['VIRTUAL'] })
    await expect(issue()).rejects.toThrow('cannot issue physical cards')
    await may({ is_card_enabled: false })
    await expect(issue()).rejects.toThrow('Cards are not enabled for')
    await clean()
  })

  it('accepts a reference once and only the wallets of the merchant', async () => {
    const holder = { mode: 'PRODUCTION', merchantId: card.merchant_id, walletId: null } as const
    await transact(database.db, (t) => aCardBatch(t, holder, { reference: 'first' }))
    await expect(transact(database.db, (t) => aCardBatch(t, holder, { reference: 'FIRST' }))).rejects.toThrow(
      'The reference FIRST was already used',
    )
    const stranger = await aWallet(database.db, await aFundedMerchant(database.db, 1n))
    const foreignHolder = { ...holder, walletId: stranger.id }
    await expect(transact(database.db, (t) => aCardBatch(t, foreignHolder))).rejects.toThrow('This wallet')
  })
})

describe('payables settlement of the scheme', () => {
  it('pays the scheme payables once a day under concurrent calls and never a negative balance', async () => {
    const at = new Date()
    const pay = (day: string) =>
      transact(database.db, (t) => payPayables(t, 'SCHEME_FLOAT', { mode: 'PRODUCTION', day, at }))
    await clear(schemeMessage(card, { amountKobo: 500n }))
    const due = await providerBalance('SCHEME_FLOAT')
    const paid = await Promise.all(['2026-11-20', '2026-11-20', '2026-11-20', '2026-11-21'].map(pay))
    expect(paid.reduce((sum, one) => sum + one, 0n)).toBe(due)
    expect(await providerBalance('SCHEME_FLOAT')).toBe(0n)
    await clean()
    const message = schemeMessage(card, { amountKobo: 700n })
    await clear(message)
    expect(await pay('2026-11-22')).toBe(700n)
    await reverse(later(message))
    expect(await providerBalance('SCHEME_FLOAT')).toBe(-700n)
    expect(await pay('2026-11-23')).toBe(0n)
    await clear(schemeMessage(card, { amountKobo: 1000n }))
    expect(await pay('2026-11-23')).toBe(300n)
    await clear(schemeMessage(card, { amountKobo: 1n }))
    expect(await pay('2026-11-23')).toBe(0n)
    expect(await pay('2026-11-24')).toBe(1n)
    const { id } = await ownAccount(database.db, card.merchant_id)
    expect(id).toBe(accountId)
    await clean()
  })
})
