import type { Mode } from '@kobo/contract/kit/mode'
import type { ProfitSource } from '@kobo/contract/kit/profit-source'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type ChargeRates, chargeRates } from '../../ledger/charge-rates.ts'
import { post } from '../../ledger/ledger.ts'
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts'
import { allLevies, withLevies } from '../../ledger/levies.ts'
import { isReferencePosted } from '../../ledger/posting.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { customerAccount } from '../payer-account.ts'
import type { Engine } from '../engine.ts'
import type { PendingCharge } from '../../jobs/job-kinds.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { deleteJobKey } from '../../jobs/enqueue-jobs.ts'
import { RetryLaterError } from '../../jobs/job-errors.ts'

/** Events charged on their own, not as part of a transaction. */
export type ChargedEvent =
  | 'kyc.bvnLookup'
  | 'kyc.nameDobMatch'
  | 'kyc.nameMatch'
  | 'kyc.persona'
  | 'staticAccounts.accountCreation'
  | 'staticAccounts.maintenance'
  | 'subaccount.transferCharge'

const sources: Record<ChargedEvent, ProfitSource> = {
  'kyc.bvnLookup': 'kyc',
  'kyc.nameDobMatch': 'kyc',
  'kyc.nameMatch': 'kyc',
  'kyc.persona': 'kyc',
  'staticAccounts.accountCreation': 'staticAccounts',
  'staticAccounts.maintenance': 'staticAccounts',
  'subaccount.transferCharge': 'subaccount',
}

export interface Charge {
  mode: Mode
  merchantId: string
  event: ChargedEvent
  /** Idempotency key: one charge per reference. */
  reference: string
  at: Date
  /** Due date, which decides the price; defaults to `at`. */
  dueAt?: Date
}

/**
 * Charges a merchant's own account for an event, with VAT. If funds are insufficient, a job retries every six hours for up to a
 * year. The balance never goes below zero.
 */
export async function chargeEvent(db: Transaction, jobs: Jobs, charge: Charge): Promise<'taken' | 'owed' | 'free'> {
  const owedCharge = await priceCharge(db, charge)
  if (owedCharge === null) return 'free'
  if (await postCharge(db, owedCharge, charge.at)) return 'taken'
  await enqueue(db, jobs, owedCharge)
  return 'owed'
}

/** Charges a merchant by a job alone, for callers that must not wait for the lock on its account. */
export async function enqueueCharge(db: Transaction, jobs: Jobs, charge: Charge): Promise<void> {
  const owedCharge = await priceCharge(db, charge)
  if (owedCharge !== null) await enqueue(db, jobs, owedCharge)
}

/** Prices an event at its due date; null if it is free. */
async function priceCharge(db: Transaction, charge: Charge): Promise<PendingCharge | null> {
  const { mode, merchantId, reference, event, dueAt: at = charge.at } = charge
  const price = priceOf(await chargeRates(db, merchantId, at), event)
  const { feeKobo, vatKobo } = withLevies(await allLevies(db), price, { amountKobo: 0n, at, toAnotherBank: false })
  if (feeKobo === 0n) return null
  const source = sources[event]
  const kobo = { feeKobo: String(feeKobo), vatKobo: String(vatKobo) }
  return { mode, merchantId, reference, ...kobo, source, dueAt: at.toISOString() }
}

async function enqueue(db: Transaction, jobs: Jobs, owedCharge: PendingCharge): Promise<void> {
  await jobs.enqueue(db, 'charge', owedCharge, { key: keyOf(owedCharge) })
}

/** Job key, kept until the charge is posted, so that it has one job however long it is owed. */
function keyOf({ mode, reference }: Pick<PendingCharge, 'mode' | 'reference'>): string {
  return `${mode} ${reference}`
}

/** Job handler: posts an owed charge, or retries later while funds are insufficient. */
export async function collectCharge({ db, clock }: Engine, owedCharge: PendingCharge): Promise<void> {
  const isCollected = await transact(db, async (transaction) => {
    if (!(await postCharge(transaction, owedCharge, clock()))) return false
    await deleteJobKey(transaction, 'charge', keyOf(owedCharge))
    return true
  })
  if (!isCollected) throw new RetryLaterError(`${owedCharge.reference} is still owed`)
}

async function postCharge(db: Transaction, owedCharge: PendingCharge, at: Date): Promise<boolean> {
  const { mode, merchantId, reference, source, dueAt } = owedCharge
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charge ${mode} ${reference}`}, 0))`.execute(db)
  if (await isReferencePosted(db, { mode, kind: 'CHARGE', reference })) return true
  const account = await customerAccount(db, { merchantId, walletId: null })
  if (!account) return false
  const [feeKobo, vatKobo] = [BigInt(owedCharge.feeKobo), BigInt(owedCharge.vatKobo)]
  try {
    await post(db, {
      mode,
      kind: 'CHARGE',
      reference,
      transactionId: null,
      merchantId,
      at,
      ...(source && { source }),
      ...(dueAt && { dueAt: new Date(dueAt) }),
      lines: [
        { accountId: account.id, amountKobo: -(feeKobo + vatKobo) },
        { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: feeKobo },
        { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: vatKobo },
      ],
    })
  } catch (error) {
    if (error instanceof LedgerRefusal) return false
    throw error
  }
  return true
}

function priceOf({ kyc, staticAccounts, subaccount }: ChargeRates, event: ChargedEvent): bigint {
  switch (event) {
    case 'kyc.bvnLookup':
      return kyc.bvnLookupKobo
    case 'kyc.nameDobMatch':
      return kyc.nameDobMatchKobo
    case 'kyc.nameMatch':
      return kyc.nameMatchKobo
    case 'kyc.persona':
      return kyc.personaKobo
    case 'staticAccounts.accountCreation':
      return staticAccounts.accountCreationKobo
    case 'staticAccounts.maintenance':
      return staticAccounts.maintenanceKobo
    case 'subaccount.transferCharge':
      return subaccount.transferChargeKobo
  }
}

/** Reference of the charge for opening a static account. */
export function openingReference(accountNumber: string): string {
  return `OPEN-${accountNumber}`
}

/** Reference of a static account's maintenance fee for a month, such as `2026-11`. */
export function maintenanceReference(month: string, accountNumber: string): string {
  return `MAINT-${month}-${accountNumber}`
}
