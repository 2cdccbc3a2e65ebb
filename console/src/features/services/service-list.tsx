import { type Service, serviceStatuses, services } from '@kobo/contract/services'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/use-may.ts'
import { code, count, moment, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { service } from '../../status/service-statuses.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'

const ChangeService = lazyComponent(() => import('./change-service.tsx'), 'ChangeService', { over: true })

/** Services that merchants use; a disabled one accepts no new requests. */
export const serviceList = defineList(services.list, 'services', {
  name: 'services',
  columns: [
    text('Name', (row) => row.name, 130),
    code('Service ID', (row) => row.id, 312),
    count('Merchants using it', (row) => row.totalMerchants ?? undefined, 135),
    status(service, 78),
    { title: 'Enabled', cell: (row) => <ServiceSwitch row={row} />, width: 72 },
    moment('Last changed', (row) => row.changedAt),
    text('Changed by', (row) => row.changedBy, 140),
    text('Reason', (row) => row.reason, 130),
  ],
  search: { key: 'name', label: 'Search by name' },
  filters: [statusFilter(service, serviceStatuses)],
})

/** Switch showing the server's status of a service; toggling asks for confirmation. */
function ServiceSwitch({ row }: { row: Service }) {
  const [isOpen, setIsOpen] = useState(false)
  const may = useMay()
  return (
    <>
      {may(services.change) ? (
        <Switch
          aria-label={row.name}
          checked={row.status === 'ACTIVE'}
          onChange={() => setIsOpen(true)}
          {...preloadOnIntent(ChangeService.load)}
        />
      ) : row.status === 'ACTIVE' ? (
        'On'
      ) : (
        'Off'
      )}
      {isOpen && <ChangeService service={row} onClose={() => setIsOpen(false)} />}
    </>
  )
}
