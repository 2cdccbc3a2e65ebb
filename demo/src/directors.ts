import type { Business } from './businesses.ts'
import { aBvn, aPerson, identityTypes, type Person } from './people.ts'
import type { Random } from './random.ts'
import type { ImageBook } from './shared-images.ts'
import type { World } from './world.ts'

export interface Company {
  merchantId: string
  at: Date
  business: Business
  owner: Person
  bvn: string | null
}

/** Adds the directors of a registered business, usually its owner first; some businesses have submitted none. */
export function addDirectors(world: World, random: Random, images: ImageBook, company: Company): void {
  const isCompany = company.business.registrationNumber?.startsWith('RC') ?? false
  const count = random.weighted(isCompany ? companyBoards : smallBoards)
  for (let seat = 0; seat < count; seat += 1) {
    const isOwner = seat === 0 && random.chance(0.85)
    const person = isOwner ? company.owner : aPerson(random, world.now)
    world.rows.director.push({
      id: random.id(company.at),
      merchant_id: company.merchantId,
      first_name: person.firstName,
      last_name: person.lastName,
      bvn: isOwner ? company.bvn : random.chance(0.92) ? aBvn(random, world.takenBvns) : null,
      sealed_bvn: null,
      date_of_birth: random.chance(0.95) ? person.dateOfBirth : null,
      identity_file_id: random.chance(0.86) ? images.identityOf(random, random.pick(identityTypes)) : null,
    })
  }
}

const companyBoards = [
  [0, 9],
  [1, 22],
  [2, 38],
  [3, 21],
  [4, 8],
  [6, 2],
] as const
const smallBoards = [
  [0, 30],
  [1, 60],
  [2, 10],
] as const
