import type { Insertable } from 'kysely'
import type { Transaction } from '../db/tables.ts'
import { uuidv7 } from '../uuid.ts'
import { idAt } from './id-at.ts'

/** Builds the row of a payout submitted by a merchant; tests pass only the fields they depend on. */
export function plainTransaction(
  merchant: { merchantId: string; mode: string },
  fields: Partial<Insertable<Transaction>> = {},
) {
  const created_at = fields.created_at ?? '2026-03-04T10:00:00.000Z'
  return {
    id: idAt(created_at),
    mode: merchant.mode,
    scope: 'MERCHANT',
    merchant_id: merchant.merchantId,
    created_at,
    type: 'DEBIT',
    category: 'BANK_TRANSFER',
    status: 'QUEUED',
    amount_kobo: 250_000n,
    reference: `KBO-${uuidv7().toUpperCase()}`,
    ...fields,
  } satisfies Insertable<Transaction>
}
