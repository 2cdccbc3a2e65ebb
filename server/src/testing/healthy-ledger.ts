import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Transaction } from '../db/database.ts'
import { fillReferenceKeys } from '@kobo/demo/history/history'
import { payPayables } from '../engine/payables.ts'
import type { Check } from '../ledger/checks/check.ts'
import { foldDeltas } from '../ledger/fold.ts'
import { findViolations, type Findings } from '../ledger/verify.ts'
import { definiteRefusals } from '../rails/response-codes.ts'
import { uuidv7 } from '../uuid.ts'
import { bill } from './bill-bookkeeping.ts'
import { spend, spentOutcomes } from './card-bookkeeping.ts'
import { acquirerPays, paidByCard } from './card-payments.ts'
import { payOutOfChild } from './child-bookkeeping.ts'
import { anAccountOf, type CustomerAccount, someAccounts } from './customer-accounts.ts'
import { aDatabase } from './database.ts'
import {
  acceptKyc,
  approvedMerchantUpgrade,
  completedTierUpgrade,
  customCharges,
  failedByOperator,
  logResponse,
  webhookEvent,
} from './decisions.ts'
import { dispute, someStaff } from './dispute-bookkeeping.ts'
import { auditRow, charge, compensate, incomeKobo, line, move, payOut, postLines, record } from './ledger-fixtures.ts'
import { aLien, releaseLien } from './liens.ts'
import { aVirtualAccount, closeAccount, collectOn, linkCheckout, paidInto, payCheckout } from './linked-checkouts.ts'
import { refund, sender } from './refund-bookkeeping.ts'
import { anUnpaidSettlement } from './settlement-bookkeeping.ts'
import { share } from './split-bookkeeping.ts'
import { chargeTerminalMonth } from './terminal-fees.ts'

export const at = '2026-03-04T10:00:00.000Z'

/** Title, expected findings by code, and the write that breaks the ledger. */
export type PlantedFault = [what: string, found: Record<string, number>, plant: (t: Transaction) => Promise<unknown>]

/** Findings of profit that no longer matches the income. */
export const profitMismatches = { 'profit-mismatch': 1, 'profit-out-of-balance': 1 }
/** Findings of one transaction that is counted incorrectly. */
export const countMismatches = { 'day-count-mismatch': 4, 'month-count-mismatch': 8 }

type HealthyLedger = Awaited<ReturnType<typeof createLedger>>

let ledger: Promise<HealthyLedger> | undefined

/**
 * Returns a database with every kind of record that a healthy ledger holds. All test files of a worker share it, because creating
 * one takes as long as many tests; each test rolls its changes back. It is dropped with the template at the end of the run.
 */
export function healthyLedger(): Promise<HealthyLedger> {
  ledger ??= createLedger()
  return ledger
}

/** Registers one test for each planted fault, and one for the completeness of the faults. */
export function testChecks(checks: readonly Check[], faults: readonly PlantedFault[]): void {
  it.each(faults)('finds %s', async (_, found, plant) => {
    expect(await findingsAfter(plant)).toEqual(found)
  })

  it('has a planted fault for each code', () => {
    const planted = new Set(faults.flatMap(([, found]) => Object.keys(found)))
    expect(checks.flatMap((check) => Object.keys(check.faults)).filter((code) => !planted.has(code))).toEqual([])
  })
}

/** Returns the findings after a planted fault, with all guards of the ledger disabled, and rolls everything back. */
export async function findingsAfter(plant: (t: Transaction) => Promise<unknown>): Promise<Record<string, number>>
export async function findingsAfter<T>(
  plant: (t: Transaction) => Promise<unknown>,
  read: (found: Findings) => T,
): Promise<T>
export async function findingsAfter(
  plant: (t: Transaction) => Promise<unknown>,
  read: (found: Findings) => unknown = countsByCode,
) {
  const { db } = await healthyLedger()
  const t = await db.startTransaction().execute()
  try {
    await sql`grant all on transfer, entry, profit, audit to current_user`.execute(t)
    await sql`alter table entry disable trigger user, drop constraint entry_transfer`.execute(t)
    await sql`alter table transfer disable trigger user`.execute(t)
    await sql`alter table transaction disable trigger user, enable trigger transaction_keys`.execute(t)
    await sql`alter table hold disable trigger user`.execute(t)
    await sql`alter table lien disable trigger user`.execute(t)
    await sql`alter table settlement_item disable trigger user`.execute(t)
    await sql`alter table profit disable trigger user`.execute(t)
    await sql`alter table card disable trigger user`.execute(t)
    await sql`alter table card_purchase disable trigger user`.execute(t)
    await sql`alter table account drop constraint account_available_kobo_check`.execute(t)
    await plant(t)
    // The faults of keys are planted in their own test.
    await sql`delete from reference_key where kind <> 'BATCH'`.execute(t)
    await fillReferenceKeys(t)
    return read(await findViolations(t))
  } finally {
    await t.rollback().execute()
  }
}

