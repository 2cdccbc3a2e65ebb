import { makeSeal } from '../seal.ts'

export const testSecret = 'the secret of servers under test'

export const testSeal = makeSeal(testSecret)

/** Encrypts a number as it is stored in the tables. */
export function sealNumber<T extends string | null | undefined>(number: T): T | string {
  return number ? testSeal.closeNumber(number) : number
}
