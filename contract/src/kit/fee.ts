export interface TransferFeeRates {
  below5001Kobo: bigint
  below50001Kobo: bigint
  above50000Kobo: bigint
}

/** What a transfer of this amount costs: under 5,001 naira, from there to 50,000 naira, or above. */
export function transferFeeKobo(rates: TransferFeeRates, amountKobo: bigint): bigint {
  if (amountKobo < secondTierFromKobo) return rates.below5001Kobo
  return amountKobo <= secondTierToKobo ? rates.below50001Kobo : rates.above50000Kobo
}

const secondTierFromKobo = 500_100n
const secondTierToKobo = 5_000_000n

export interface AccountFeeRates {
  type: 'COMPOSITE' | 'PERCENTAGE' | 'NOMINAL'
  /** Hundredths of a percent. */
  percentageBasisPoints: bigint
  /** 0 = no cap; counts for COMPOSITE alone. */
  capKobo: bigint
  nominalKobo: bigint
}

/** What a collection of this amount into an account costs, rounded half up to the kobo. */
export function accountFeeKobo(rates: AccountFeeRates, amountKobo: bigint): bigint {
  const share = roundHalfUp(amountKobo * rates.percentageBasisPoints, 10_000n)
  switch (rates.type) {
    case 'PERCENTAGE':
      return share
    case 'NOMINAL':
      return rates.nominalKobo
    case 'COMPOSITE': {
      const whole = share + rates.nominalKobo
      return rates.capKobo > 0n && whole > rates.capKobo ? rates.capKobo : whole
    }
  }
}

/** For amounts that are not negative, which is all that fees are taken of. */
function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}
