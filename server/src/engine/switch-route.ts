import type { ProviderAccount } from '../ledger/provider-accounts.ts'
import { findBank } from '../rails/banks.ts'
import type { Route } from '../rails/switch.ts'

/** Returns the route of a transaction; rows older than the choice of route used NIP. */
export function routeOf({ route }: { route: string | null }): Route {
  return route === 'ETRANZACT' ? 'ETRANZACT' : 'NIP'
}

/** Our float account at the switch that a transaction leaves through. */
export function floatOf(row: { route: string | null }): ProviderAccount {
  return routeOf(row) === 'ETRANZACT' ? 'FLOAT_ETRANZACT' : 'FLOAT_NIP'
}

/** Returns the NIP code of a bank, or the code itself if the bank is unknown. */
export function switchCode(bankCode: string | null): string {
  return findBank(bankCode ?? '')?.nipCode ?? bankCode ?? ''
}
