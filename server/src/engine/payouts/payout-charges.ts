import { transferFeeKobo } from '@kobo/contract/kit/fee'
import type { Database } from '../../db/database.ts'
import { providerBank } from '../../ledger/accounts.ts'
import { datedRates } from '../../ledger/charge-rates.ts'
import { allLevies, type Charges, withLevies } from '../../ledger/levies.ts'

/** Inputs that determine the price of a payout. */
interface PayoutTerms {
  merchantId: string
  amountKobo: bigint
  /** CBN code of the receiving bank. */
  bankCode: string
  /** Whether a child account pays, which has its own rate. */
  isChildAccount?: boolean
  at: Date
}

/** Returns the charges of a payout at this instant: the merchant's fee and the levies. */
export async function payoutCharges(db: Database, terms: PayoutTerms): Promise<Charges> {
  return (await payoutPrices(db, [terms.merchantId]))(terms)
}

/** Returns a pricing function for payouts of these merchants. */
export async function payoutPrices(
  db: Database,
  merchantIds: readonly string[],
): Promise<(terms: PayoutTerms) => Charges> {
  const levies = await allLevies(db)
  const ratesOf = await datedRates(db, merchantIds)
  return ({ merchantId, amountKobo, bankCode, isChildAccount = false, at }) => {
    const own = ratesOf(merchantId, at)
    const toAnotherBank = bankCode !== providerBank.code
    const feeKobo = isChildAccount ? own.childAccount.transferChargeKobo : transferFeeKobo(own.transfers, amountKobo)
    return withLevies(levies, feeKobo, { amountKobo, at, toAnotherBank })
  }
}
