import type { Transaction } from '../../db/database.ts'
import { checkoutScope, countRows, every, paymentLinkScope } from '../../ledger/counted/counted-list.ts'

interface Row {
  mode: string
  merchant_id: string
  created_at: string | Date
}

/** Counts checkouts that are opened, and those that are paid. */
export async function countCheckout(
  db: Transaction,
  row: Row,
  change: { UNPAID: bigint; PAID?: bigint },
): Promise<void> {
  await count(db, checkoutScope, row, change)
}

/** Counts payment links that are made, and those that take no payment any more. */
export async function countPaymentLink(
  db: Transaction,
  row: Row,
  change: { ACTIVE: bigint; INACTIVE?: bigint },
): Promise<void> {
  await count(db, paymentLinkScope, row, change)
}

async function count(db: Transaction, scope: string, row: Row, change: Record<string, bigint>): Promise<void> {
  const { mode, merchant_id, created_at } = row
  const changes = Object.entries(change).map(([type, n]) => {
    const counted = { mode, merchant_id, created_at, scope, type, category: every }
    return { row: counted, n, n_success: 0n, success_kobo: 0n }
  })
  await countRows(db, changes)
}
