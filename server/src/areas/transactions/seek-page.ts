import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { readCountedPage } from '../../ledger/counted/read-counted-page.ts'
import { isAsked, type TransactionFilter } from './transaction-filter.ts'

/** A transaction as lists show it. */
export interface ListedTransaction {
  id: string
  created_at: string
  type: string
  category: string
  status: string
  amount_kobo: bigint
  charges_kobo: bigint
  reference: string
  merchant_id: string
  originator_name: string | null
  originator_number: string | null
  originator_bank_code: string | null
  beneficiary_name: string | null
  beneficiary_number: string | null
  beneficiary_bank_code: string | null
  wallet_name: string | null
}

/** A page of matching transactions, newest first, and their exact number. */
export async function seekPage(
  db: Database,
  filter: TransactionFilter,
  page: { page: number; size: number },
): Promise<{ total: bigint; rows: ListedTransaction[] }> {
  // What a wallet or a reference finds is few, and has an index of its own.
  const isCounted = filter.walletId === undefined && filter.reference === undefined
  return await readCountedPage(
    db,
    {
      table: 'transaction',
      days: filter.days,
      isAsked: isAsked(filter),
      counted: isCounted ? filter : null,
      columns: sql<ListedTransaction>`t.id, t.created_at, t.type, t.category, t.status, t.amount_kobo,
        t.fee_kobo + t.vat_kobo + t.stamp_duty_kobo as charges_kobo, t.reference, t.merchant_id,
        t.originator_name, t.originator_number, t.originator_bank_code,
        t.beneficiary_name, t.beneficiary_number, t.beneficiary_bank_code, wallet.account_name as wallet_name`,
      joins: sql`left join wallet on wallet.id = t.wallet_id and wallet.merchant_id = t.merchant_id`,
    },
    page,
  )
}
