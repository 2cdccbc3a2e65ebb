import type { ProviderAccount } from '../../ledger/provider-accounts.ts'
import type { Route } from '../../rails/switch.ts'

/** What each switch takes for an approved payout, in kobo. */
export const providerCosts: Record<Route, number> = { NIP: 2688, ETRANZACT: 2150 }

/** What the provider holds at each switch. */
export const floats: Record<Route, ProviderAccount> = { NIP: 'FLOAT_NIP', ETRANZACT: 'FLOAT_ETRANZACT' }
