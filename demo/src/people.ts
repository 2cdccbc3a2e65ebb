import { type NameGroup, nameGroups } from './names.ts'
import type { Random } from './random.ts'

export interface Person {
  firstName: string
  middleName: string
  lastName: string
  /** `yyyy-MM-dd` */
  dateOfBirth: string
  /** In the form +2348031234567. */
  phoneNumber: string
  email: string
}

/** Generates an adult of either sex with names of one group. */
export function aPerson(random: Random, now: Date): Person {
  const group: NameGroup = random.weighted(nameGroups)
  const givenNames = random.chance(0.5) ? group.women : group.men
  const firstName = random.pick(givenNames)
  const middleName = random.pick(givenNames.filter((name) => name !== firstName))
  const lastName = random.pick(group.surnames)
  return {
    firstName,
    middleName,
    lastName,
    dateOfBirth: aBirthday(random, now),
    phoneNumber: aPhoneNumber(random),
    email: `${firstName}.${lastName}${random.chance(0.4) ? random.whole(2, 99) : ''}@mail.example`.toLowerCase(),
  }
}

const networks = [
  '703',
  '706',
  '708',
  '802',
  '803',
  '805',
  '806',
  '809',
  '810',
  '813',
  '816',
  '818',
  '903',
  '905',
  '907',
  '913',
  '915',
]

function aPhoneNumber(random: Random): string {
  return `+234${random.pick(networks)}${random.digits(7)}`
}

function aBirthday(random: Random, now: Date): string {
  const ageDays = random.whole(19 * 366, 68 * 365)
  return new Date(now.getTime() - ageDays * 86_400_000).toISOString().slice(0, 10)
}

/** Generates a BVN that is not yet in `taken` and adds it. */
export function aBvn(random: Random, usedNumbers: Set<string>): string {
  for (;;) {
    const bvn = `22${random.digits(9)}`
    if (usedNumbers.has(bvn)) continue
    usedNumbers.add(bvn)
    return bvn
  }
}

export function aNin(random: Random): string {
  return `${random.whole(1, 9)}${random.digits(10)}`
}

export const identityTypes = ['NIN', 'International Passport', "Driver's Licence", "Voter's Card"] as const

export type IdentityType = (typeof identityTypes)[number]

/** Generates a number in the format of this type of document. */
export function anIdentityNumber(random: Random, type: IdentityType): string {
  if (type === 'NIN') return aNin(random)
  if (type === 'International Passport') return `${random.pick(['A', 'B'])}${random.digits(8)}`
  if (type === "Driver's Licence")
    return `${random.letters(3)}${random.digits(5)}${random.letters(2)}${random.digits(2)}`
  return `90F5${random.letters(1)}${random.digits(6)}${random.letters(1)}${random.digits(7)}`
}
