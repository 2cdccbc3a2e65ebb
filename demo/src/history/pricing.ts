import { accountFeeKobo, transferFeeKobo } from '@kobo/contract/kit/fee'
import type { Transaction } from '@kobo/server/db/database'
import { datedRates, defaultRates } from '@kobo/server/ledger/charge-rates'
import { allLevies, withLevies } from '@kobo/server/ledger/levies'
import type { Holders } from './holders.ts'
import { floatOf } from '@kobo/server/engine/switch-route'
import type { ProviderAccount } from '@kobo/server/ledger/provider-accounts'
import { transferFeesKobo } from '../simulator/switch-answers.ts'
import type { Route } from '@kobo/server/rails/switch'

/** Charges of a transaction, in kobo. */
export interface Price {
  fee: number
  vat: number
  duty: number
}

/** Charges of a merchant at an instant, by the position of its own account. */
export interface Pricing {
  payout(owner: number, at: number, amount: number): Price
  collection(owner: number, at: number, amount: number, into: 'STATIC' | 'VIRTUAL'): Price
  walletToWallet(owner: number, at: number, amount: number): Price
  staticAccount(owner: number, at: number, fee: 'accountCreation' | 'maintenance'): Price
}

/** Loads the rates and computes charges as the engine does. */
export async function loadPricing(db: Transaction, holders: Holders): Promise<Pricing> {
  const levies = await allLevies(db)
  const own = await ownMerchants(db, holders)
  const dated = await datedRates(db, [...own.values()])
  const ratesOf = (owner: number, at: number) => {
    const merchantId = own.get(owner)
    return merchantId === undefined ? defaultRates : dated(merchantId, new Date(at))
  }
  const price = (feeKobo: bigint, at: number, amount: number, toAnotherBank: boolean): Price => {
    const charges = withLevies(levies, feeKobo, { amountKobo: BigInt(amount), at: new Date(at), toAnotherBank })
    return { fee: Number(charges.feeKobo), vat: Number(charges.vatKobo), duty: Number(charges.stampDutyKobo) }
  }
  return {
    payout: (owner, at, amount) =>
      price(transferFeeKobo(ratesOf(owner, at).transfers, BigInt(amount)), at, amount, true),
    collection: (owner, at, amount, into) => {
      const { staticAccounts, virtualAccounts } = ratesOf(owner, at)
      const rates = into === 'STATIC' ? staticAccounts.inflows : virtualAccounts
      return price(accountFeeKobo(rates, BigInt(amount)), at, amount, false)
    },
    walletToWallet: (owner, at, amount) =>
      price(ratesOf(owner, at).transfers.walletToWalletChargeKobo, at, amount, false),
    staticAccount: (owner, at, fee) => price(ratesOf(owner, at).staticAccounts[`${fee}Kobo`], at, 0, false),
  }
}

export function totalOf({ fee, vat, duty }: Price): number {
  return fee + vat + duty
}

/** Merchants with their own rates, by the position of their accounts. */
async function ownMerchants(db: Transaction, holders: Holders): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('merchant_charge')
    .innerJoin('account', 'account.merchant_id', 'merchant_charge.merchant_id')
    .where('account.kind', '=', 'MERCHANT')
    .select(['account.id', 'account.merchant_id'])
    .distinct()
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const owner = holders.positionOf(row.id)
      return owner === undefined ? [] : [[owner, row.merchant_id] as const]
    }),
  )
}

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
