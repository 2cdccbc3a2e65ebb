import type { AccountFeeRates, TransferFeeRates } from '@kobo/contract/kit/fee'
import { z } from 'zod'
import type { Database } from '../db/database.ts'

const kobo = z.number().int().min(0).transform(BigInt)
const accountFee = z.object({
  type: z.enum(['COMPOSITE', 'PERCENTAGE', 'NOMINAL']),
  percentageBasisPoints: kobo,
  capKobo: kobo,
  nominalKobo: kobo,
}) satisfies z.ZodType<AccountFeeRates>

/** Every charge group as stored: kobo, and hundredths of a percent. */
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

const ownRates = z.object(storedRates).partial()

export type ChargeGroup = keyof typeof storedRates

export type ChargeRates = { [G in ChargeGroup]: z.output<(typeof storedRates)[G]> }

/** Rates of a merchant without prices of its own. The transfer fees are those of the central bank's guide. */
export const defaultRates: ChargeRates = {
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

/** Monthly fee of a store for each terminal, plus VAT, the same for all merchants. */
export const terminalMonthKobo = 50_000n

/** A merchant's rates at an instant. */
export async function chargeRates(db: Database, merchantId: string, at: Date): Promise<ChargeRates> {
  return (await datedRates(db, [merchantId]))(merchantId, at)
}

/** Returns a function for the rates of these merchants at any instant. */
export async function datedRates(
  db: Database,
  merchantIds: readonly string[],
): Promise<(merchantId: string, at: Date) => ChargeRates> {
  const rows = await db
    .selectFrom('merchant_charge')
    .select(['merchant_id', 'name', 'data', 'valid_from', 'valid_until'])
    .where('merchant_id', '=', (eb) => eb.fn.any(eb.val([...new Set(merchantIds)])))
    .execute()
  const own = new Map<string, AgreedPart[]>()
  for (const { merchant_id: merchantId, name, data, valid_from: from, valid_until: until } of rows) {
    const part = {
      rates: ownRates.parse({ [name]: data }),
      from: Date.parse(from),
      until: until === null ? Infinity : Date.parse(until),
    }
    own.set(merchantId, [...(own.get(merchantId) ?? []), part])
  }
  return (merchantId, at) => {
    const rates = { ...defaultRates }
    for (const { rates: agreed, from, until } of own.get(merchantId) ?? []) {
      if (from <= at.getTime() && at.getTime() < until) Object.assign(rates, agreed)
    }
    return rates
  }
}

/** Rates of one group, from an instant until just before another. */
interface AgreedPart {
  rates: Partial<ChargeRates>
  from: number
  until: number
}
