import { partnerStatuses, partners } from '@kobo/contract/partners'
import { created, person, status, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantKyc, activeStatus, statusOptions } from '../../status/statuses.ts'

const statuses = statusOptions(activeStatus, partnerStatuses)

/** Merchants that a partner referred. A row links to the merchant. */
export const partnerMerchantList = defineList(partners.merchants, 'merchants', {
  name: 'partner-merchants',
  title: 'Merchants',
  columns: [
    created(),
    person('Business name', (row) => row.businessName),
    { ...text('Email address', (row) => row.email, 220), tone: 'dim' },
    status(merchantKyc, { title: 'KYC status', of: (row) => row.verified, width: 140 }),
    status(activeStatus, { title: 'Account status', of: (row) => row.status }),
  ],
  cards: [{ label: 'Total Merchants', value: (reply) => reply.totalRecords }],
  search: { key: 'name', label: 'Search by business name' },
  filters: [choice('status', 'Account status', statuses)],
  exports: [choice('status', 'Account status', statuses), dayRange()],
  urlNames: { status: 'filterStatus' },
  open: (row) => paths.merchant(row.id),
})
