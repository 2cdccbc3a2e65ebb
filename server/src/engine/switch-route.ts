import type { ProviderAccount } from '../ledger/provider-accounts.ts'
import { findBank } from '../rails/banks.ts'
import type { Route } from '../rails/switch.ts'

/** Which way a transaction left; what is older than the choice left through NIP. */
export function routeOf({ route }: { route: string | null }): Route {
  return route === 'ETRANZACT' ? 'ETRANZACT' : 'NIP'
}

/** What the provider holds at the switch that a transaction leaves through. */
export function floatOf(row: { route: string | null }): ProviderAccount {
  return routeOf(row) === 'ETRANZACT' ? 'FLOAT_ETRANZACT' : 'FLOAT_NIP'
}

/** The switch's own code of a bank. */
export function switchCode(bankCode: string | null): string {
  return findBank(bankCode ?? '')?.nipCode ?? bankCode ?? ''
}
