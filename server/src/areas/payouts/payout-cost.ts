import type { Database } from '../../db/database.ts'
import { payoutCharges } from '../../engine/payouts/payout-charges.ts'
import { sumOf } from '../../ledger/levies.ts'

/** Returns the total charges of a payout submitted at this instant. */
export async function payoutCost(
  db: Database,
  row: { merchant_id: string; amount_kobo: bigint; bank_code: string },
  at: Date,
): Promise<bigint> {
  const { merchant_id: merchantId, amount_kobo: amountKobo, bank_code: bankCode } = row
  return sumOf(await payoutCharges(db, { merchantId, amountKobo, bankCode, at }))
}
