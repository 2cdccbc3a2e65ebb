import { type Service, serviceStatuses, services } from '@kobo/contract/services'
import { Switch } from '@mantine/core'
import { useMay } from '../../api/use-may.ts'
import { code, count, moment, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { useRowDialog } from '../../list/row-dialogs.tsx'
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
  const openDialog = useRowDialog()
  const isOn = row.status === 'ACTIVE'
  if (!useMay()(services.change)) return isOn ? 'On' : 'Off'
  return (
    <Switch
      aria-label={row.name}
      checked={isOn}
      onChange={() => openDialog(row, ChangeService)}
      {...preloadOnIntent(ChangeService.load)}
    />
  )
}
