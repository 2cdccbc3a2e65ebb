import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LedgerRefusal } from '../ledger/ledger-refusal.ts'
import { accountNumber } from '../ledger/nuban.ts'
import { newSessionId } from '../rails/session-id.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aWallet, ownRates } from '../testing/factories.ts'
import { aFundedMerchant, eventually, ownAccount, withEndpoint } from '../testing/payouts.ts'
import { uuidv7 } from '../uuid.ts'
import { billMaintenance } from './charges/maintenance-fees.ts'
import { chargeEvent, collectCharge } from './charges/charge-event.ts'
import { lookUpBvn } from './charges/look-up-bvn.ts'
import { openStaticAccount } from './collections/open-virtual-account.ts'
import { type CollectionOutcome, receiveCollection } from './collections/receive-collection.ts'
import { IdempotencyConflict } from './inbound-idempotency.ts'
import { bookTransfer } from './book-transfer.ts'
import { newReference } from './reference.ts'
import { DomainError } from '../domain-error.ts'
import { processItems } from '../testing/run-inline.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
})
afterAll(() => app.close())

const sender = { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '058' }
const at = new Date('2026-11-20T10:00:00Z')
let serial = 700_000_000

async function aWalletWithAccount(merchant: { id: string; mode: string }, availableKobo = 0n) {
  const wallet = await aWallet(app.db, merchant)
  serial += 1
  const account = await app.db
    .insertInto('account')
    .values({
      id: uuidv7(),
      mode: merchant.mode,
      created_at: at.toISOString(),
      kind: 'WALLET',
      merchant_id: merchant.id,
      wallet_id: wallet.id,
      account_number: accountNumber(serial, '101'),
      account_name: wallet.account_name,
      bank_code: '101',
      bank_name: 'Providus Bank',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (availableKobo > 0n) await receive(account.account_number, availableKobo)
  return { wallet, account }
}

async function receive(number: string, amountKobo: bigint, sessionId = newSessionId(at)) {
  return await app.db.transaction().execute((db) =>
    receiveCollection(db, app.services.jobs, {
      mode: 'PRODUCTION',
      accountNumber: number,
      amountKobo,
      sender,
      sessionId,
      narration: 'Rent',
      route: 'NIP',
      at,
    }),
  )
}

function creditedBy(response: CollectionOutcome): string {
  if (response.outcome !== 'CREDITED') throw new Error(response.reason)
  return response.transactionId
}

async function available(accountId: string): Promise<bigint> {
  const { available_kobo } = await app.db
    .selectFrom('account')
    .select('available_kobo')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return available_kobo
}

async function transactionsOf(reference: string) {
  return await app.db
    .selectFrom('transaction')
    .select(['scope', 'type', 'category', 'status', 'amount_kobo', 'fee_kobo', 'vat_kobo', 'wallet_id'])
    .where('reference', '=', reference)
    .orderBy('type', 'desc')
    .execute()
}

async function entriesSum(): Promise<string> {
  const { rows } = await app.database.pool.query('select coalesce(sum(amount_kobo), 0)::text as sum from entry')
  return rows[0].sum
}

describe('collections', () => {
  it('credits the wallet of a static account less fee and VAT, and sends a webhook event', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    await withEndpoint(app.db, app.services.seal, merchant.id, 'simulator:/hooks/collections')
    const { wallet, account } = await aWalletWithAccount(merchant)
    const number = await app.db.transaction().execute((db) =>
      openStaticAccount(db, app.services.jobs, {
        mode: 'PRODUCTION',
        merchantId: merchant.id,
        walletId: wallet.id,
        accountName: 'Chidi Okafor',
        at,
      }),
    )
    // Opening costs the merchant 50 naira and 7.5 % VAT.
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 1_000_000n - 5375n })
    const transactionId = creditedBy(await receive(number, 2_000_000n))
    // 0.5 % of 20,000 naira and the VAT on it.
    expect(await available(account.id)).toBe(2_000_000n - 10_000n - 750n)
    const row = await app.db
      .selectFrom('transaction')
      .selectAll()
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      scope: 'WALLET',
      type: 'CREDIT',
      category: 'BANK_FUNDING',
      status: 'SUCCESS',
      originator_name: 'Hadiza Bello',
      beneficiary_number: number,
    })
    await eventually(async () => {
      const step = await app.db
        .selectFrom('activity')
        .select('completed')
        .where('transaction_id', '=', transactionId)
        .where('category', '=', 'COLLECTION_WEBHOOK')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return step?.completed
    })
    expect(await entriesSum()).toBe('0')
  })

  it('credits a collection once under concurrent notifications of its session', async () => {
    const merchant = await aFundedMerchant(app.db, 1000n)
    const account = await ownAccount(app.db, merchant.id)
    const sessionId = newSessionId(at)
    const all = await Promise.all(
      Array.from({ length: 10 }, () => receive(account.account_number, 100_000n, sessionId)),
    )
    expect(new Set(all.map(creditedBy)).size).toBe(1)
    expect(await transactionsOf(`COL-${sessionId}`)).toHaveLength(1)
    expect(await available(account.id)).toBe(1000n + 100_000n - 538n)
  })

  it('limits the fee to the amount of a small collection', async () => {
    const merchant = await aFundedMerchant(app.db, 1000n)
    const nominal = { type: 'NOMINAL', percentageBasisPoints: 0, capKobo: 0, nominalKobo: 5000 }
    await app.db
      .insertInto('merchant_charge')
      .values({
        merchant_id: merchant.id,
        name: 'staticAccounts',
        data: JSON.stringify({ accountCreationKobo: 0, maintenanceKobo: 0, inflows: nominal }),
        updated_at: at.toISOString(),
        valid_from: at.toISOString(),
      })
      .execute()
    const account = await ownAccount(app.db, merchant.id)
    await receive(account.account_number, 3000n)
    const left = await available(account.id)
    expect(left >= 1000n && left < 1100n).toBe(true)
  })

  it('declines a collection on an unknown number and keeps it declined when the number is assigned later', async () => {
    const sessionId = newSessionId(at)
    const declined = { outcome: 'DECLINED', reason: 'Account 9999999999 does not receive payments' }
    expect(await receive('9999999999', 1000n, sessionId)).toEqual(declined)
    const merchant = await aFundedMerchant(app.db, 1000n)
    await app.db
      .updateTable('account')
      .set({ account_number: '9999999999' })
      .where('merchant_id', '=', merchant.id)
      .execute()
    expect(await receive('9999999999', 1000n, sessionId)).toEqual(declined)
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: 1000n })
    expect(await receive('9999999999', 1000n)).toMatchObject({ outcome: 'CREDITED' })
  })

  it('rejects a session ID that was used with another amount or account', async () => {
    const account = await ownAccount(app.db, (await aFundedMerchant(app.db, 1000n)).id)
    const sessionId = newSessionId(at)
    await receive(account.account_number, 100_000n, sessionId)
    await expect(receive(account.account_number, 100_001n, sessionId)).rejects.toThrow(IdempotencyConflict)
    await expect(receive('9999999998', 100_000n, sessionId)).rejects.toThrow(IdempotencyConflict)
  })
})

