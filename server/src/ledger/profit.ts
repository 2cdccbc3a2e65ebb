import type { Mode } from '@kobo/contract/kit/mode'
import type { ProfitSource } from '@kobo/contract/kit/profit-source'
import type { Transaction } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { type CountChange, countRows } from './counters/count-rows.ts'
import { costCategory, everyMerchant, feeCategory, profitScope } from './counters/scopes.ts'
import type { Posting } from './posting.ts'
import { providerAccount } from './provider-accounts.ts'
import type { TransferKind } from './transfer-kinds.ts'

/** Profit source of a transfer that names none. */
const defaultSources: Record<TransferKind, ProfitSource> = {
  PAYOUT: 'transfers',
  MOVE: 'transfers',
  BILL: 'bills',
  COLLECTION: 'staticAccounts',
  CHARGE: 'staticAccounts',
  PROVIDER_COST: 'transfers',
  COMPENSATION: 'transfers',
  CORRECTION: 'transfers',
  SETTLEMENT: 'transfers',
  REFUND: 'transfers',
  CLEARING: 'cards',
  ACQUIRER_PAYMENT: 'virtualAccounts',
  SCHEME_PAYMENT: 'cards',
  REVERSAL: 'cards',
  BILLER_PAYMENT: 'bills',
}

/** Profit source of a kind of payment: child accounts and partners have their own prices. */
export function sourceOfPayment(kind: TransferKind, scope: string): ProfitSource {
  if (scope === 'CHILD') return 'childAccount'
  return scope === 'SUBACCOUNT' ? 'subaccount' : defaultSources[kind]
}

/** Profit source of a posting. */
export function sourceOf({ source, kind }: Posting): ProfitSource {
  return source ?? defaultSources[kind]
}

interface Row {
  id: string
  mode: Mode
  merchant_id: string
  created_at: string
  source: ProfitSource
  transaction_id: string | null
  reference: string
  fee_kobo: bigint
  cost_kobo: bigint
}

/**
 * Records and counts the income and costs of postings: one row per payment, including the cost posted with it. Postings that do
 * not touch our income and cost accounts are skipped.
 */
export async function recordProfit(db: Transaction, postings: readonly (Posting & { id: string })[]): Promise<void> {
  const rows = new Map<string, Row>()
  for (const row of postings.flatMap(rowsOf)) {
    const key = `${row.transaction_id ?? row.id} ${row.created_at} ${row.source}`
    const existing = rows.get(key)
    if (!existing) rows.set(key, row)
    else {
      existing.fee_kobo += row.fee_kobo
      existing.cost_kobo += row.cost_kobo
    }
  }
  if (rows.size === 0) return
  await insertRows(db, 'profit', [...rows.values()])
  await countRows(db, [...rows.values()].flatMap(countsOf))
}

function rowsOf(posting: Posting & { id: string }): Row[] {
  const { id, mode, merchantId, transactionId, reference, at, costs } = posting
  const common = { mode, created_at: at.toISOString(), source: sourceOf(posting) }
  if (costs) {
    return costs
      .filter(({ costKobo }) => costKobo !== 0n)
      .map((cost) => ({
        ...common,
        id: partId(id, cost.transactionId),
        merchant_id: cost.merchantId,
        transaction_id: cost.transactionId,
        reference: cost.reference,
        fee_kobo: 0n,
        cost_kobo: cost.costKobo,
      }))
  }
  const [fee_kobo, income] = [accountTotal(posting, 'FEE_INCOME'), accountTotal(posting, 'PROVIDER_COST')]
  if (fee_kobo === 0n && income === 0n) return []
  const merchant_id = merchantId ?? everyMerchant
  return [{ ...common, id, merchant_id, transaction_id: transactionId, reference, fee_kobo, cost_kobo: -income }]
}

function accountTotal({ mode, lines }: Posting, kind: 'FEE_INCOME' | 'PROVIDER_COST'): bigint {
  const account = providerAccount(mode, kind)
  return lines.reduce((sum, { accountId, amountKobo }) => (accountId === account ? sum + amountKobo : sum), 0n)
}

/** The transfer's time with the rest of the payment's id: deterministic, so that a backfill creates the same id. */
function partId(transferId: string, transactionId: string): string {
  return transferId.slice(0, 13) + transactionId.slice(13)
}

function countsOf(row: Row): CountChange[] {
  const cell = { ...row, scope: profitScope, type: row.source }
  const fee = { row: { ...cell, category: feeCategory }, n: 1n, n_success: 1n, success_kobo: row.fee_kobo }
  if (row.cost_kobo === 0n) return [fee]
  return [fee, { row: { ...cell, category: costCategory }, n: 1n, n_success: 1n, success_kobo: -row.cost_kobo }]
}
