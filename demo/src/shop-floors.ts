import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '@kobo/server/db/database'
import { openShop, openStore } from '@kobo/server/engine/stores/open-store'
import { openTerminal } from '@kobo/server/engine/stores/open-terminal'
import { minuteMs } from './calendar.ts'
import type { Random } from './random.ts'

/** Store of the demo with its terminals. */
export interface PastStore {
  id: string
  mode: Mode
  merchantId: string
  terminals: { id: string; number: string }[]
}

/** Locations of shops; traffic opens some more. */
export const branches = [
  'Ikeja, Lagos',
  'Lekki Phase 1, Lagos',
  'Balogun Market, Lagos',
  'Wuse 2, Abuja',
  'Garki, Abuja',
  'Rumuola, Port Harcourt',
  'Bodija, Ibadan',
  'Sabon Gari, Kano',
  'Ariaria Market, Aba',
  'Ring Road, Benin City',
]

/** Names of stores in a shop. */
export const counters = [
  'Front counter',
  'Back counter',
  'Upstairs',
  'Pharmacy',
  'Bakery',
  'Drinks',
  'Textiles',
  'Groceries',
]

/** Prefixes that manufacturers use for serial numbers. */
export const makers = ['PAX', 'VRF', 'ING', 'NEX']

interface Opening {
  mode: Mode
  merchantId: string
  /** Name of the merchant, also used for its shop. */
  name: string
  /** An online store belongs to no shop. */
  isOnline: boolean
  at: Date
}

/** Opens a shop of a merchant with stores and terminals, or an online store without a shop. */
export async function openFloor(
  db: Transaction,
  random: Random,
  { mode, merchantId, name, isOnline, at }: Opening,
): Promise<{ shopId: string | null; stores: PastStore[] }> {
  const owner = { mode, merchantId }
  const shopId = isOnline ? null : await openShop(db, { ...owner, name, branch: random.pick(branches), at })
  const names = isOnline ? [`${name} online`] : random.several(counters, random.whole(1, 2))
  const stores: PastStore[] = []
  for (const [index, called] of names.entries()) {
    const then = new Date(at.getTime() + (index + 1) * minuteMs)
    const { id } = await openStore(db, { ...owner, name: called, shopId, at: then })
    const terminals: PastStore['terminals'] = []
    for (let number = random.whole(1, 2); number > 0; number--) {
      const serialNumber = `${random.pick(makers)}-${random.digits(8)}`
      const terminal = { storeId: id, serialNumber, at: new Date(then.getTime() + number * 1000) }
      terminals.push(await openTerminal(db, { ...owner, ...terminal }))
    }
    stores.push({ id, ...owner, terminals })
  }
  return { shopId, stores }
}
