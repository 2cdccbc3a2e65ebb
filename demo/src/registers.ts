import { accountNumber } from '@kobo/server/ledger/nuban'
import { banks } from '@kobo/server/rails/banks'
import type { Business } from './businesses.ts'
import { dayMs } from './calendar.ts'
import { aPerson, type Person } from './people.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** Adds the BVN register record of an owner, occasionally under a different name. */
export function addBvnRecord(world: World, random: Random, bvn: string, owner: Person, watchListed: boolean): void {
  const named = random.chance(0.03) ? { ...owner, firstName: aPerson(random, world.now).firstName } : owner
  world.rows.bvn_record.push({
    bvn,
    sealed_bvn: null,
    date_of_birth: owner.dateOfBirth,
    first_name: named.firstName,
    middle_name: random.chance(0.85) ? named.middleName : null,
    last_name: named.lastName,
    registration_date: registeredOn(random, owner, world.now),
    watch_listed: watchListed,
  })
}

/** Start of the BVN register. Nobody is registered before the age of 18. */
const registerOpened = Date.parse('2014-02-14')

function registeredOn(random: Random, owner: Person, now: Date): string {
  const grownUp = Date.parse(owner.dateOfBirth) + 18 * 365.25 * dayMs
  const earliest = Math.max(grownUp, registerOpened)
  const at = earliest + Math.floor(random.next() ** 2 * (now.getTime() - earliest))
  return new Date(at).toISOString().slice(0, 10)
}

/** Adds the merchant's settlement bank account, in the business's name or, if unregistered, the owner's. */
export function addSettlementAccount(
  world: World,
  random: Random,
  merchantId: string,
  business: Business,
  owner: Person,
): void {
  const bank = random.pick(banks)
  world.rows.settlement_account.push({
    merchant_id: merchantId,
    bank_code: bank.code,
    bank_name: bank.name,
    account_number: accountNumber(random.whole(1_000_000, 999_999_999), bank.code),
    account_name:
      business.type === 'REGISTERED' ? business.name : `${owner.firstName} ${owner.middleName} ${owner.lastName}`,
  })
}
