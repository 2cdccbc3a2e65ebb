import type { Mode } from '@kobo/contract/kit/mode'
import { openPartners, type Partners } from '../demo/partners.ts'
import type { TestApp } from './app.ts'
import { aFundedMerchant, withEndpoint } from './payouts.ts'

/** The switch and the merchants' machines, which call the server under test. */
export function partnersOf({ url, db, services }: TestApp): Partners {
  return openPartners({ baseUrl: url, db, seal: services.seal, ...services.settings })
}

/** A merchant with 10,000 naira whose machine signs calls and hears events. */
export async function aSigner({ db, services }: TestApp, mode: Mode = 'PRODUCTION') {
  const merchant = await aFundedMerchant(db, 1_000_000n, mode)
  await withEndpoint(db, services.seal, merchant.id, 'simulator:/hooks/signer')
  return merchant
}
