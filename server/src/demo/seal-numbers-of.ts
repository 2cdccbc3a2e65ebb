import type { Seal } from '../seal.ts'
import type { World } from './world.ts'

/** Encrypts the personal numbers of the demo data, after all comparisons on them. */
export function sealNumbersOf({ rows }: World, seal: Seal): void {
  const sealed = (number: string | null) => number && seal.closeNumber(number)
  for (const row of rows.wallet) {
    row.bvn = sealed(row.bvn)
    row.nin = sealed(row.nin)
  }
  for (const row of rows.merchant) {
    row.bvn = sealed(row.bvn)
    row.identity_number = sealed(row.identity_number)
  }
  for (const row of rows.director) row.bvn = sealed(row.bvn)
  for (const row of rows.bvn_record) row.bvn = seal.closeNumber(row.bvn)
}
