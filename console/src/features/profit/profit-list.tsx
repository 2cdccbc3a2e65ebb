import { profit } from '@kobo/contract/profit'
import { code, moment, naira, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { paths } from '../../paths.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { sentenceCase } from '../../ui/format-text.ts'

const sourceLabels: Readonly<Record<string, string>> = {
  transfers: 'Transfers',
  kyc: 'KYC',
  staticAccounts: 'Static accounts',
  virtualAccounts: 'Virtual accounts',
  subaccount: 'Sub-accounts',
  childAccount: 'Child accounts',
  bills: 'Bills',
  cards: 'Cards',
  stores: 'Stores',
}

/** Returns the label of a profit source. */
export function sourceTexts(source: string): string {
  return sourceLabels[source] ?? sentenceCase(source)
}

/** Profit of each payment or charge after provider costs. A row links to its transaction. */
export const profitList = defineList(profit.list, 'records', {
  name: 'profit-details',
  columns: [
    moment('Date', (row) => row.createdAt),
    text('Merchant name', (row) => row.merchant?.businessName, 165),
    text('Source', (row) => sourceTexts(row.source), 130),
    code('Transaction reference', (row) => row.reference, 190),
    naira('Transaction amount', (row) => row.transactionAmount, 150),
    naira('Charge', (row) => row.charge, 105),
    naira('Provider cost', (row) => row.providerCost, 120),
    naira('Profit', (row) => row.profit, 115),
  ],
  cards: [
    { label: 'Total profit', value: (reply) => formatNaira(reply.totalProfit) },
    { label: 'Total charges', value: (reply) => formatNaira(reply.totalCharge) },
    { label: 'Total provider cost', value: (reply) => formatNaira(reply.totalProviderCost) },
  ],
  filters: [merchantFilter(), dayRange()],
  exports: [dayRange()],
  urlNames: { merchant: 'merchant', startDate: 'startDate', endDate: 'endDate' },
  open: (row) => (row.transactionId ? paths.transaction(row.transactionId) : undefined),
})
