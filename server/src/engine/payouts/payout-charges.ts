import { transferFeeKobo } from '@kobo/contract/kit/fee'
import type { Database } from '../../db/database.ts'
import { providerBank } from '../../ledger/accounts.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { allLevies, type Charges, withLevies } from '../../ledger/levies.ts'

interface Priced {
  merchantId: string
  amountKobo: bigint
  /** The central bank's code of the bank that receives it. */
  bankCode: string
}

/** What a payout costs that is ordered at this instant: the merchant's fee and what the state takes. */
export async function payoutCharges(
  db: Database,
  { merchantId, amountKobo, bankCode }: Priced,
  at: Date,
): Promise<Charges> {
  const { transfers } = await chargeRates(db, merchantId)
  const toAnotherBank = bankCode !== providerBank.code
  return withLevies(await allLevies(db), transferFeeKobo(transfers, amountKobo), { amountKobo, at, toAnotherBank })
}
