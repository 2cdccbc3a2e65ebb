import { findBank } from '../../rails/banks.ts'

/** Whom a payout goes to that is not yet a transaction, as the wire names it. */
export function payee(row: { beneficiary_name: string; account_number: string; bank_code: string }) {
  const bankName = findBank(row.bank_code)?.name ?? null
  return { accountName: row.beneficiary_name, accountNumber: row.account_number, bankName }
}
