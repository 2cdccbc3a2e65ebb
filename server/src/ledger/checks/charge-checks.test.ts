import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { bill } from '../../testing/bill-bookkeeping.ts'
import { line, own, record } from '../../testing/ledger-fixtures.ts'
import { anAccountOf, type CustomerAccount, someAccounts } from '../../testing/customer-accounts.ts'
import { aDatabase } from '../../testing/database.ts'
import { ownRates } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'
import { chargeReference } from '../charge-reference.ts'
import { hold, post, settle } from '../ledger.ts'
import type { TransferKind } from '../transfer-kinds.ts'
import { transitionTransaction } from '../transactions.ts'
import { allChecks, findViolations, findFaultsOf } from '../verify.ts'
import { chargeChecks } from './charge-checks.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const [shop] = await someAccounts(db, 'PRODUCTION')
const [bargainer] = await someAccounts(db, 'PRODUCTION')
const child = await anAccountOf(db, shop, 'CHILD')
const bargainersChild = await anAccountOf(db, bargainer, 'CHILD')
const store = await anAccountOf(db, shop, 'STORE')
await ownRates(db, bargainer.merchantId, 'transfers', {
  below5001Kobo: 800,
  below50001Kobo: 2000,
  above50000Kobo: 4000,
  walletToWalletChargeKobo: 0,
})
const changedAt = new Date('2026-05-01T09:00:00Z')
const cheaper = { below5001Kobo: 500, below50001Kobo: 500, above50000Kobo: 500, walletToWalletChargeKobo: 0 }
await ownRates(db, bargainer.merchantId, 'transfers', cheaper, changedAt)

interface Sold {
  account?: CustomerAccount
  amount?: bigint
  fee: bigint
  vat: bigint
  duty?: bigint
  at?: string
  bank?: string
  reference?: string
}

/** Credits earlier money to pay from, free of charge, unlike real collections. */
async function fund(t: Transaction, account: CustomerAccount): Promise<void> {
  const { mode, merchantId } = account
  const lines = [line(account, 100_000_000n), own(account, 'FLOAT_NIP', -100_000_000n)]
  const at = new Date('2025-01-01T10:00:00Z')
  await post(t, { mode, kind: 'CORRECTION', reference: uuidv7(), transactionId: null, merchantId, at, lines })
}

/** A payout that succeeded at this price, with all its ledger rows. */
async function payOut(t: Transaction, sold: Sold): Promise<string> {
  const { account = shop, amount = 250_000n, fee, vat, duty = 0n, at = '2026-03-04T10:00:00.000Z', bank = '058' } = sold
  const { mode, merchantId } = account
  await fund(t, account)
  const row = await record(t, account, {
    amount_kobo: amount,
    fee_kobo: fee,
    vat_kobo: vat,
    stamp_duty_kobo: duty,
    created_at: at,
    beneficiary_bank_code: bank,
    response_code: '00',
  })
  const total = amount + fee + vat + duty
  const [transactionId, when] = [row.id, new Date(at)]
  await hold(t, { accountId: account.id, merchantId, transactionId, amountKobo: total, at: when })
  await transitionTransaction(t, row, 'PENDING')
  const lines = [
    line(account, -total, transactionId),
    own(account, 'FLOAT_NIP', amount),
    own(account, 'FEE_INCOME', fee),
    own(account, 'VAT_PAYABLE', vat),
    own(account, 'STAMP_DUTY_PAYABLE', duty),
  ]
  await settle(t, { mode, kind: 'PAYOUT', reference: row.reference, transactionId, merchantId, at: when, lines })
  await transitionTransaction(t, { ...row, status: 'PENDING' }, 'SUCCESS')
  return transactionId
}

/** A collection of 3,000 naira at this price. */
async function collect(t: Transaction, sold: Sold): Promise<string> {
  const { account = shop, amount = 300_000n, reference: named = uuidv7().toUpperCase(), fee, vat } = sold
  const fields = { type: 'CREDIT', category: 'BANK_FUNDING', status: 'SUCCESS', amount_kobo: amount, reference: named }
  const isChild = account.kind === 'CHILD'
  const { id, reference } = await record(t, account, { ...fields, ...(!isChild && { fee_kobo: fee, vat_kobo: vat }) })
  const lines = [line(account, isChild ? amount : amount - fee - vat, id), own(account, 'FLOAT_NIP', -amount)]
  if (isChild && fee > 0n) {
    const charged = { category: 'CREDIT_CHILD_ACCOUNT_CHARGES', status: 'SUCCESS', amount_kobo: fee, vat_kobo: vat }
    const charge = await record(t, account, { ...charged, reference: chargeReference(reference) })
    lines.push(line(account, -fee - vat, charge.id))
  }
  await posted(t, account, 'COLLECTION', id, [
    ...lines,
    own(account, 'FEE_INCOME', fee),
    own(account, 'VAT_PAYABLE', vat),
  ])
  return id
}