describe('book transfers', () => {
  const move = (from: object, to: object, amountKobo: bigint, reference = newReference(at)) =>
    app.db.transaction().execute((db) =>
      bookTransfer(db, {
        mode: 'PRODUCTION',
        from: { merchantId: '', walletId: null, ...from },
        to: { merchantId: '', walletId: null, ...to },
        amountKobo,
        reference,
        narration: 'Float',
        at,
      }),
    )

  it('records two transactions with one reference for transfers between merchant and wallets', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const one = await aWalletWithAccount(merchant)
    const other = await aWalletWithAccount(merchant)
    const own = { merchantId: merchant.id }
    const [first, second] = [one, other].map(({ wallet }) => ({ merchantId: merchant.id, walletId: wallet.id }))
    await move(own, first ?? {}, 400_000n, 'MOVE-1')
    await move(first ?? {}, own, 100_000n, 'MOVE-2')
    await move(first ?? {}, second ?? {}, 50_000n, 'MOVE-3')
    expect(await transactionsOf('MOVE-1')).toMatchObject([
      { scope: 'MERCHANT', type: 'DEBIT', category: 'MERCHANT_DEBIT', amount_kobo: 400_000n, fee_kobo: 0n },
      { scope: 'WALLET', type: 'CREDIT', category: 'CREDIT_WALLET', wallet_id: one.wallet.id },
    ])
    expect(await transactionsOf('MOVE-2')).toMatchObject([
      { scope: 'WALLET', type: 'DEBIT', category: 'DEBIT_WALLET' },
      { scope: 'MERCHANT', type: 'CREDIT', category: 'MERCHANT_CREDIT' },
    ])
    expect(await transactionsOf('MOVE-3')).toMatchObject([
      { scope: 'WALLET', type: 'DEBIT', category: 'WALLET_TO_WALLET', fee_kobo: 1000n, vat_kobo: 75n },
      { scope: 'WALLET', type: 'CREDIT', category: 'WALLET_TO_WALLET', fee_kobo: 0n, vat_kobo: 0n },
    ])
    expect(await available(one.account.id)).toBe(400_000n - 100_000n - 50_000n - 1075n)
    expect(await available(other.account.id)).toBe(50_000n)
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 700_000n })
    expect(await entriesSum()).toBe('0')
  })

  it('rejects a book transfer when funds are insufficient or the merchants differ', async () => {
    const merchant = await aFundedMerchant(app.db, 1000n)
    const stranger = await aFundedMerchant(app.db, 1000n)
    const { wallet } = await aWalletWithAccount(merchant)
    const to = { merchantId: merchant.id, walletId: wallet.id }
    await expect(move({ merchantId: merchant.id }, to, 1001n, 'MOVE-9')).rejects.toThrow(LedgerRefusal)
    expect(await transactionsOf('MOVE-9')).toEqual([])
    await expect(move({ merchantId: stranger.id }, to, 1n)).rejects.toThrow(DomainError)
  })
})

