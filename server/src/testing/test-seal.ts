import { makeSeal } from '../seal.ts'

/** The secret of servers under test. */
export const testSecret = 'the secret of servers under test'

export const testSeal = makeSeal(testSecret)

/** A number as the tables hold it. */
export function sealNumber<T extends string | null | undefined>(number: T): T | string {
  return number ? testSeal.closeNumber(number) : number
}