async function terminalMonth(t: Transaction, { fee, vat }: Sold, month = '2026-03'): Promise<void> {
  await fund(t, store)
  const fields = { category: 'DEBIT_STORE', status: 'SUCCESS', amount_kobo: fee, vat_kobo: vat }
  const { id } = await record(t, store, { ...fields, reference: `TERMINAL/${month}/0000000001` })
  const ours = [own(store, 'FEE_INCOME', fee), own(store, 'VAT_PAYABLE', vat)]
  await posted(t, store, 'CHARGE', id, [line(store, -fee - vat, id), ...ours])
}

interface Event {
  fee: bigint
  vat: bigint
  at?: string
  dueAt?: string
}

/** A charge without a transaction. */
async function opening(t: Transaction, { fee, vat, at = '2026-03-04T10:00:00Z', dueAt = at }: Event): Promise<void> {
  await fund(t, shop)
  const { mode, merchantId } = shop
  const lines = [line(shop, -fee - vat), own(shop, 'FEE_INCOME', fee), own(shop, 'VAT_PAYABLE', vat)]
  const charge = { mode, kind: 'CHARGE', reference: `OPEN-${uuidv7()}`, transactionId: null, merchantId } as const
  await post(t, { ...charge, at: new Date(at), dueAt: new Date(dueAt), lines })
}

async function posted(
  t: Transaction,
  account: CustomerAccount,
  kind: TransferKind,
  transactionId: string,
  lines: ReturnType<typeof line>[],
): Promise<void> {
  const { mode, merchantId } = account
  const at = new Date('2026-03-04T10:00:00Z')
  await post(t, { mode, kind, reference: uuidv7(), transactionId, merchantId, at, lines })
}

/** Returns the findings of all checks in a transaction that is rolled back. */
async function found(work: (t: Transaction) => Promise<unknown>): Promise<Record<string, number>> {
  const t = await db.startTransaction().execute()
  try {
    await work(t)
    const findings = Object.values(await findViolations(t, allChecks)).flat()
    return Object.fromEntries(
      findings.filter(({ kind }) => !ignoredKinds.has(kind)).map(({ kind, count }) => [kind, count]),
    )
  } finally {
    await t.rollback().execute()
  }
}

/** Faults other than the price: there is no terminal here, and no checkout. */
const ignoredKinds = new Set(['terminal-id-mismatch', 'card-payment-unmatched'])

