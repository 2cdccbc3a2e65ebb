import { partnerStatuses, partners } from '@kobo/contract/partners'
import { count, created, person, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { activeStatus } from '../../status/statuses.ts'

/** Partners that refer merchants. A row links to the partner's merchants. */
export const partnerList = defineList(partners.list, 'partners', {
  name: 'partners',
  columns: [
    created(),
    person('Partner name', (row) => row.name),
    { ...text('Email address', (row) => row.email, 250), tone: 'dim' },
    text('Phone number', (row) => row.phoneNumber, 150),
    count('Number of merchants', (row) => row.totalMerchants, 160),
    status(activeStatus, 110),
  ],
  cards: [
    { label: 'Total records', value: (reply) => reply.totalRecords },
    { label: 'Active', value: (reply) => reply.totalActive, filters: { status: 'ACTIVE' } },
    { label: 'Inactive', value: (reply) => reply.totalInactive, filters: { status: 'INACTIVE' } },
  ],
  search: {
    key: 'name',
    label: 'Search by name, email or phone',
    maskedLabel: 'Search by name or phone',
  },
  filters: [statusFilter(activeStatus, partnerStatuses)],
  exports: [choice('status', 'Status', asWritten('active', { deactivate: 'INACTIVE' })), dayRange()],
  urlNames: { status: 'filterStatus' },
  resetTo: 'wallets',
  open: (row) => paths.partner(row.id),
})

export const tabs: ListTabs = [listTab('partners', partnerList)]
