import { VisuallyHidden } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ReadAnew } from '../ui/error-boundary.tsx'
import { StaleNoticeOver } from '../ui/stale-notice.tsx'
import { StateView } from '../ui/state-view.tsx'
import type { Found, RecordKind } from './define-record.ts'
import { FetchFailed } from './fetch-failed.tsx'
import { useModeName } from './mode-name.ts'
import { StaleRecord } from './stale.tsx'

/** How a kind of record is called, and the way out of a page whose record is not there. */
export type RecordWords = Pick<RecordKind<unknown>, 'name' | 'icon' | 'back'>

interface RecordProps<T, Known> {
  of: RecordKind<T, Known>
  from: Found<T, Known>
  /** Where it stands in a panel: the way out, which a page has from its kind. */
  onClose?: () => void
  /** Asks for the record with `useRecord`; bars stand for what is still on its way. */
  children: ReactNode
}

/** Stands around all that tells of one record, and decides what shows when it is not there. */
export function Record<T, Known>({ of: kind, from: found, ...rest }: RecordProps<T, Known>) {
  return (
    <kind.Context value={found}>
      <RecordState of={kind} from={found} {...rest} />
    </kind.Context>
  )
}

interface RecordStateProps extends Omit<RecordProps<unknown, unknown>, 'of'> {
  of: RecordWords
}

/** The same for those who need not know which record it is. */
export function RecordState({ of: kind, from: found, onClose, children }: RecordStateProps) {
  const queries = useQueryClient()
  // Two parts that try again at once wait for the same answer.
  const readAnew = () => queries.refetchQueries({ type: 'active' }, { cancelRefetch: false })
  if (found.state === 'missing' || found.state === 'failed') {
    return (
      <>
        {!onClose && <VisuallyHidden component="h1">{heading(kind.name)}</VisuallyHidden>}
        {found.state === 'failed' ? <FetchFailed again={found.again} /> : <Missing of={kind} onClose={onClose} />}
      </>
    )
  }
  return (
    <ReadAnew value={readAnew}>
      <StaleRecord value={found.stale && { stale: found.stale, again: found.again }}>
        {/* A page has it in its header, which stays in sight. */}
        {found.stale && onClose && <StaleNoticeOver of={found.stale} again={found.again} />}
        <div aria-busy={found.state === 'loading'} style={{ display: 'contents' }}>
          {children}
        </div>
      </StaleRecord>
    </ReadAnew>
  )
}

/** A record of the other mode is missing, too. */
function Missing({
  of: { name, icon: Icon = IconFileUnknown, back },
  onClose,
}: Omit<RecordStateProps, 'from' | 'children'>) {
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
