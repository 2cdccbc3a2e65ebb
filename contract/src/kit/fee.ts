export interface TransferFeeRates {
  below5001Kobo: bigint
  below50001Kobo: bigint
  above50000Kobo: bigint
}

/** Returns the fee of a transfer by its rate: below ₦5,001, from there to ₦50,000, or above. */
export function transferFeeKobo(rates: TransferFeeRates, amountKobo: bigint): bigint {
  if (amountKobo < secondTierFromKobo) return rates.below5001Kobo
  return amountKobo <= secondTierToKobo ? rates.below50001Kobo : rates.above50000Kobo
}

const secondTierFromKobo = 500_100n
const secondTierToKobo = 5_000_000n

export interface AccountFeeRates {
  type: 'COMPOSITE' | 'PERCENTAGE' | 'NOMINAL'
  percentageBasisPoints: bigint
  /** 0 = no cap; applies to COMPOSITE only. */
  capKobo: bigint
  nominalKobo: bigint
}

/** Returns the fee of a collection into an account, rounded half up to the kobo. */
export function accountFeeKobo(rates: AccountFeeRates, amountKobo: bigint): bigint {
  const share = roundHalfUp(amountKobo * rates.percentageBasisPoints, 10_000n)
  switch (rates.type) {
    case 'PERCENTAGE':
      return share
    case 'NOMINAL':
      return rates.nominalKobo
    case 'COMPOSITE': {
      const uncapped = share + rates.nominalKobo
      return rates.capKobo > 0n && uncapped > rates.capKobo ? rates.capKobo : uncapped
    }
  }
}

/** Requires a non-negative amount, as fees have. */
function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}
