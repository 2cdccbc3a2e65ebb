import { maintenanceReference, openingReference } from '../../engine/charges/charge-references.ts'
import { hourMs } from '../calendar.ts'
import type { StaticAccount } from './virtual-accounts.ts'
import { totalOf } from './pricing.ts'
import type { Scene } from './scene.ts'

/** Bills what static accounts cost, up to an instant that never goes back. */
export type Upkeep = (at: number) => void

/** Their opening, and from then on every month, where the merchant has the money. `accounts` are the oldest first. */
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
  of: 'accountCreation' | 'maintenance',
  reference: string,
  at: number,
): void {
  const owner = holders.owners[holder] ?? 0
  const price = pricing.staticAccount(owner, at, of)
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

/** The first of the month, six in the morning in Lagos. */
function startOfNextMonth(at: number): number {
  const local = new Date(at + hourMs)
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) + 5 * hourMs
}
