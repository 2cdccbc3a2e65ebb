import { findBank } from '../../rails/banks.ts'

/** Returns the beneficiary of a payout that is not yet a transaction, in wire format. */
export function payee(row: { beneficiary_name: string; account_number: string; bank_code: string }) {
  const bankName = findBank(row.bank_code)?.name ?? null
  return { accountName: row.beneficiary_name, accountNumber: row.account_number, bankName }
}
