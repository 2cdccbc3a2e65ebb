import { contract } from '@kobo/contract'
import type { Service } from '@kobo/contract/services'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { Subject } from '../../record/subject.tsx'

/** Enables or disables a service with a reason. */
export function ChangeService({ service, onClose }: { service: Service; onClose: () => void }) {
  const isOn = service.status === 'ACTIVE'
  const { change } = contract.services
  return (
    <ActionDialog
      call={change}
      request={(reason) => ({
        serviceId: service.id,
        status: isOn ? ('INACTIVE' as const) : ('ACTIVE' as const),
        reason,
      })}
      title={isOn ? 'Switch off service' : 'Switch on service'}
      subject={
        <Subject
          prompt={
            isOn
              ? 'Nothing new of this service will begin for any merchant. What is under way goes on.'
              : 'What this service begins can be asked for again.'
          }
          name={service.name}
        >
          {service.stops && <span>{service.stops}</span>}
        </Subject>
      }
      action={
        isOn
          ? { text: 'Switch off', busyText: 'Switching off...', tone: 'decline' }
          : { text: 'Switch on', busyText: 'Switching on...' }
      }
      reason={change.body.shape.reason}
      onClose={onClose}
    />
  )
}
