import { transferFeeKobo } from '@kobo/contract/kit/fee'
import type { Database } from '../../db/database.ts'
import { providerBank } from '../../ledger/accounts.ts'
import { datedRates } from '../../ledger/charge-rates.ts'
import { allLevies, type Charges, withLevies } from '../../ledger/levies.ts'

/** What the price of a payout depends on. */
interface Priced {
  merchantId: string
  amountKobo: bigint
  /** The central bank's code of the bank that receives it. */
  bankCode: string
  /** Whether a child account pays, which has a price of its own. */
  ofChild?: boolean
  /** When it is ordered. */
  at: Date
}

/** What a payout costs that is ordered at this instant: the merchant's fee and what the state takes. */
export async function payoutCharges(db: Database, priced: Priced): Promise<Charges> {
  return (await payoutPrices(db, [priced.merchantId]))(priced)
}

/** What payouts of these merchants cost. */
export async function payoutPrices(db: Database, merchantIds: readonly string[]): Promise<(priced: Priced) => Charges> {
  const levies = await allLevies(db)
  const ratesOf = await datedRates(db, merchantIds)
  return ({ merchantId, amountKobo, bankCode, ofChild = false, at }) => {
    const own = ratesOf(merchantId, at)
    const toAnotherBank = bankCode !== providerBank.code
    const feeKobo = ofChild ? own.childAccount.transferChargeKobo : transferFeeKobo(own.transfers, amountKobo)
    return withLevies(levies, feeKobo, { amountKobo, at, toAnotherBank })
  }
}
