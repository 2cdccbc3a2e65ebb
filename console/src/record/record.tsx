import { VisuallyHidden } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useModeName } from './mode-name.ts'
import { FetchFailed } from './fetch-failed.tsx'
import { StateView } from '../ui/state-view.tsx'
import type { Found, RecordKind } from './define-record.ts'

interface RecordProps<T, Known> {
  of: RecordKind<T, Known>
  from: Found<T, Known>
  /** Where it stands in a panel: the way out, which a page has from its kind. */
  onClose?: () => void
  /** Asks for the record with `useRecord`; bars stand for what is still on its way. */
  children: ReactNode
}

/** Stands around all that tells of one record, and decides what shows when it is not there. */
export function Record<T, Known>({ of: kind, from: found, onClose, children }: RecordProps<T, Known>) {
  if (found.state === 'missing' || found.state === 'failed') {
    return (
      <>
        {!onClose && <VisuallyHidden component="h1">{heading(kind.name)}</VisuallyHidden>}
        {found.state === 'failed' ? <FetchFailed again={found.again} /> : <Missing of={kind} onClose={onClose} />}
      </>
    )
  }
  return (
    <kind.Context value={found}>
      <div aria-busy={found.state === 'loading'} style={{ display: 'contents' }}>
        {children}
      </div>
    </kind.Context>
  )
}

/** A record of the other mode is missing, too. */
function Missing<T, Known>({
  of: { name, icon: Icon = IconFileUnknown, back },
  onClose,
}: Omit<RecordProps<T, Known>, 'from' | 'children'>) {
  const modeName = useModeName()
  const navigate = useNavigate()
  const leave = () => (onClose ? onClose() : void navigate({ to: back?.to ?? '/' }))
  return (
    <StateView
      icon={<Icon size={22} />}
      text={`This ${name} does not exist in ${modeName}`}
      action={{ text: onClose ? 'Close' : (back?.text ?? 'Back'), onClick: leave }}
    />
  )
}

function heading(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
