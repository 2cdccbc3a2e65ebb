import { floatOf } from '../../engine/switch-route.ts'
import type { ProviderAccount } from '../../ledger/provider-accounts.ts'
import { transferFeesKobo } from '../../rails/simulator/switch-answers.ts'
import type { Route } from '../../rails/switch.ts'

/** Cost of an approved payout at each switch, in kobo. */
export const providerCosts: Record<Route, number> = {
  NIP: Number(transferFeesKobo.NIP),
  ETRANZACT: Number(transferFeesKobo.ETRANZACT),
}

/** The provider's float at each switch. */
export const floats: Record<Route, ProviderAccount> = {
  NIP: floatOf({ route: 'NIP' }),
  ETRANZACT: floatOf({ route: 'ETRANZACT' }),
}
