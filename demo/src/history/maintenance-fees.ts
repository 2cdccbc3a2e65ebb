import { maintenanceReference, openingReference } from '@kobo/server/engine/charges/charge-event'
import { hourMs } from '../calendar.ts'
import type { StaticAccount } from './virtual-accounts.ts'
import { totalOf } from './pricing.ts'
import type { Scene } from './scene.ts'

/** Charges the fees of static accounts up to an instant that never decreases. */
export type Upkeep = (at: number) => void

/** Charges the opening fee and then a monthly fee, if the merchant has the funds. `accounts` are ordered oldest first. */
export function upkeepOf(scene: Scene, accounts: readonly StaticAccount[]): Upkeep {
  let opened = 0
  let nextMonth = 0

  return (at) => {
    for (let next = accounts[opened]; next && next.from < at; next = accounts[opened]) {
      charge(scene, next, 'accountCreation', openingReference(next.number), at)
      opened += 1
    }
    if (at < nextMonth) return
    const month = new Date(at + hourMs).toISOString().slice(0, 7)
    for (const account of accounts.slice(0, opened)) {
      if (nextMonth > 0) charge(scene, account, 'maintenance', maintenanceReference(month, account.number), at)
    }
    nextMonth = startOfNextMonth(at)
  }
}

function charge(
  { pricing, purses, book, holders }: Scene,
  { holder }: StaticAccount,
  fee: 'accountCreation' | 'maintenance',
  reference: string,
  at: number,
): void {
  const owner = holders.owners[holder] ?? 0
  const price = pricing.staticAccount(owner, at, fee)
  const total = totalOf(price)
  if (total === 0 || purses.mayLeave(owner, at) < total) return
  book.post({
    kind: 'CHARGE',
    at,
    reference,
    transaction: null,
    owner,
    lines: [
      [owner, -total],
      ['FEE_INCOME', price.fee],
      ['VAT_PAYABLE', price.vat],
    ],
  })
  purses.change(owner, -total)
}

/** Six in the morning in Lagos on the first of the month. */
function startOfNextMonth(at: number): number {
  const local = new Date(at + hourMs)
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) + 5 * hourMs
}
