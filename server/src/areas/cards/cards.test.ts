import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { authorisePurchase } from '../../engine/cards/authorise-purchase.ts'
import type { CardRow } from '../../engine/cards/card-status.ts'
import { clearPurchase } from '../../engine/cards/clear-purchase.ts'
import { reversePurchase } from '../../engine/cards/reverse-purchase.ts'
import { foldAll } from '../../ledger/fold.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aWallet, aWalletAccount } from '../../testing/factories.ts'
import { aCard, aCardBatch, schemeMessage } from '../../testing/issued-cards.ts'
import { aFundedMerchant, withEndpoint } from '../../testing/payouts.ts'

const {
  list,
  details,
  batches,
  batchDetails,
  transactions,
  setUp,
  approveBatch,
  declineBatch,
  block,
  unblock,
  remove,
} = contract.cards

let app: TestApp
let ada: Client
let shop: { id: string }
let other: { id: string }
const cardOf: Record<string, CardRow> = {}
const batchOf: Record<string, string> = {}

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 9))
const own = (merchant: { id: string }, mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION') => {
  return { mode, merchantId: merchant.id, walletId: null }
}

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  shop = await aFundedMerchant(app.db, 1_000_000n)
  other = await aFundedMerchant(app.db, 1_000_000n)
  const test = await aFundedMerchant(app.db, 1_000_000n, 'SANDBOX')
  const wallet = await aWallet(app.db, { id: shop.id, mode: 'PRODUCTION' })
  await aWalletAccount(app.db, wallet)
  cardOf['first'] = await aCard(app.db, own(shop), { at: on(10), reference: 'Spring-1' })
  cardOf['wallet'] = await aCard(app.db, { ...own(shop), walletId: wallet.id }, { at: on(11), reference: 'spring-2' })
  cardOf['physical'] = await aCard(app.db, own(other), { at: on(12), type: 'PHYSICAL', reference: 'autumn' })
  cardOf['sandbox'] = await aCard(app.db, own(test, 'SANDBOX'), { at: on(12) })
  await transact(app.db, async (t) => {
    batchOf['pending'] = await aCardBatch(t, own(shop), { at: on(13), names: ['Ada', 'Bola'], reference: 'spring-3' })
    batchOf['sandbox'] = await aCardBatch(t, own(test, 'SANDBOX'), { at: on(13) })
  })
})
afterAll(() => app.close())

const idOf = (name: string) => cardOf[name]?.id ?? ''

