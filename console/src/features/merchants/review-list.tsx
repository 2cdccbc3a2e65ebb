import { type MerchantRow, merchants } from '@kobo/contract/merchants'
import { moment, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { textFilter } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantColumns } from './merchant-list.tsx'

/** Merchants whose KYC is under review, so that no request is lost between operators. */
export const reviewList = defineList(merchants.list, 'merchants', {
  name: 'reviews',
  title: 'In review',
  columns: [
    ...merchantColumns<MerchantRow>('Date and time created', (row) => row),
    text('Reviewed by', (row) => row.review?.staffName, 170),
    moment('Since', (row) => row.review?.startedAt),
  ],
  always: { verified: 'PROCESSING' },
  filters: [textFilter('search', 'Business name')],
  exports: [textFilter('businessName', 'Business name')],
  words: { refetch: 'Refetch List', empty: 'No Merchant List Record Found' },
  // Another operator may decide it.
  changes: () => 'slow',
  open: (row) => paths.merchant(row.id),
})