export function countsByCode(findings: Findings): Record<string, number> {
  return Object.fromEntries(
    Object.values(findings)
      .flat()
      .map(({ kind, count }) => [kind, count]),
  )
}

/** Records a card payment that the acquirer has settled. */
export async function settledCardPayment(t: Transaction, account: CustomerAccount) {
  const row = await paidByCard(t, account, new Date(at))
  await acquirerPays(t, [row], new Date(at))
  return row
}

async function createLedger() {
  const { db } = await aDatabase()
  const [shop, customer] = await someAccounts(db, 'PRODUCTION')
  const [friend] = await someAccounts(db, 'PRODUCTION')
  const [seller] = await someAccounts(db, 'PRODUCTION')
  const [test] = await someAccounts(db, 'SANDBOX')
  const child = await anAccountOf(db, shop, 'CHILD')
  const customersChild = await anAccountOf(db, customer, 'CHILD')
  const partner = await anAccountOf(db, shop, 'SUBACCOUNT')
  const stranger = await anAccountOf(db, friend, 'SUBACCOUNT')
  const store = await anAccountOf(db, shop, 'STORE')
  const terminal = await anAccountOf(db, shop, 'TERMINAL')
  const [spender] = await someAccounts(db, 'PRODUCTION')
  const otherStore = await anAccountOf(db, friend, 'STORE')
  const by = { staffId: await db.transaction().execute(someStaff) }
  await db.transaction().execute(async (t) => {
    await payOut(t, shop, 'QUEUED')
    await payOut(t, shop, 'PENDING')
    await payOut(t, test, 'FAILED')
    await move(t, shop, customer)
    await charge(t, shop)
    await approvedMerchantUpgrade(t, shop, '2026-02-01T10:00:00Z')
  })
  await foldDeltas(db)
  await db.transaction().execute(async (t) => {
    await payOut(t, customer, 'SUCCESS')
    await compensate(t, shop, await payOut(t, shop, 'FAILED'))
    const marked = await payOut(t, shop, 'SUCCESS', { response_code: null })
    await auditRow(t, 'payout.requery', ['transaction', marked], { status: 'PENDING' }, { status: 'PENDING' })
    await auditRow(t, 'payout.success', ['transaction', marked], { status: 'SUCCESS' }, { status: 'PENDING' })
    await acceptKyc(t, shop)
    await auditRow(t, 'merchant.approve', ['merchant', shop.merchantId], { verified: 'ACCEPTED' })
    await acceptKyc(t, friend, '2026-02-01T10:00:00Z')
    await auditRow(t, 'merchant-upgrade.approve', ['merchant_upgrade', await approvedMerchantUpgrade(t, shop)], {
      status: 'APPROVED',
    })
    await auditRow(t, 'wallet-upgrade.approve', ['wallet_upgrade', await completedTierUpgrade(t, customer)], {
      status: 'COMPLETED',
    })
    await completedTierUpgrade(t, customer, '2026-02-01T10:00:00Z')
    await customCharges(t, shop, 'transfers')
    await auditRow(t, 'charges.update', ['merchant', shop.merchantId], { transfers: {} })
    await webhookEvent(t, shop, 'DELIVERED', 200)
    await webhookEvent(t, shop, 'PENDING', 502)
    for (const status of ['QUEUED', 'PENDING', 'FAILED'] as const) await payOutOfChild(t, child, status)
    await payOutOfChild(t, customersChild, 'SUCCESS')
    await share(t, shop, partner)
    await anUnpaidSettlement(t, shop)
    await move(t, terminal, store, ['TRANSFER_FROM_TERMINAL', 'TERMINAL_TO_STORE'])
    await move(t, shop, store, ['MERCHANT_DEBIT', 'TRANSFER_FROM_MERCHANT'])
    await move(t, terminal, store, ['TRANSFER_FROM_TERMINAL', 'TERMINAL_TO_STORE'])
    await returnToMerchant(t, store, shop)
    await chargeTerminalMonth(t, { store, terminal })
    await record(t, child, { type: 'CREDIT', category: 'BANK_FUNDING', status: 'DECLINED', payment_method: 'CARD' })
    await dispute(t, shop, [], by)
    await dispute(t, shop, ['IN_PROGRESS', 'AWAITING_FEEDBACK'], by)
    await dispute(t, customer, ['IN_PROGRESS', 'RESOLVED'], by)
    await dispute(t, shop, ['IN_PROGRESS', 'CLOSED'], by)
    const paid = await payOut(t, shop, 'SUCCESS', sender)
    await dispute(t, shop, ['IN_PROGRESS', 'RESOLVED'], { ...by, of: paid, type: 'DEBIT' })
    await failedByOperator(t, shop, { hoursAgo: 80 })
    for (const code of ['00', ...definiteRefusals]) {
      await logResponse(t, shop, await failedByOperator(t, shop, { hoursAgo: 2 }), code)
    }
    await collectOn(t, await aVirtualAccount(t, shop))
    await collectOn(t, await aVirtualAccount(t, customer, null))
    const declined = await aVirtualAccount(t, shop)
    await record(t, shop, { type: 'CREDIT', category: 'BANK_FUNDING', status: 'DECLINED', ...paidInto(declined) })
    await paidByCard(t, seller, new Date(at))
    await acquirerPays(t, [await paidByCard(t, seller, new Date(at))], new Date(at))
    for (const status of ['QUEUED', 'PENDING', 'SUCCESS', 'FAILED'] as const) await refund(t, shop, status)
    await refund(t, customer, 'SUCCESS')
    const returned = await refund(t, shop, 'FAILED', { amountKobo: incomeKobo })
    await refund(t, shop, 'SUCCESS', { of: returned.collectionId, amountKobo: incomeKobo })
    await refund(t, seller, 'SUCCESS', { of: (await settledCardPayment(t, seller)).id })
    await acceptKyc(t, spender)
    await auditRow(t, 'merchant.approve', ['merchant', spender.merchantId], { verified: 'ACCEPTED' })
    await t.updateTable('merchant').set({ status: 'ACTIVE' }).where('id', '=', spender.merchantId).execute()
    for (const outcome of spentOutcomes) await spend(t, spender, outcome)
    await payPayables(t, 'SCHEME_FLOAT', { mode: 'PRODUCTION', day: '2026-03-05', at: new Date(at) })
    for (const status of ['QUEUED', 'PENDING', 'SUCCESS', 'FAILED'] as const) await bill(t, shop, status)
    await payPayables(t, 'BILLER_FLOAT', { mode: 'PRODUCTION', day: '2026-03-04', at: new Date(at) })
    await bill(t, customer, 'SUCCESS')
    await payCheckout(t, await linkCheckout(t, await aVirtualAccount(t, shop)))
    await linkCheckout(t, await aVirtualAccount(t, shop))
    await linkCheckout(t, await aVirtualAccount(t, test))
    const cancelled = await linkCheckout(t, await aVirtualAccount(t, shop))
    await closeAccount(t, cancelled)
    await aLien(t, stranger, { amountKobo: 5000n })
    await releaseLien(t, await aLien(t, stranger, { amountKobo: 700n }))
  })
  return {
    db,
    shop,
    customer,
    friend,
    seller,
    test,
    child,
    partner,
    stranger,
    store,
    terminal,
    spender,
    otherStore,
    by,
  }
}

/** Returns money of a store to its merchant. */
async function returnToMerchant(t: Transaction, store: CustomerAccount, merchant: CustomerAccount): Promise<string> {
  const reference = `KBO-${uuidv7().toUpperCase()}`
  const fields = { status: 'SUCCESS', amount_kobo: 450n, reference }
  const { id } = await record(t, store, { ...fields, category: 'TRANSFER_FROM_STORE' })
  const other = await record(t, merchant, { ...fields, category: 'MERCHANT_CREDIT', type: 'CREDIT' })
  await postLines(t, store, 'MOVE', id, [line(store, -450n, id), line(merchant, 450n, other.id)])
  return id
}
