import { type MerchantRow, merchants } from '@kobo/contract/merchants'
import type { Data } from '@kobo/contract/kit/call'
import { count, created, person, status, text } from '../../columns/columns.tsx'
import { frozenMark } from '../../columns/frozen.tsx'
import { type Column, defineList } from '../../list/define-list.ts'
import { choice } from '../../list/filter-fields.tsx'
import { merchantKyc, activeStatus, statusOptions } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'

type Text = string | null | undefined

/** Returns the leading columns shared by the merchant lists. */
export function merchantColumns<Row extends { createdAt?: Text; isFrozen?: boolean | null }>(
  dateTitle: string,
  merchantOf: (row: Row) => { businessName?: Text; email?: Text } | null | undefined,
): Column<Row>[] {
  return [
    created(dateTitle),
    frozenMark(person('Business name', (row: Row) => merchantOf(row)?.businessName)),
    { ...text<Row>('Email address', (row) => merchantOf(row)?.email, 210), tone: 'dim' },
  ]
}

const kycOptions = statusOptions(merchantKyc, ['ACCEPTED', 'REJECTED', 'SUBMITTED', 'NOT_SUBMITTED', 'PROCESSING'])

type Reply = Data<typeof merchants.list>

export const merchantList = defineList(merchants.list, 'merchants', {
  name: 'merchants',
  columns: [
    ...merchantColumns<MerchantRow>('Date created', (row) => row),
    count('Number of wallets', (row) => row.totalWallets, 140),
    status(merchantKyc, { title: 'KYC status', of: (row) => row.verified, width: 140 }),
    status(activeStatus, { title: 'Account status', of: (row) => row.status }),
  ],
  cards: [
    { label: 'Total records', value: (reply) => reply.totalRecords },
    {
      label: 'Active',
      value: (reply) => reply.totalVerifiedMerchants,
      of: unfiltered,
      filters: { verified: 'ACCEPTED', verification: '' },
    },
    {
      label: 'Inactive',
      value: (reply) => reply.totalNonVerifiedMerchants,
      of: unfiltered,
      filters: { verified: '', verification: 'NON_VERIFIED' },
    },
  ],
  search: { key: 'search', label: 'Search by business name' },
  filters: [choice('verified', 'KYC status', kycOptions)],
  linked: [choice('verification', 'KYC', [{ value: 'NON_VERIFIED', label: 'Not approved' }])],
  urlNames: { verified: 'filterStatus', verification: 'verification' },
  words: {
    failed: 'Error Fetching Merchant List',
    refetch: 'Refetch Merchant List',
    empty: 'No Merchant List Record Found',
  },
  open: (row) => paths.merchant(row.id),
})

/** Returns the total that active and inactive merchants add up to, unless a filter reduces it. */
function unfiltered({ totalRecords, totalVerifiedMerchants, totalNonVerifiedMerchants }: Reply): number | undefined {
  return totalRecords === totalVerifiedMerchants + totalNonVerifiedMerchants ? totalRecords : undefined
}
