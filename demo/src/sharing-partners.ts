import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '@kobo/server/db/database'
import { openSubaccount } from '@kobo/server/engine/splits/open-subaccount'
import { setSubaccountStatus } from '@kobo/server/engine/splits/set-subaccount-status'
import { banks } from '@kobo/server/rails/banks'
import { someName, someNumber } from './child-payments.ts'
import type { Random } from './random.ts'

/** Names of subaccounts; traffic opens some more. */
export const partnerNames = [
  'Riverbank Logistics',
  'Ikeja franchise',
  'Lekki franchise',
  'Port Harcourt franchise',
  'Adire Weavers Cooperative',
  'Harvest Growers Union',
  'Sunrise Dispatch Riders',
  'Palm Grove Agency',
  'Kernel Supplies',
  'Indigo Dyers',
]

interface Sharing {
  mode: Mode
  merchantId: string
  at: Date
}

/** Opens some subaccounts of a merchant; returns their ids in the order of its splits. */
export async function addPartners(
  db: Transaction,
  random: Random,
  { mode, merchantId, at }: Sharing,
): Promise<string[]> {
  const split: string[] = []
  for (const name of random.several(partnerNames, random.whole(1, 3))) {
    const bank = random.pick(banks)
    const isFlat = random.chance(0.35)
    const opened = {
      name,
      type: isFlat ? ('FLAT' as const) : ('PERCENTAGE' as const),
      // All together less than the smallest collection, of which the merchant keeps a share.
      value: isFlat ? BigInt(random.whole(2, 6)) * 10_000n : BigInt(random.whole(4, 60)) * 50n,
      bank: { code: bank.code, accountNumber: someNumber(random, bank), accountName: someName(random) },
    }
    split.push(await openSubaccount(db, { ...opened, mode, merchantId, at }))
  }
  return split
}

/** Sometimes deactivates a subaccount for new splits; existing splits still pay it. */
export async function retireOne(
  db: Transaction,
  random: Random,
  split: readonly string[],
  sharing: Sharing,
): Promise<void> {
  const [, last] = split
  if (last !== undefined && random.chance(0.5)) {
    await setSubaccountStatus(db, { ...sharing, subaccountId: last, status: 'INACTIVE' })
  }
}
