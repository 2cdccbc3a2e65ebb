import { accountNumber } from '@kobo/server/ledger/nuban'
import { type Bank, banks } from '@kobo/server/rails/banks'
import { providerBank } from '@kobo/server/ledger/accounts'
import { businessMaker } from '../businesses.ts'
import { aPerson } from '../people.ts'
import type { Random } from '../random.ts'
import { type Encoded, encoded } from './copy-rows.ts'

/** Originator or beneficiary as recorded on a transaction. */
export interface Party {
  name: Encoded
  number: Encoded
  bankCode: Encoded
}

/** Person or business with an account at another bank. */
export interface ExternalParty extends Party {
  /** NIP code of the bank. */
  nipCode: string
  bankName: string
}

/** Relative frequency of the common banks; every other bank has the same low weight. */
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

/** Generates people and businesses at other banks that pay and are paid repeatedly. */
export function externalParties(random: Random, now: Date, count: number): ExternalParty[] {
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

/** Decodes text. */
export function plain(text: Encoded): string {
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString()
}

function weightOf({ code }: Bank): number {
  return popular.find(([popularCode]) => popularCode === code)?.[1] ?? 1.5
}
