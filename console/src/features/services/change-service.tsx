import { type Service, services } from '@kobo/contract/services'
import type { RowDialogProps } from '../../list/row-dialogs.tsx'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { Subject } from '../../record/subject.tsx'

/** Enables or disables a service with a reason, whichever was possible when the dialog was opened. */
export function ChangeService({ row: service, current = service, onClose }: RowDialogProps<Service>) {
  const isOn = isEnabled(service)
  const { change } = services
  return (
    <ActionDialog
      call={change}
      request={(reason) => ({
        serviceId: service.id,
        status: isOn ? ('INACTIVE' as const) : ('ACTIVE' as const),
        reason,
      })}
      title={isOn ? 'Disable service' : 'Enable service'}
      subject={
        <Subject
          prompt={
            isOn
              ? 'New requests for this service will be rejected for every merchant. Requests in progress continue.'
              : 'New requests for this service will be accepted again.'
          }
          name={service.name}
        >
          {service.stops && <span>{service.stops}</span>}
        </Subject>
      }
      action={
        isOn
          ? { text: 'Disable', busyText: 'Disabling...', tone: 'decline' }
          : { text: 'Enable', busyText: 'Enabling...' }
      }
      reason={change.body.shape.reason}
      blocker={isEnabled(current) === isOn ? null : `This service is now ${isOn ? 'disabled' : 'enabled'}`}
      onClose={onClose}
    />
  )
}

function isEnabled({ status }: Service): boolean {
  return status === 'ACTIVE'
}
