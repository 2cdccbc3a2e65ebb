import type { Mode } from '@kobo/contract/kit/mode'
import { openPartners, type Partners } from '../demo/partners.ts'
import type { TestApp } from './app.ts'
import { aFundedMerchant, withEndpoint } from './payouts.ts'

/** Simulated switch and merchant systems that call the server under test. */
export function partnersOf({ url, db, services }: TestApp): Partners {
  return openPartners({ baseUrl: url, db, seal: services.seal, ...services.settings })
}

/** Creates a merchant with 10,000 naira that signs API calls and receives webhooks. */
export async function aSigner({ db, services }: TestApp, mode: Mode = 'PRODUCTION') {
  const merchant = await aFundedMerchant(db, 1_000_000n, mode)
  await withEndpoint(db, services.seal, merchant.id, 'simulator:/hooks/signer')
  return merchant
}
