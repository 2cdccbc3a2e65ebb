import { bankName } from '../../rails/banks.ts'
import type { Database } from '../../db/database.ts'
import { payoutCharges } from '../../engine/payouts/payout-charges.ts'
import { sumOf } from '../../ledger/levies.ts'

/** Returns the beneficiary of a payout that is not yet a transaction, in wire format. */
export function payee(row: { beneficiary_name: string; account_number: string; bank_code: string }) {
  return {
    accountName: row.beneficiary_name,
    accountNumber: row.account_number,
    bankName: bankName(row.bank_code),
  }
}

/** Returns the total charges of a payout submitted at this instant. */
export async function payoutCost(
  db: Database,
  row: { merchant_id: string; amount_kobo: bigint; bank_code: string },
  at: Date,
): Promise<bigint> {
  const { merchant_id: merchantId, amount_kobo: amountKobo, bank_code: bankCode } = row
  return sumOf(await payoutCharges(db, { merchantId, amountKobo, bankCode, at }))
}
