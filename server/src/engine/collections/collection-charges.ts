import { type AccountFeeRates, accountFeeKobo } from '@kobo/contract/kit/fee'
import type { Transaction } from '../../db/database.ts'
import { allLevies, type Charges, type Levy, sumOf, withLevies } from '../../ledger/levies.ts'

/** What is taken from money that comes in: the merchant's fee and the VAT on it. */
export async function collectionCharges(
  db: Transaction,
  rates: AccountFeeRates,
  { amountKobo, at }: { amountKobo: bigint; at: Date },
): Promise<Charges> {
  return chargesWithin(await allLevies(db), accountFeeKobo(rates, amountKobo), amountKobo, at)
}

/** The charges never exceed what came in: a payment smaller than its fee pays all that it has. */
function chargesWithin(levies: readonly Levy[], feeKobo: bigint, amountKobo: bigint, at: Date): Charges {
  const of = { amountKobo, at, toAnotherBank: false }
  const whole = withLevies(levies, feeKobo, of)
  if (sumOf(whole) <= amountKobo) return whole
  return withLevies(levies, amountKobo - withLevies(levies, amountKobo, of).vatKobo, of)
}
