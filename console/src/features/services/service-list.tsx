import { serviceStatuses, services } from '@kobo/contract/services'
import { code, count, moment, status, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice } from '../../list/filter-fields.tsx'
import { listWords } from '../../list/list-texts.ts'
import { service } from '../../status/service-statuses.ts'
import { statusOptions } from '../../status/statuses.ts'
import { ServiceSwitch } from './service-switch.tsx'

const statuses = statusOptions(service, serviceStatuses)

/** Services that merchants use; a disabled one accepts no new requests. */
export const serviceList = defineList(
  services.list,
  'services',
)({
  name: 'services',
  title: 'Services',
  columns: [
    text('Name', (row) => row.name, 130),
    code('Service ID', (row) => row.id, 312),
    count('Merchants using it', (row) => row.totalMerchants ?? undefined, 135),
    status(service, 78),
    { title: 'Enabled', cell: (row) => <ServiceSwitch service={row} />, width: 72 },
    moment('Last changed', (row) => row.changedAt),
    text('Changed by', (row) => row.changedBy, 140),
    text('Reason', (row) => row.reason, 130),
  ],
  search: { key: 'name', label: 'Search by name' },
  filters: [choice('status', 'Status', statuses)],
  exports: [choice('status', 'Status', statuses)],
  words: listWords,
})