async function clean(): Promise<void> {
  expect(faultCounts(await verifyLedger(app.db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
}

async function names(query: Request<typeof list>): Promise<{ total: number; names: string[] }> {
  const { data } = await ada.call(list, query)
  const nameOf = new Map(Object.entries(cardOf).map(([name, { id }]) => [id, name]))
  return { total: data.totalRecords, names: data.cards.map(({ id }) => nameOf.get(id) ?? id) }
}

describe('cards', () => {
  it.each(['unfolded', 'folded'])(
    'CARD-01 API-11 lists cards of one mode, newest first, with counts %s',
    async (counts) => {
      if (counts === 'folded') await foldAll(app.db)
      const all = ['physical', 'wallet', 'first']
      expect(await names({})).toEqual({ total: 3, names: all })
      expect(await names({ page: 2, size: 2 })).toEqual({ total: 3, names: ['first'] })
      expect(await names({ merchantId: shop.id })).toEqual({ total: 2, names: ['wallet', 'first'] })
      expect(await names({ merchantId: 'nobody' })).toEqual({ total: 0, names: [] })
      expect(await names({ startDate: '2026-11-11', endDate: '2026-11-11' })).toEqual({ total: 1, names: ['wallet'] })
      expect(await names({ startDate: '2026-11-12', endDate: '2026-11-11' })).toEqual({ total: 0, names: [] })
      expect(await names({ type: 'PHYSICAL' })).toEqual({ total: 1, names: ['physical'] })
      expect(await names({ type: 'virtual', status: 'active' })).toEqual({ total: 2, names: ['wallet', 'first'] })
      expect(await names({ status: 'DELETED' })).toEqual({ total: 0, names: [] })
      expect(await names({ batchReference: 'SPRING' })).toEqual({ total: 2, names: ['wallet', 'first'] })
      expect(await names({ batchReference: 'spring-2', status: 'ACTIVE', type: 'VIRTUAL' })).toEqual({
        total: 1,
        names: ['wallet'],
      })
      expect(await names({ batchReference: 'ring' })).toEqual({ total: 0, names: [] })
    },
  )

  it('CARD-01 finds cards by last four digits or holder name only', async () => {
    const { last_four: lastFour } = cardOf['wallet'] ?? { last_four: '' }
    const alike = ['physical', 'wallet', 'first'].filter((name) => cardOf[name]?.last_four === lastFour)
    expect(await names({ search: lastFour })).toEqual({ total: alike.length, names: alike })
    expect(await names({ search: 'ngozi BEL' })).toEqual({ total: 3, names: ['physical', 'wallet', 'first'] })
    expect(await names({ search: 'Ngozi', merchantId: other.id })).toEqual({ total: 1, names: ['physical'] })
    for (const search of ['506140', 'nobody', '%']) expect(await names({ search })).toEqual({ total: 0, names: [] })
  })

  it('FILTER-44 rejects an unknown type or status and an invalid day', async () => {
    for (const rawQuery of ['type=PLASTIC', 'status=LOST', 'startDate=yesterday']) {
      expect((await ada.call(list, {}, { rawQuery })).status).toBe(400)
      expect((await ada.call(batches, {}, { rawQuery })).status).toBe(400)
    }
  })

  it('API-12 returns a card with a masked number, and 404 for a card of the other mode', async () => {
    const { data, text } = await ada.call(details, { cardId: idOf('wallet') })
    expect(data.card).toMatchObject({
      status: 'ACTIVE',
      type: 'VIRTUAL',
      holderName: 'Ngozi Bello',
      maskedPan: expect.stringMatching(/^506140\*{6}\d{4}$/),
      expiry: '11/29',
      isExpired: false,
      batchReference: 'SPRING-2',
      merchant: { id: shop.id },
      wallet: { accountName: 'Chidi Okafor' },
      held: 0,
      openAuthorisations: 0,
      hindrance: 'Block the card first',
    })
    expect(text).not.toContain(cardOf['wallet']?.token)
    for (const cardId of [idOf('sandbox'), 'no card']) {
      expect((await ada.call(details, { cardId })).status).toBe(404)
    }
  })
})

describe('card batches', () => {
  const references = async (query: Request<typeof batches>) => {
    const { data } = await ada.call(batches, query)
    expect(data.totalRecords).toBe(data.batches.length)
    return data.batches.map(({ batchReference }) => batchReference)
  }

  it('CARD-02 API-13 FILTER-41 lists batches of one mode, newest first, and filters them', async () => {
    expect(await references({})).toEqual(['SPRING-3', 'AUTUMN', 'SPRING-2', 'SPRING-1'])
    expect(await references({ sort: 'oldest' })).toEqual(['SPRING-1', 'SPRING-2', 'AUTUMN', 'SPRING-3'])
    expect(await references({ status: 'PENDING' })).toEqual(['SPRING-3'])
    expect(await references({ status: 'accepted', merchantId: shop.id })).toEqual(['SPRING-2', 'SPRING-1'])
    expect(await references({ status: 'DECLINED' })).toEqual([])
    expect(await references({ type: 'PHYSICAL' })).toEqual(['AUTUMN'])
    expect(await references({ batchReference: 'spring-' })).toEqual(['SPRING-3', 'SPRING-2', 'SPRING-1'])
    expect(await references({ startDate: '2026-11-12', endDate: '2026-11-12' })).toEqual(['AUTUMN'])
    expect((await ada.call(batches, { page: 2, size: 3 })).data).toMatchObject({ totalRecords: 4, batches: [{}] })
  })

  it('API-15 returns the holders of a batch, and 404 for a batch of the other mode', async () => {
    const { batch } = (await ada.call(batchDetails, { batchId: batchOf['pending'] ?? '' })).data
    expect(batch).toMatchObject({
      status: 'PENDING',
      quantity: 2,
      type: 'VIRTUAL',
      reason: null,
      decidedBy: null,
      hindrance: null,
      holders: [
        { holderName: 'Ada', wallet: null, cardId: null },
        { holderName: 'Bola', wallet: null, cardId: null },
      ],
    })
    expect((await ada.call(batchDetails, { batchId: batchOf['sandbox'] ?? '' })).status).toBe(404)
  })
})

describe('batch decisions', () => {
  let merchant: { id: string }
  let batchId: string
  beforeEach(async () => {
    merchant = await aFundedMerchant(app.db, 1n)
    await withEndpoint(app.db, app.services.seal, merchant.id, 'http://127.0.0.1:9/hooks')
    batchId = await transact(app.db, (t) => aCardBatch(t, own(merchant), { names: ['Ada', 'Bola'] }))
  })
  const enable = (types?: ('PHYSICAL' | 'VIRTUAL')[]) =>
    ada.call(setUp, { merchantId: merchant.id, ...(types && { types }) })
  const events = async () => {
    const rows = await app.db.selectFrom('webhook_event').selectAll().where('merchant_id', '=', merchant.id).execute()
    return rows.map(({ body }) => JSON.parse(body) as { event: string; data: object })
  }

  it('CARD-04 API-17 issues one card per holder once under concurrent approvals and notifies the merchant', async () => {
    await enable()
    const all = await Promise.all([1, 2, 3].map(() => ada.call(approveBatch, { batchId })))
    expect(all.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409, 409])
    expect(all.find(({ status }) => status === 200)).toMatchObject({
      message: '2 cards were issued',
      data: { status: 'ACCEPTED' },
    })
    expect(all.find(({ status }) => status === 409)?.message).toMatch(/ already approved this batch on /)
    const { batch } = (await ada.call(batchDetails, { batchId })).data
    expect(batch).toMatchObject({ status: 'ACCEPTED', decidedBy: expect.stringMatching(/\w/) })
    const cards = (await ada.call(list, { merchantId: merchant.id })).data.cards
    expect(new Set(batch.holders?.map(({ cardId }) => cardId))).toEqual(new Set(cards.map(({ id }) => id)))
    expect(await events()).toMatchObject([
      { event: 'card.batch_approved', data: { batchId, cards: 2, quantity: 2, type: 'VIRTUAL' } },
    ])
    await clean()
  })

  it('API-17 rejects approval and shows the blocker when the merchant does not issue cards of that type', async () => {
    const reply = await ada.call(approveBatch, { batchId })
    expect(reply).toMatchObject({ status: 422, message: expect.stringMatching(/^Cards are not enabled for /) })
    expect((await ada.call(batchDetails, { batchId })).data.batch.hindrance).toBe(reply.message)
    await enable(['PHYSICAL'])
    expect((await ada.call(approveBatch, { batchId })).message).toMatch(/ cannot issue virtual cards$/)
    expect((await ada.call(list, { merchantId: merchant.id })).data.totalRecords).toBe(0)
  })

  it('API-18 declines a batch permanently with a reason and notifies the merchant', async () => {
    expect((await ada.call(declineBatch, { batchId, reason: ' ' })).status).toBe(400)
    expect(await ada.call(declineBatch, { batchId, reason: 'No contract' })).toMatchObject({
      status: 200,
      data: { status: 'DECLINED' },
    })
    expect((await ada.call(batchDetails, { batchId })).data.batch).toMatchObject({
      status: 'DECLINED',
      reason: 'No contract',
      hindrance: null,
    })
    await enable()
    expect(await ada.call(approveBatch, { batchId })).toMatchObject({
      status: 409,
      message: expect.stringContaining('already declined this batch'),
    })
    expect((await ada.call(declineBatch, { batchId, reason: 'Twice' })).status).toBe(409)
    expect(await events()).toMatchObject([{ event: 'card.batch_declined', data: { batchId, reason: 'No contract' } }])
    await clean()
  })

  it('API-16 enables cards once', async () => {
    expect((await enable(['VIRTUAL'])).status).toBe(200)
    expect((await enable()).status).toBe(409)
    expect((await ada.call(setUp, { merchantId: merchant.id, types: [] })).status).toBe(400)
    expect((await ada.call(setUp, { merchantId: merchant.id, types: ['PLASTIC'] as never })).status).toBe(400)
  })
})

describe('card status', () => {
  let card: CardRow
  beforeEach(async () => {
    card = await aCard(app.db, own(await aFundedMerchant(app.db, 100_000n)))
  })
  const cardId = () => ({ cardId: card.id })

  it('API-19 API-20 blocks and unblocks a card once each, with an audit row', async () => {
    expect(await ada.call(block, { ...cardId(), reason: 'Lost' })).toMatchObject({
      status: 200,
      message: `The card ending ${card.last_four} was blocked`,
      data: { status: 'BLOCKED' },
    })
    expect(await ada.call(block, cardId())).toMatchObject({ status: 409, message: 'This card is already blocked' })
    expect((await ada.call(details, cardId())).data.card).toMatchObject({
      status: 'BLOCKED',
      blockedReason: 'Lost',
      hindrance: null,
    })
    expect((await ada.call(unblock, cardId())).status).toBe(200)
    expect((await ada.call(unblock, cardId())).status).toBe(409)
    const audits = await app.db.selectFrom('audit').selectAll().where('record_id', '=', card.id).orderBy('id').execute()
    expect(audits.map(({ action, reason }) => [action, reason])).toEqual([
      ['card.block', 'Lost'],
      ['card.unblock', null],
    ])
    await foldAll(app.db)
    await clean()
  })

  it('API-21 deletes only a blocked card, permanently, with the ID in the query or the body', async () => {
    expect(await ada.call(remove, cardId())).toMatchObject({ status: 409, message: 'Block the card first' })
    await ada.call(block, cardId())
    const inBody = { rawQuery: '', rawBody: JSON.stringify(cardId()) }
    expect((await ada.call(remove, cardId(), { rawBody: JSON.stringify({ cardId: 'other' }) })).status).toBe(400)
    expect(await ada.call(remove, {}, inBody)).toMatchObject({ status: 200, data: { status: 'DELETED' } })
    expect((await ada.call(remove, cardId())).status).toBe(409)
    expect((await ada.call(unblock, cardId())).status).toBe(409)
    expect((await ada.call(list, { merchantId: card.merchant_id, status: 'DELETED' })).data.totalRecords).toBe(1)
    await clean()
  })

  it('does not delete a card with pending authorisations and shows the blocker', async () => {
    await transact(app.db, (t) => authorisePurchase(t, null, schemeMessage(card)))
    await ada.call(block, cardId())
    const { card: shown } = (await ada.call(details, cardId())).data
    expect(shown).toMatchObject({ held: 500, openAuthorisations: 1 })
    expect(await ada.call(remove, cardId())).toMatchObject({ status: 409, message: shown.hindrance })
    await clean()
  })

  it('blocks a card once for one idempotency key and rejects changes by an auditor', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const both = [await ada.call(block, cardId(), { headers }), await ada.call(block, cardId(), { headers })]
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await (await app.signIn({ role: 'AUDITOR' })).call(unblock, cardId())).status).toBe(403)
    expect((await (await app.signIn({ mode: 'SANDBOX' })).call(unblock, cardId())).status).toBe(404)
  })
})

