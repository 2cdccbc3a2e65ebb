import { contract } from '@kobo/contract'
import type { Merchant } from '@kobo/contract/merchants'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { answer } from './answer.ts'
import { bvnInfo, directors, settlementAccount } from './a-merchant.ts'

/** Profit of a merchant in this week, a loss, and in this month. */
export const profitOfMerchant = {
  week: { startDate: '2026-11-16', endDate: '2026-11-20', charge: 10, providerCost: 26.88, profit: -16.88 },
  month: { startDate: '2026-11-01', endDate: '2026-11-20', charge: 1260.2, providerCost: 25.1, profit: 1235.1 },
}

/** Calls of the merchant page that must name its merchant. */
const callsOfMerchant = [contract.merchants.bvnInfo, contract.merchants.directors, contract.merchants.settlementAccount]

/** Handles every call of the merchant page with the current result of `merchant`, without transactions. */
export function merchantServer(merchant: () => Merchant, merchantId = merchant().id): HttpHandler[] {
  return [
    ...callsOfMerchant.map((call) =>
      http.get(`/api${call.path}`, ({ request }) => {
        if (new URL(request.url).searchParams.get('merchantId') === merchantId) return undefined
        return HttpResponse.json({ status: false, message: 'No such merchant', code: 'not_found' }, { status: 404 })
      }),
    ),
    answer(contract.merchants.info, () => ({ merchant: merchant() })),
    answer(contract.merchants.bvnInfo, () => ({ bvnInfo })),
    answer(contract.merchants.configurationChanges, () => ({ changes: [] })),
    answer(contract.merchants.directors, () => ({ directors })),
    answer(contract.profit.ofMerchant, () => profitOfMerchant),
    answer(contract.merchants.settlementAccount, () => ({ settlementAccount })),
    answer(contract.transactions.merchantList, () => ({ totalRecords: 0, transactions: [] })),
    answer(contract.transactions.walletList, () => ({ totalRecords: 0, transactions: [] })),
    answer(contract.transactions.analytics, () => ({
      totalBalance: 0,
      totalTransactionValue: 0,
      totalTransactionVolume: 0,
    })),
    answer(contract.transactions.series, () => ({ series: [] })),
  ]
}
