import { instants } from './calendar.ts'
import { businessMaker } from './businesses.ts'
import { businessEmail } from './contacts.ts'
import { aPerson } from './people.ts'
import type { World } from './world.ts'

const worldDays = 720

/** Adds partners, some of them inactive. */
export function addPartners(world: World, count: number): void {
  const random = world.random('partners')
  const aBusiness = businessMaker(world.random('businesses of partners'))
  for (const at of instants(random, new Date(world.now.getTime() - 86_400_000), worldDays, count)) {
    const person = aPerson(random, world.now)
    const business = aBusiness()
    world.rows.partner.push({
      id: random.id(at),
      mode: world.mode,
      created_at: at.toISOString(),
      name: business.name,
      email: businessEmail(random, business, person),
      phone_number: person.phoneNumber,
      status: random.chance(0.18) ? 'INACTIVE' : 'ACTIVE',
    })
  }
}

/** Assigns an older partner to about one merchant in six. */
export function addToPartners(world: World): void {
  const random = world.random('merchants of partners')
  for (const merchant of world.rows.merchant) {
    const earlier = world.rows.partner.filter((partner) => partner.created_at < merchant.created_at)
    if (earlier.length > 0 && random.chance(0.17)) merchant.partner_id = random.pick(earlier).id
  }
}
