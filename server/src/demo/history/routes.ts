import { floatOf } from '../../engine/switch-route.ts'
import type { ProviderAccount } from '../../ledger/provider-accounts.ts'
import { transferFeesKobo } from '../../rails/simulator/switch-answers.ts'
import type { Route } from '../../rails/switch.ts'

/** What each switch takes for an approved payout, in kobo. */
export const providerCosts: Record<Route, number> = {
  NIP: Number(transferFeesKobo.NIP),
  ETRANZACT: Number(transferFeesKobo.ETRANZACT),
}

/** What the provider holds at each switch. */
export const floats: Record<Route, ProviderAccount> = {
  NIP: floatOf({ route: 'NIP' }),
  ETRANZACT: floatOf({ route: 'ETRANZACT' }),
}