describe('price checks', () => {
  it('finds nothing when every price matches the rates in force', async () => {
    expect(
      await found(async (t) => {
        await payOut(t, { fee: 1000n, vat: 75n })
        await payOut(t, { amount: 2_000_000n, fee: 2500n, vat: 188n, duty: 5000n })
        await payOut(t, { amount: 2_000_000n, fee: 2500n, vat: 188n, bank: '101' })
        await payOut(t, { amount: 2_000_000n, fee: 2500n, vat: 0n, at: '2025-12-31T10:00:00.000Z' })
        await payOut(t, { amount: 2_000_000n, fee: 2500n, vat: 0n, duty: 5000n, at: '2026-01-18T22:59:59.000Z' })
        await collect(t, { fee: 1500n, vat: 113n })
        await collect(t, { account: child, fee: 1500n, vat: 113n })
        await opening(t, { fee: 5000n, vat: 375n })
        await opening(t, { fee: 5000n, vat: 0n, dueAt: '2026-01-01T10:00:00Z' })
        await terminalMonth(t, { fee: 50_000n, vat: 3750n })
        // A collection declined before pricing costs nothing; a card payment is priced when it begins.
        const declined = { type: 'CREDIT', status: 'DECLINED', amount_kobo: 300_000n }
        await record(t, shop, { ...declined, category: 'BANK_FUNDING' })
        const priced = { category: 'CARD_PAYMENT', fee_kobo: 3000n, vat_kobo: 225n }
        await record(t, shop, { ...declined, ...priced })
      }),
    ).toEqual({})
  })

  it('finds nothing when two merchants have payments with the same reference', async () => {
    const reference = 'INV-0001'
    expect(
      await found(async (t) => {
        await collect(t, { account: child, fee: 1500n, vat: 113n, reference })
        await collect(t, { account: bargainersChild, amount: 600_000n, fee: 3000n, vat: 225n, reference })
      }),
    ).toEqual({})
  })

  it.each<[string, string, (t: Transaction) => Promise<unknown>]>([
    ['a payout overcharged by one naira', 'fee-mismatch', (t) => payOut(t, { fee: 1100n, vat: 83n })],
    ['a payout undercharged by one naira', 'fee-mismatch', (t) => payOut(t, { fee: 900n, vat: 68n })],
    ['VAT that is one kobo too high', 'vat-mismatch', (t) => payOut(t, { fee: 1000n, vat: 76n })],
    [
      'VAT before its introduction',
      'vat-mismatch',
      (t) => payOut(t, { fee: 1000n, vat: 75n, at: '2026-01-18T22:59:59.000Z' }),
    ],
    ['a payout without VAT', 'vat-mismatch', (t) => payOut(t, { fee: 1000n, vat: 0n })],
    [
      'stamp duty on a payout below the threshold',
      'stamp-duty-mismatch',
      (t) => payOut(t, { fee: 1000n, vat: 75n, duty: 5000n }),
    ],
    [
      'stamp duty on a payout within our own bank',
      'stamp-duty-mismatch',
      (t) => payOut(t, { amount: 2_000_000n, fee: 2500n, vat: 188n, duty: 5000n, bank: '101' }),
    ],
    [
      'a large payout without stamp duty',
      'stamp-duty-mismatch',
      (t) => payOut(t, { amount: 2_000_000n, fee: 2500n, vat: 188n }),
    ],
    ['a collection overcharged by one naira', 'fee-mismatch', (t) => collect(t, { fee: 1600n, vat: 120n })],
    [
      'a child account collection overcharged by one naira',
      'fee-mismatch',
      (t) => collect(t, { account: child, fee: 1600n, vat: 120n }),
    ],
    [
      'a child account collection without a fee',
      'fee-mismatch',
      (t) => collect(t, { account: child, fee: 0n, vat: 0n }),
    ],
    ['a terminal fee overcharged by one naira', 'fee-mismatch', (t) => terminalMonth(t, { fee: 50_100n, vat: 3758n })],
    ['a terminal fee without VAT', 'vat-mismatch', (t) => terminalMonth(t, { fee: 50_000n, vat: 0n })],
    [
      'an account opening fee overcharged by one naira',
      'charge-price-mismatch',
      (t) => opening(t, { fee: 5100n, vat: 383n }),
    ],
    ['an account opening fee without VAT', 'charge-price-mismatch', (t) => opening(t, { fee: 5000n, vat: 0n })],
    [
      'VAT on a charge due before its introduction',
      'charge-price-mismatch',
      (t) => opening(t, { fee: 5000n, vat: 375n, dueAt: '2026-01-01T10:00:00Z' }),
    ],
  ])('finds %s when all postings are consistent', async (_, kind, plant) => {
    expect(await found(plant)).toEqual({ [kind]: 1 })
  })

  it('finds a fee and VAT that were posted to the wrong accounts', async () => {
    const swapped = async (t: Transaction) => {
      const { id } = await record(t, shop, {
        type: 'CREDIT',
        category: 'BANK_FUNDING',
        status: 'SUCCESS',
        amount_kobo: 300_000n,
        fee_kobo: 1500n,
        vat_kobo: 113n,
      })
      const ours = [own(shop, 'FEE_INCOME', 1501n), own(shop, 'VAT_PAYABLE', 112n)]
      await posted(t, shop, 'COLLECTION', id, [line(shop, 298_387n, id), own(shop, 'FLOAT_NIP', -300_000n), ...ours])
    }
    expect(await found(swapped)).toEqual({ 'posted-charges-mismatch': 1 })
  })

  it('finds a commission with a wrong VAT amount', async () => {
    const t = await db.startTransaction().execute()
    await bill(t, shop, 'SUCCESS')
    await sql`alter table bill_payment disable trigger user`.execute(t)
    await sql`update bill_payment set commission_vat_kobo = commission_vat_kobo + 1`.execute(t)
    const kinds = Object.values(await findViolations(t, allChecks))
      .flat()
      .map(({ kind }) => kind)
    await t.rollback().execute()
    expect(kinds).toContain('commission-vat-mismatch')
  })

  it('applies the rates in force at the time, and either rates for a minute after a change', async () => {
    const sold = (seconds: number, fee: bigint, vat: bigint) => (t: Transaction) =>
      payOut(t, { account: bargainer, fee, vat, at: new Date(changedAt.getTime() + seconds * 1000).toISOString() })
    for (const [seconds, fee, vat, kinds] of [
      [-1, 800n, 60n, {}],
      [-1, 500n, 38n, { 'fee-mismatch': 1 }],
      [-1, 1000n, 75n, { 'fee-mismatch': 1 }],
      [0, 500n, 38n, {}],
      [59, 800n, 60n, {}],
      [61, 800n, 60n, { 'fee-mismatch': 1 }],
    ] as const) {
      expect([seconds, fee, await found(sold(seconds, fee, vat))]).toEqual([seconds, fee, kinds])
    }
  })

  it('finds the same when checked in chunks', async () => {
    const [check] = chargeChecks
    const days = ['2024-03-04', '2025-03-04', '2026-03-04', '2026-07-04']
    await db.transaction().execute(async (t) => {
      for (const day of days) await payOut(t, { fee: 900n, vat: day < '2026' ? 0n : 68n, at: `${day}T10:00:00.000Z` })
    })
    const findings = check ? await findFaultsOf(db, check) : []
    expect(findings).toMatchObject([{ kind: 'fee-mismatch', count: days.length, ids: { length: days.length } }])
  })
})
