import { lagosDay } from '@kobo/contract/kit/day'
import type { Database } from '../db/database.ts'

/** A levy of the state from a day on. */
export interface Levy {
  kind: string
  from_day: string
  rate_basis_points: number
  amount_kobo: bigint
  from_amount_kobo: bigint
}

export interface Charges {
  feeKobo: bigint
  vatKobo: bigint
  stampDutyKobo: bigint
}

export async function allLevies(db: Database): Promise<Levy[]> {
  return await db.selectFrom('levy').selectAll().orderBy('from_day').execute()
}

/** Returns a fee with its VAT and, for transfers to another bank, the stamp duty; half-up to the kobo. */
export function withLevies(
  levies: readonly Levy[],
  feeKobo: bigint,
  levied: { amountKobo: bigint; at: Date; toAnotherBank: boolean },
): Charges {
  const day = lagosDay(levied.at)
  const inForce = (kind: string) => levies.findLast((levy) => levy.kind === kind && levy.from_day <= day)
  const vat = inForce('VAT')
  const duty = levied.toAnotherBank ? inForce('STAMP_DUTY') : undefined
  return {
    feeKobo,
    vatKobo: vat ? (feeKobo * BigInt(vat.rate_basis_points) + 5000n) / 10_000n : 0n,
    stampDutyKobo: duty && levied.amountKobo >= duty.from_amount_kobo ? duty.amount_kobo : 0n,
  }
}

/** Returns the VAT included in a gross amount; half-up to the kobo. */
export function vatWithin(levies: readonly Levy[], grossKobo: bigint, at: Date): bigint {
  const day = lagosDay(at)
  const vat = levies.findLast((levy) => levy.kind === 'VAT' && levy.from_day <= day)
  if (!vat) return 0n
  const divisor = 10_000n + BigInt(vat.rate_basis_points)
  return (2n * grossKobo * BigInt(vat.rate_basis_points) + divisor) / (2n * divisor)
}

export function sumOf({ feeKobo, vatKobo, stampDutyKobo }: Charges): bigint {
  return feeKobo + vatKobo + stampDutyKobo
}
