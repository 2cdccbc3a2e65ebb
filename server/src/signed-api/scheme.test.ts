import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '@kobo/contract'
import { testBin } from '../engine/cards/card-number.ts'
import type { CardRow } from '../engine/cards/card-status.ts'
import { faultCounts, verifyLedger } from '../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { aWallet, aWalletAccount } from '../testing/factories.ts'
import { aCard } from '../testing/issued-cards.ts'
import { aFundedMerchant, withEndpoint } from '../testing/payouts.ts'
import { type SignedBend, sendSigned } from '../testing/signed-callers.ts'

let app: TestApp
let ada: Client
const logged: string[] = []
const { write } = process.stdout
beforeAll(async () => {
  // With `write` replaced, the server logs through it.
  process.stdout.write = (text: unknown) => logged.push(String(text)) > 0
  app = await startApp({ rails: 'running', settings: { logLevel: 'trace' } })
  ada = await app.signIn()
})
afterAll(async () => {
  await app.close()
  process.stdout.write = write
})

const send = (path: string, body: unknown, bend: SignedBend = {}) =>
  sendSigned(app, `cards/${path}`, body, { secret: app.services.settings.schemeSecret ?? '', ...bend })

async function aNewCard(amountKobo = 100_000n): Promise<CardRow> {
  const { id: merchantId } = await aFundedMerchant(app.db, amountKobo)
  return await aCard(app.db, { mode: 'PRODUCTION', merchantId, walletId: null })
}

function message(card: CardRow, fields: object = {}) {
  const named = { mode: 'PRODUCTION', messageId: randomUUID(), reference: randomUUID() }
  return { ...named, cardToken: card.token, amountKobo: '50000', acceptor: 'Mama Put Kitchen', ...fields }
}

const again = (request: object) => ({ ...request, messageId: randomUUID() })

function reversalOf({ mode, reference }: { mode: string; reference: string }) {
  return { mode, reference, messageId: randomUUID() }
}

