import { accountNumber } from '../../ledger/nuban.ts'
import { type Bank, banks } from '../../rails/banks.ts'
import { providerBank } from '../../ledger/accounts.ts'
import { businessMaker } from '../businesses.ts'
import { aPerson } from '../people.ts'
import type { Random } from '../random.ts'
import { type Encoded, encoded } from './copy-rows.ts'

/** One end of a payment as a transaction names it. */
export interface Party {
  name: Encoded
  number: Encoded
  bankCode: Encoded
}

/** Somebody with an account at another bank. */
export interface OutsideParty extends Party {
  /** What the switch calls that bank. */
  nipCode: string
  bankName: string
}

/** How common each bank is; the others share the rest. */
const popular: readonly (readonly [string, number])[] = [
  ['058', 14],
  ['044', 12],
  ['057', 12],
  ['033', 11],
  ['011', 10],
  ['999992', 13],
  ['50515', 9],
  ['50211', 7],
  ['999991', 6],
]

/** People and businesses elsewhere, who pay and are paid again and again. */
export function outsideParties(random: Random, now: Date, count: number): OutsideParty[] {
  const aBusiness = businessMaker(random)
  const others = banks.filter(({ code }) => code !== providerBank.code)
  const weights = others.map((bank) => [bank, weightOf(bank)] as const)
  return Array.from({ length: count }, () => {
    const bank = random.weighted(weights)
    const person = aPerson(random, now)
    const name = random.chance(0.14)
      ? aBusiness().name
      : `${person.lastName} ${person.firstName} ${person.middleName}`.toUpperCase()
    return {
      name: encoded(name),
      number: encoded(accountNumber(random.whole(1_000_000, 999_999_999), bank.code)),
      bankCode: encoded(bank.code),
      nipCode: bank.nipCode,
      bankName: bank.name,
    }
  })
}

/** The text again. */
export function plain(text: Encoded): string {
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString()
}

function weightOf({ code }: Bank): number {
  return popular.find(([popularCode]) => popularCode === code)?.[1] ?? 1.5
}
