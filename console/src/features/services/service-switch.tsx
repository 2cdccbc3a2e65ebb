import { Switch } from '@mantine/core'
import type { Service } from '@kobo/contract/services'
import { useState } from 'react'
import { preloadOnIntent } from '../../ui/preload.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const ChangeService = lazyComponent(() => import('./change-service.tsx'), 'ChangeService', { over: true })

/** Switch showing the server's status of a service; toggling asks for confirmation. */
export function ServiceSwitch({ service }: { service: Service }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Switch
        aria-label={service.name}
        checked={service.status === 'ACTIVE'}
        onChange={() => setIsOpen(true)}
        {...preloadOnIntent(ChangeService.load)}
      />
      {isOpen && <ChangeService service={service} onClose={() => setIsOpen(false)} />}
    </>
  )
}