describe('scheme messages', () => {
  it('authorises, clears and reverses once under duplicate messages, with equal responses', async () => {
    const card = await aNewCard()
    const request = message(card)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => send('authorise', request)))
    for (const { status, data } of replies) {
      expect([status, data]).toEqual([200, { outcome: 'APPROVED', transactionId: replies[0]?.data['transactionId'] }])
    }
    const clearing = { ...again(request), amountKobo: '30000' }
    const cleared = await Promise.all([1, 2, 3].map(() => send('clear', clearing)))
    const { transactionId } = replies[0]?.data ?? {}
    for (const { data } of cleared) {
      expect(data).toEqual({ outcome: 'CLEARED', transactionId, takenKobo: '30000', coveredKobo: '0' })
    }
    expect((await send('clear', again(clearing))).status).toBe(409)
    const reversal = reversalOf(request)
    const returned = [await send('reverse', reversal), await send('reverse', reversal)]
    expect(returned[0]?.data).toMatchObject({ outcome: 'RETURNED' })
    expect(returned[1]?.data).toEqual(returned[0]?.data)
    expect((await send('reverse', again(reversal))).data).toMatchObject({ outcome: 'NOTHING' })
    expect(faultCounts(await verifyLedger(app.db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
  })

  it('returns the reason of a decline', async () => {
    const reply = await send('authorise', message(await aNewCard(1n)))
    expect(reply.data).toMatchObject({
      outcome: 'DECLINED',
      code: '51',
      reason: expect.stringMatching(/insufficient funds$/),
    })
  })

  it('accepts messages only with a current signature of the scheme', async () => {
    const request = message(await aNewCard())
    const { railsSecret, acquirerSecret } = app.services.settings
    for (const bend of [
      { secret: railsSecret ?? '' },
      { secret: acquirerSecret ?? '' },
      { text: JSON.stringify({ ...request, amountKobo: '1' }) },
      { atMs: app.clock.now().getTime() - 3_600_000 },
    ]) {
      expect((await send('authorise', request, bend)).status).toBe(401)
      expect((await send('clear', request, bend)).status).toBe(401)
      expect((await send('reverse', reversalOf(request), bend)).status).toBe(401)
    }
  })

  it.each([
    ['an amount of zero', { amountKobo: '0' }],
    ['an amount as a JSON number', { amountKobo: 50_000 }],
    ['an amount above the limit', { amountKobo: '99999999999999' }],
    ['a whole card number', { cardToken: `${testBin}0000000000` }],
    ['an invalid reference', { reference: "' or 1=1" }],
    ['an unknown mode', { mode: 'LIVE' }],
    ['an unknown field', { pin: '1234' }],
    ['an empty acceptor', { acceptor: '' }],
  ])('rejects messages with %s', async (_, fields) => {
    const request = message(await aNewCard(), fields)
    expect((await send('authorise', request)).status).toBe(400)
    expect((await send('clear', request)).status).toBe(400)
  })

  it('declines a purchase that was reversed before it was authorised, with equal responses', async () => {
    const request = message(await aNewCard())
    const undo = reversalOf(request)
    for (const reversal of [undo, undo, reversalOf(request)]) {
      expect(await send('reverse', reversal)).toMatchObject({ status: 200, data: { outcome: 'NOTHING' } })
    }
    const late = await send('authorise', request)
    expect(late.data).toMatchObject({
      outcome: 'DECLINED',
      code: '21',
      reason: 'Reversed by the scheme before authorisation',
    })
    expect((await send('authorise', request)).data).toEqual(late.data)
  })

  it('returns not found for a card of the other mode', async () => {
    const card = await aNewCard()
    expect((await send('authorise', message(card, { mode: 'SANDBOX' }))).status).toBe(404)
    expect((await send('clear', message(card, { cardToken: `card_${'0'.repeat(32)}` }))).status).toBe(404)
  })
})

describe('card batches of merchants', () => {
  it('issues the cards of a batch once and never stores or logs their numbers', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const secret = await withEndpoint(app.db, app.services.seal, merchant.id, 'simulator:/hooks/cards')
    const wallet = await aWallet(app.db, { id: merchant.id, mode: 'PRODUCTION' })
    await aWalletAccount(app.db, wallet)
    const as = { secret, merchantId: merchant.id }
    const holders = [
      { walletId: null, name: 'Adire & Indigo' },
      { walletId: wallet.id, name: 'Chidi Okafor' },
    ]
    const body = { reference: 'staff-2026', type: 'PHYSICAL', holders }
    const batches = await Promise.all([1, 2, 3].map(() => sendSigned(app, 'merchants/card-batches', body, as)))
    const batchId = String(batches[0]?.data['batchId'])
    for (const { status, data } of batches) expect([status, data]).toEqual([200, { batchId }])
    const otherwise = { ...body, type: 'VIRTUAL' }
    expect((await sendSigned(app, 'merchants/card-batches', otherwise, as)).status).toBe(409)

    await ada.call(contract.cards.setUp, { merchantId: merchant.id })
    expect((await ada.call(contract.cards.approveBatch, { batchId })).status).toBe(200)
    const cards = await app.db.selectFrom('card').selectAll().where('batch_id', '=', batchId).execute()
    expect(cards.map(({ type }) => type)).toEqual(['PHYSICAL', 'PHYSICAL'])
    for (const card of cards) {
      const request = message(card)
      await send('authorise', request)
      await send('clear', again(request))
    }
    const tables = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.db)
    const withNumber = new RegExp(`${testBin}\\d{10}`)
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} as t`.execute(app.db)
      for (const { text } of rows) expect(text).not.toMatch(withNumber)
    }
    expect(logged.join('')).toContain('/rails/cards/clear')
    expect(logged.join('')).not.toMatch(withNumber)
    expect(logged.join('')).not.toContain(cards[0]?.token)
  })

  it.each([
    ['no card holders', { holders: [] }],
    ['more than 500 card holders', { holders: Array.from({ length: 501 }, () => ({ name: 'Ada' })) }],
    ['a name that is too long', { holders: [{ name: 'A'.repeat(27) }] }],
    ['a card number as the name', { holders: [{ name: '5061400000000000' }] }],
    ['an unknown type', { type: 'PLASTIC' }],
    ['an invalid wallet', { holders: [{ walletId: 'mine', name: 'Ada' }] }],
  ])('rejects a card batch for %s', async (_, fields) => {
    const merchant = await aFundedMerchant(app.db, 1n)
    const secret = await withEndpoint(app.db, app.services.seal, merchant.id, 'simulator:/hooks/cards')
    const body = { reference: 'staff', type: 'VIRTUAL', holders: [{ name: 'Ada' }], ...fields }
    expect((await sendSigned(app, 'merchants/card-batches', body, { secret, merchantId: merchant.id })).status).toBe(
      400,
    )
  })

  it('rejects a card batch for the wallet of another merchant', async () => {
    const [merchant, other] = [await aFundedMerchant(app.db, 1n), await aFundedMerchant(app.db, 1n)]
    const secret = await withEndpoint(app.db, app.services.seal, merchant.id, 'simulator:/hooks/cards')
    const wallet = await aWallet(app.db, { id: other.id, mode: 'PRODUCTION' })
    await aWalletAccount(app.db, wallet)
    const body = { reference: 'staff', type: 'VIRTUAL', holders: [{ walletId: wallet.id, name: 'Ada' }] }
    expect((await sendSigned(app, 'merchants/card-batches', body, { secret, merchantId: merchant.id })).status).toBe(
      404,
    )
  })
})
