import { Switch } from '@mantine/core'
import type { Service } from '@kobo/contract/services'
import { useState } from 'react'
import { onReach } from '../../ui/on-reach.ts'
import { part } from '../../ui/part.tsx'

const ChangeService = part(() => import('./change-service.tsx'), 'ChangeService', { over: true })

/** Shows whether a service is on, as the server says it; switching it asks first. */
export function ServiceSwitch({ service }: { service: Service }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Switch
        aria-label={service.name}
        checked={service.status === 'ACTIVE'}
        onChange={() => setIsOpen(true)}
        {...onReach(ChangeService.load)}
      />
      {isOpen && <ChangeService service={service} onClose={() => setIsOpen(false)} />}
    </>
  )
}
