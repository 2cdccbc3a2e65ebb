import { type AuditEntry, audit } from '@kobo/contract/audit'
import { auditActions } from '@kobo/contract/kit/audit-actions'
import { recordKinds } from '@kobo/contract/kit/record-kinds'
import { created, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { datePresets } from '@kobo/contract/kit/date-presets'
import { choices } from '../../list/choices-filter.tsx'
import { choice, dayRange, textFilter } from '../../list/filter-fields.tsx'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { recordFilter } from '../../list/record-filter.tsx'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { entryRecord, RecordLink } from '../../record/history/record-link.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { customPanel } from '../../record/panel.tsx'
import { MemberPicker } from './member-picker.tsx'
import { modeOptions, modeText } from './mode-text.ts'

const actionOptions = Object.entries(auditActions).map(([value, label]) => ({ value, label }))
const kindOptions = Object.entries(recordKinds).map(([value, { label }]) => ({ value, label }))

const actionFilter = choices('action', 'Action', actionOptions)
const kindFilter = choices('recordType', 'Kind of record', kindOptions)

/** What operators did, in both modes. A row opens its changes. */
export const auditList = defineList(audit.list, 'entries', {
  name: 'audit',
  columns: [
    created('Date'),
    text('Who', (row) => row.staffName ?? 'Nobody signed in', 140),
    text('What', (row) => row.title, 180),
    {
      title: 'Record',
      cell: (row) => <RecordLink of={entryRecord(row)} />,
      text: (row) => row.recordName ?? row.recordId,
      width: 220,
    },
    {
      title: 'Changes',
      cell: (row) => <span title={row.summary ?? undefined}>{orEmpty(shortChanges(row))}</span>,
      text: (row) => row.summary ?? '',
      width: 260,
    },
    text('Reason', (row) => row.reason, 200),
    {
      title: 'Merchant',
      cell: (row) =>
        row.merchantId && <MerchantLink merchant={{ id: row.merchantId, businessName: row.merchantName }} />,
      text: (row) => row.merchantName ?? '',
      width: 150,
      onDemand: true,
    },
    text('Mode', (row) => modeText(row.mode), 70),
    { ...text<AuditEntry>('Address', (row) => row.address, 120), onDemand: true },
    { ...text<AuditEntry>('Device', (row) => row.device, 140), onDemand: true },
    { ...text<AuditEntry>('Request ID', (row) => row.requestId, 280), onDemand: true },
  ],
  search: { key: 'search', label: 'Search the reasons' },
  filters: [
    recordFilter({ key: 'member', sends: 'staffId', label: 'Team member' }, MemberPicker),
    actionFilter,
    kindFilter,
    textFilter('recordId', 'Record ID'),
    merchantFilter(),
    choice('mode', 'Mode', modeOptions),
    textFilter('address', 'Network address'),
    dayRange(datePresets),
  ],
  exports: [actionFilter, kindFilter],
  urlNames: {
    member: 'member',
    memberName: 'memberName',
    action: 'action',
    recordType: 'recordType',
    recordId: 'recordId',
    merchant: 'merchant',
    merchantName: 'merchantName',
    mode: 'mode',
    address: 'address',
    startDate: 'startDate',
    endDate: 'endDate',
  },
  // Colleagues go on working.
  changes: () => 'slow',
  panel: customPanel('auditId', () => import('./audit-panel.tsx'), 'AuditPanel'),
})

/** The changes in one line, or only their fields if there are amounts, which no list shows in part. */
function shortChanges({ summary, changes }: AuditEntry): string | null | undefined {
  return summary?.includes('₦') ? changes.map(({ field }) => field).join(', ') : summary
}

/** The page's only list. */
export const tabs: ListTabs = [listTab('all', auditList)]
