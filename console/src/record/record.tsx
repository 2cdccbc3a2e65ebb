import type { Mode } from '@kobo/contract/kit/mode'
import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconFileUnknown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { missingPermission, requestOf } from '../api/api-error.ts'
import { NoAccess } from '../list/lazy-no-access.ts'
import { RefetchContext } from '../ui/load-error.tsx'
import { StaleNoticeOver } from '../ui/stale-notice.tsx'
import { StateView } from '../ui/state-view.tsx'
import type { Found, RecordKind } from './define-record.ts'
import { nameOfMode, useModeName } from './subject.tsx'
import { useChangeMode } from './use-change-mode.ts'
import { StaleRecord } from './stale.tsx'
import { WorkProvider } from './work/work-context.tsx'

/** Names of a kind of record, and the link shown if the record does not exist. */
export type RecordTexts = Pick<RecordKind<unknown>, 'name' | 'icon' | 'back'>

interface RecordProps<T, Known> {
  of: RecordKind<T, Known>
  from: Found<T, Known>
  /** Closes the enclosing panel. A page links to its kind's `back` instead. */
  onClose?: () => void
  /** Reads the record with `useRecord`, and shows skeletons while it is loading. */
  children: ReactNode
}

/** Provides a record to its views, or shows why it is unavailable. */
export function Record<T, Known>({ of: kind, from: found, ...rest }: RecordProps<T, Known>) {
  return (
    <kind.Context value={found}>
      <WorkProvider>
        <RecordState of={kind} from={found} {...rest} />
      </WorkProvider>
    </kind.Context>
  )
}

interface RecordStateProps extends Omit<RecordProps<unknown, unknown>, 'of'> {
  of: RecordTexts
}

/** Shows the children, or why the record is unavailable, without providing the record. */
export function RecordState({ of: kind, from: found, onClose, children }: RecordStateProps) {
  const queries = useQueryClient()
  // Concurrent retries of several parts share one refetch.
  const refetch = () => queries.refetchQueries({ type: 'active' }, { cancelRefetch: false })
  if (found.state === 'missing' || found.state === 'failed') {
    return (
      <>
        {!onClose && <VisuallyHidden component="h1">{heading(kind.name)}</VisuallyHidden>}
        <Unavailable of={kind} from={found} onClose={onClose} />
      </>
    )
  }
  return (
    <RefetchContext value={refetch}>
      <StaleRecord value={found.stale && { stale: found.stale, again: found.again }}>
        {/* A page shows the notice in its sticky header instead. */}
        {found.stale && onClose && <StaleNoticeOver of={found.stale} again={found.again} />}
        <div aria-busy={found.state === 'loading'} style={{ display: 'contents' }}>
          {children}
        </div>
      </StaleRecord>
    </RefetchContext>
  )
}

/** Why a record cannot be shown. */
function Unavailable({ of: kind, from, onClose }: Omit<RecordStateProps, 'children'>) {
  const { error = null } = from
  const permission = missingPermission(error)
  if (permission) return <NoAccess permission={permission} />
  if (from.state === 'failed') return <FetchFailed again={from.again} request={requestOf(error)} />
  return <Missing of={kind} existsIn={error?.existsIn} onClose={onClose} />
}

interface MissingProps extends Omit<RecordStateProps, 'from' | 'children'> {
  existsIn: Mode | undefined
}

/** Shown for records of the other mode too, for which it offers to change to that mode. */
function Missing({ of: { name, icon: Icon = IconFileUnknown, back }, existsIn, onClose }: MissingProps) {
  const modeName = useModeName()
  const navigate = useNavigate()
  const { turnTo } = useChangeMode()
  const leave = () => (onClose ? onClose() : void navigate({ to: back?.to ?? '/' }))
  const otherName = existsIn && nameOfMode(existsIn)
  return (
    <StateView
      icon={<Icon size={22} />}
      text={`This ${name} does not exist in ${modeName}`}
      {...(otherName && { detail: `It belongs to ${otherName}` })}
      action={
        existsIn
          ? { text: `Open in ${otherName}`, onClick: () => void turnTo(existsIn) }
          : { text: onClose ? 'Close' : (back?.text ?? 'Back'), onClick: leave }
      }
    />
  )
}

function heading(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Error view of a record that failed to load, with a retry button. */
export function FetchFailed({ again, request }: { again: () => void; request?: string | undefined }) {
  return (
    <StateView
      icon={<IconAlertTriangle size={22} />}
      text="Error Fetching Details"
      detail={request}
      action={{ text: 'Refetch Details', onClick: again }}
      tone="failure"
    />
  )
}