describe('card transactions', () => {
  const paid: Record<string, string> = {}
  let spender: CardRow
  beforeAll(async () => {
    spender = await aCard(app.db, own(await aFundedMerchant(app.db, 1_000_000n)), { at: on(1) })
    const spend = async (name: string, day: number, amountKobo = 100_000n, card = spender) => {
      const message = schemeMessage(card, { at: on(day), amountKobo })
      paid[name] = (await transact(app.db, (t) => authorisePurchase(t, null, message))).transactionId
      return { ...message, messageId: crypto.randomUUID() }
    }
    const cleared = await spend('cleared', 2)
    await transact(app.db, (t) => clearPurchase(t, null, { ...cleared, amountKobo: 80_000n }))
    await spend('open', 3)
    await spend('declined', 4, 9_000_000n)
    const returned = await spend('returned', 5)
    await transact(app.db, (t) => clearPurchase(t, null, returned))
    const reversal = { ...returned, messageId: crypto.randomUUID(), at: on(6) }
    paid['back'] = (await transact(app.db, (t) => reversePurchase(t, null, reversal))).transactionId ?? ''
    const released = await spend('given back', 7)
    await transact(app.db, (t) => reversePurchase(t, null, released))
    await spend('of another', 8, 1000n, cardOf['first'])
    await spend('sandbox', 8, 1000n, cardOf['sandbox'])
  })

  async function listed(query: Request<typeof transactions>): Promise<{ total: number; names: string[] }> {
    const { data } = await ada.call(transactions, query)
    const nameOf = new Map(Object.entries(paid).map(([name, id]) => [id, name]))
    return { total: data.totalRecords, names: data.transactions.map(({ id }) => nameOf.get(id) ?? 'unnamed') }
  }

  it.each(['unfolded', 'folded'])(
    'CARD-03 API-14 FILTER-43 lists card transactions newest first and filters them, with counts %s',
    async (counts) => {
      if (counts === 'folded') await foldAll(app.db)
      const cardId = spender.id
      const all = ['given back', 'back', 'returned', 'declined', 'open', 'cleared']
      expect(await listed({ cardId })).toEqual({ total: 6, names: all })
      expect(await listed({ merchantId: spender.merchant_id, page: 2, size: 4 })).toEqual({
        total: 6,
        names: all.slice(4),
      })
      expect(await listed({ endDate: '2026-11-08' })).toEqual({ total: 7, names: ['of another', ...all] })
      for (const [status, found] of [
        ['PENDING', ['open']],
        ['SUCCESS', ['back', 'returned', 'cleared']],
        ['FAILED', ['given back']],
        ['DECLINED', ['declined']],
        ['QUEUED', []],
      ] as const) {
        expect(await listed({ merchantId: spender.merchant_id, status })).toEqual({
          total: found.length,
          names: [...found],
        })
        expect(await listed({ cardId, status })).toEqual({ total: found.length, names: [...found] })
      }
      expect(await listed({ cardId, startDate: '2026-11-04', endDate: '2026-11-05' })).toEqual({
        total: 2,
        names: ['returned', 'declined'],
      })
      expect(await listed({ cardId: idOf('sandbox') })).toEqual({ total: 0, names: [] })
      expect((await ada.call(transactions, {}, { rawQuery: 'status=LOST' })).status).toBe(400)
    },
  )

  it('CARD-03 finds a card transaction by its reference or a prefix of it, ignoring case', async () => {
    const { data } = await ada.call(transactions, { cardId: spender.id, status: 'DECLINED' })
    const reference = data.transactions[0]?.reference ?? 'none'
    expect(await listed({ search: reference.toLowerCase() })).toEqual({ total: 1, names: ['declined'] })
    expect(await listed({ search: reference.slice(0, -2), cardId: spender.id })).toMatchObject({ names: ['declined'] })
    expect(await listed({ search: `${reference}x` })).toEqual({ total: 0, names: [] })
  })

  it('returns the card, the acceptor and the decline reason of each transaction', async () => {
    const { data } = await ada.call(transactions, { cardId: spender.id })
    expect(data.transactions.find(({ id }) => id === paid['declined'])).toMatchObject({
      type: 'DEBIT',
      amount: 90_000,
      acceptor: 'Mama Put Kitchen',
      reason: expect.stringMatching(/has insufficient funds$/),
      card: { id: spender.id, maskedPan: spender.masked_pan, holderName: 'Ngozi Bello' },
    })
    expect(data.transactions.find(({ id }) => id === paid['back'])).toMatchObject({
      type: 'CREDIT',
      acceptor: 'Mama Put Kitchen',
    })
  })

  it('shows card transactions on their own page and among the transactions of the account', async () => {
    const page = async (name: string) =>
      (await ada.call(contract.transactions.info, { transactionId: paid[name] ?? '' })).data.transaction
    expect(await page('cleared')).toMatchObject({
      category: 'CARD_PAYMENT',
      amount: 800,
      metadata: { paymentMethod: 'CARD' },
      card: { id: spender.id, authorisedAmount: 1000, clearedAmount: 800, coveredAmount: 0, heldUntil: null },
    })
    expect((await page('open')).card).toMatchObject({
      authorisedAmount: 1000,
      clearedAmount: null,
      heldUntil: '2026-11-10T09:00:00.000Z',
    })
    expect((await page('back')).card).toMatchObject({
      paymentTransactionId: paid['returned'],
      reversalTransactionId: paid['back'],
      clearedAmount: 1000,
    })
    const { data } = await ada.call(contract.transactions.merchantList, { merchantId: spender.merchant_id })
    expect(data.transactions.map(({ id }) => id)).toEqual(
      expect.arrayContaining([paid['cleared'], paid['open'], paid['back']]),
    )
    // Reversals of card purchases are not listed as collections.
    expect((await ada.call(contract.virtualAccounts.transactions, {})).data.totalRecords).toBe(0)
    await clean()
  })

  it('rejects marking a card transaction as successful or failed', async () => {
    const decision = { transactionId: paid['open'] ?? '', reason: 'Told by telephone' }
    for (const call of [contract.transactions.markSuccess, contract.transactions.markFailed]) {
      expect((await ada.call(call, decision)).status).toBe(422)
    }
  })
})