describe('standalone charges', () => {
  const charge = (merchantId: string, reference: string) =>
    app.db
      .transaction()
      .execute((db) =>
        chargeEvent(db, app.services.jobs, { mode: 'PRODUCTION', merchantId, event: 'kyc.nameMatch', reference, at }),
      )

  it('debits a charge once per reference', async () => {
    const merchant = await aFundedMerchant(app.db, 10_000n)
    expect(await charge(merchant.id, 'NAME-1')).toBe('taken')
    expect(await charge(merchant.id, 'NAME-1')).toBe('taken')
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 10_000n - 2150n })
  })

  it('records a charge as owed when funds are missing and debits it later', async () => {
    const merchant = await aFundedMerchant(app.db, 2149n)
    expect(await charge(merchant.id, 'NAME-2')).toBe('owed')
    expect(await charge(merchant.id, 'NAME-2')).toBe('owed')
    const account = await ownAccount(app.db, merchant.id)
    expect(account).toMatchObject({ available_kobo: 2149n })
    const { rows } = await app.database.pool.query(
      "select data from pgboss.job where name = 'charge' and data ->> 'merchantId' = $1",
      [merchant.id],
    )
    expect(rows).toHaveLength(1)
    await expect(collectCharge(app.engine, rows[0].data)).rejects.toThrow('NAME-2 is still owed')
    await receive(account.account_number, 10_000n)
    const before = await available(account.id)
    await collectCharge(app.engine, rows[0].data)
    await collectCharge(app.engine, rows[0].data)
    expect(await available(account.id)).toBe(before - 2150n)
    const posted = app.db.selectFrom('transfer').select(['at', 'due_at']).where('reference', '=', 'NAME-2')
    const { at: postedAt, due_at } = await posted.executeTakeFirstOrThrow()
    expect(due_at).not.toBe(postedAt)
    expect(Date.parse(due_at ?? '')).toBe(at.getTime())
  })

  it('applies the rate of the day that the charge is for', async () => {
    const merchant = await aFundedMerchant(app.db, 10_000n)
    const dearer = { bvnLookupKobo: 9000, nameDobMatchKobo: 9000, nameMatchKobo: 9000, personaKobo: 9000 }
    await ownRates(app.db, merchant.id, 'kyc', dearer, new Date(at.getTime() + 1))
    expect(await charge(merchant.id, 'NAME-3')).toBe('taken')
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 10_000n - 2150n })
  })

  it('charges a static account once a month until it is closed', async () => {
    const merchant = await aFundedMerchant(app.db, 100_000n)
    const open = () =>
      app.db.transaction().execute((db) =>
        openStaticAccount(db, app.services.jobs, {
          mode: 'PRODUCTION',
          merchantId: merchant.id,
          walletId: null,
          accountName: 'Rent',
          at,
        }),
      )
    const number = await open()
    const closed = await open()
    await app.db
      .updateTable('virtual_account')
      .set({ closed_at: at.toISOString() })
      .where('account_number', '=', closed)
      .execute()
    for (const day of ['2026-11-28', '2026-11-29', '2026-12-01']) await processItems(billMaintenance(app.engine), day)
    const references = await app.db
      .selectFrom('transfer')
      .select('reference')
      .where('merchant_id', '=', merchant.id)
      .where('reference', 'like', 'MAINT-%')
      .orderBy('reference')
      .execute()
    expect(references.map(({ reference }) => reference)).toEqual([`MAINT-2026-11-${number}`, `MAINT-2026-12-${number}`])
  })

  it('charges a BVN look-up only when the register is queried, once per number', async () => {
    const merchant = await aFundedMerchant(app.db, 100_000n)
    const lookup = { mode: 'PRODUCTION' as const, merchantId: merchant.id, bvn: '22123456781' }
    const first = await lookUpBvn(app.engine, lookup)
    expect(first).toMatchObject({ found: true, record: { bvn: lookup.bvn } })
    expect(await lookUpBvn(app.engine, lookup)).toEqual(first)
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 100_000n - 5375n })
    expect(await lookUpBvn(app.engine, { ...lookup, bvn: '22123456700' })).toEqual({ found: false })
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ available_kobo: 100_000n - 2n * 5375n })
    const { rows } = await app.database.pool.query("select 1 from transfer where reference like '%22123456781%'")
    expect(rows).toEqual([])
  })
})
