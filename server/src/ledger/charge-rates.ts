import type { AccountFeeRates, TransferFeeRates } from '@kobo/contract/kit/fee'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../db/database.ts'

const kobo = z.number().int().min(0).transform(BigInt)
const accountFee = z.object({
  type: z.enum(['COMPOSITE', 'PERCENTAGE', 'NOMINAL']),
  percentageBasisPoints: kobo,
  capKobo: kobo,
  nominalKobo: kobo,
}) satisfies z.ZodType<AccountFeeRates>

/** Every charge group as it is stored: kobo, and hundredths of a percent. */
export const storedRates = {
  transfers: z.object({
    below5001Kobo: kobo,
    below50001Kobo: kobo,
    above50000Kobo: kobo,
    walletToWalletChargeKobo: kobo,
  }) satisfies z.ZodType<TransferFeeRates>,
  kyc: z.object({ bvnLookupKobo: kobo, nameDobMatchKobo: kobo, nameMatchKobo: kobo, personaKobo: kobo }),
  staticAccounts: z.object({ accountCreationKobo: kobo, maintenanceKobo: kobo, inflows: accountFee }),
  virtualAccounts: accountFee,
  subaccount: z.object({ transferChargeKobo: kobo }),
  childAccount: z.object({ transferChargeKobo: kobo }),
}

export type ChargeGroup = keyof typeof storedRates

export type ChargeRates = { [G in ChargeGroup]: z.output<(typeof storedRates)[G]> }

/** What a merchant pays that has no prices of its own. The transfer fees are those of the central bank's guide. */
export const usualRates: ChargeRates = {
  transfers: {
    below5001Kobo: 1000n,
    below50001Kobo: 2500n,
    above50000Kobo: 5000n,
    walletToWalletChargeKobo: 1000n,
  },
  kyc: { bvnLookupKobo: 5000n, nameDobMatchKobo: 3000n, nameMatchKobo: 2000n, personaKobo: 10_000n },
  staticAccounts: {
    accountCreationKobo: 5000n,
    maintenanceKobo: 2000n,
    inflows: { type: 'COMPOSITE', percentageBasisPoints: 50n, capKobo: 30_000n, nominalKobo: 0n },
  },
  virtualAccounts: { type: 'COMPOSITE', percentageBasisPoints: 100n, capKobo: 50_000n, nominalKobo: 0n },
  subaccount: { transferChargeKobo: 1000n },
  childAccount: { transferChargeKobo: 1000n },
}

/** What a store pays for each of its terminals a month, VAT beside it, whatever merchant it is. */
export const terminalMonthKobo = 50_000n

/** What a merchant pays for each kind of event. */
export async function chargeRates(db: Database, merchantId: string): Promise<ChargeRates> {
  const { rows } = await sql<{ rates: unknown }>`
    select coalesce(jsonb_object_agg(name, data), '{}') as rates from merchant_charge where merchant_id = ${merchantId}
  `.execute(db)
  const own = z.object(storedRates).partial().parse(rows[0]?.rates)
  return { ...usualRates, ...own }
}
