import { type AccountFeeRates, accountFeeKobo } from '@kobo/contract/kit/fee'
import type { Transaction } from '../../db/database.ts'
import { allLevies, type Charges, type Levy, sumOf, withLevies } from '../../ledger/levies.ts'

/** Charges of a collection: the merchant's fee and its VAT. */
export async function collectionCharges(
  db: Transaction,
  rates: AccountFeeRates,
  { amountKobo, at }: { amountKobo: bigint; at: Date },
): Promise<Charges> {
  return chargesWithin(await allLevies(db), accountFeeKobo(rates, amountKobo), amountKobo, at)
}

/** Caps the charges at the collection's amount: the fee of a smaller payment is what VAT on the payment leaves, and a few kobo remain. */
function chargesWithin(levies: readonly Levy[], feeKobo: bigint, amountKobo: bigint, at: Date): Charges {
  const levied = { amountKobo, at, toAnotherBank: false }
  const charges = withLevies(levies, feeKobo, levied)
  if (sumOf(charges) <= amountKobo) return charges
  return withLevies(levies, amountKobo - withLevies(levies, amountKobo, levied).vatKobo, levied)
}
