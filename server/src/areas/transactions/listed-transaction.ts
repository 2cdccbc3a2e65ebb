import { naira } from '@kobo/contract/kit/naira'
import type { TransactionRow } from '@kobo/contract/transaction-records'
import { sql } from 'kysely'
import { bankName } from '../../rails/banks.ts'

/** Sender and receiver of a transaction. */
interface Parties {
  originator_name: string | null
  originator_number: string | null
  originator_bank_code: string | null
  beneficiary_name: string | null
  beneficiary_number: string | null
  beneficiary_bank_code: string | null
}

/** Transaction as lists show it. */
export interface ListedTransaction extends Parties {
  id: string
  created_at: string
  type: string
  category: string
  status: string
  amount_kobo: bigint
  charges_kobo: bigint
  reference: string
  merchant_id: string
  wallet_name: string | null
}

/** Columns of a listed transaction `t` with its wallet joined. */
export const listedColumns = sql<ListedTransaction>`t.id, t.created_at, t.type, t.category, t.status, t.amount_kobo,
  t.fee_kobo + t.vat_kobo + t.stamp_duty_kobo as charges_kobo, t.reference, t.merchant_id,
  t.originator_name, t.originator_number, t.originator_bank_code,
  t.beneficiary_name, t.beneficiary_number, t.beneficiary_bank_code, wallet.account_name as wallet_name`
export const listedJoins = sql`left join wallet on wallet.id = t.wallet_id and wallet.merchant_id = t.merchant_id`

export function asTransactionRow(row: ListedTransaction): TransactionRow {
  return {
    id: row.id,
    createdAt: row.created_at,
    type: row.type,
    category: row.category,
    status: row.status,
    amount: naira(row.amount_kobo),
    charges: naira(row.charges_kobo),
    reference: row.reference,
    ...partiesOf(row),
    merchantId: row.merchant_id,
    walletName: row.wallet_name,
  }
}

/** Returns sender and receiver in wire format. */
export function partiesOf(row: Parties) {
  return {
    originatorAccountName: row.originator_name,
    originatorAccountNumber: row.originator_number,
    originatorBankName: bankName(row.originator_bank_code),
    beneficiaryAccountName: row.beneficiary_name,
    beneficiaryAccountNumber: row.beneficiary_number,
    beneficiaryBankName: bankName(row.beneficiary_bank_code),
    beneficiaryBankCode: row.beneficiary_bank_code,
  }
}
