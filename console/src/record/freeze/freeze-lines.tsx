import { freezes } from '@kobo/contract/freezes'
import type { Freeze } from '@kobo/contract/kit/freeze'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../api/use-may.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'
import { accountPath } from '../account-path.ts'
import { asSentence } from '../as-sentence.ts'
import { useFocusAfterRemoval } from '../use-focus-after-removal.ts'
import classes from './freeze-lines.module.css'
import type { Freezable } from './freezable.ts'
import { scopeNames } from './scope-texts.ts'
import { useFreezes } from './use-freezes.ts'

const LiftDialog = lazyComponent(() => import('./lift-dialog.tsx'), 'LiftDialog', { over: true })
const MovingDialog = lazyComponent(() => import('./moving-dialog.tsx'), 'MovingDialog', { over: true })

/** Lines about the freezes of a record, its own first. Open dialogs stay when a freeze ends. */
export function FreezeLines({ of: record }: { of: Freezable }) {
  const { state, own, inherited, again } = useFreezes(record)
  /** The freeze that the open dialog lifts, which another one may follow. */
  const [lifted, setLifted] = useState<string | null>(null)
  const [showsMoving, setShowsMoving] = useState(false)
  const may = useMay()
  useFocusAfterRemoval(lifted !== null || showsMoving, own?.id)
  const showMoving = (
    <Button size="xs" variant="default" onClick={() => setShowsMoving(true)} {...preloadOnIntent(MovingDialog.load)}>
      What still moves
    </Button>
  )
  return (
    <>
      {state === 'failed' && record.isFrozen && <LoadError text="The freeze could not be loaded" again={again} />}
      {own && (
        <Line freeze={own} subject="Frozen">
          {showMoving}
          {may(freezes.unfreezeMerchant) && (
            <Button size="xs" variant="default" onClick={() => setLifted(own.id)} {...preloadOnIntent(LiftDialog.load)}>
              Lift the freeze
            </Button>
          )}
        </Line>
      )}
      {inherited.map((freeze, index) => (
        <Line key={freeze.id} freeze={freeze} subject={<Holder of={freeze} />}>
          {!own && index === 0 && showMoving}
        </Line>
      ))}
      {record.kind === 'MERCHANT' && state === 'ready' && <FrozenAccounts of={record} isFrozen={own !== undefined} />}
      {lifted !== null && (
        <LiftDialog
          of={record}
          blocker={own?.id === lifted ? null : 'This freeze is over'}
          onClose={() => setLifted(null)}
        />
      )}
      {showsMoving && <MovingDialog of={record} onClose={() => setShowsMoving(false)} />}
    </>
  )
}

interface LineProps {
  freeze: Freeze
  /** What is frozen. */
  subject: ReactNode
  children: ReactNode
}

function Line({ freeze, subject, children }: LineProps) {
  const { startedAt, frozenBy, scopes, reason, until } = freeze
  return (
    <div className={classes.line}>
      <p className={classes.text}>
        {subject} since {listDateTime(startedAt)}
        {frozenBy && ` by ${frozenBy}`}: {scopeNames(scopes)}.{reason && ` Reason: ${asSentence(reason)}`}
        {until && ` Ends ${listDateTime(until)} at the latest.`}
      </p>
      <div className={classes.buttons}>{children}</div>
    </div>
  )
}

/** The frozen merchant or wallet that a record belongs to. */
function Holder({ of: freeze }: { of: Freeze }) {
  const name = freeze.name ?? freeze.accountId ?? freeze.merchantId
  const path = accountPath(freeze)
  return (
    <>
      Its {freeze.kind === 'MERCHANT' ? 'merchant' : 'wallet'} {path ? <AccentLink to={path}>{name}</AccentLink> : name}{' '}
      is frozen
    </>
  )
}

/** Number of frozen accounts of a merchant, with a link to them. */
function FrozenAccounts({ of: { merchantId }, isFrozen }: { of: Freezable; isFrozen: boolean }) {
  const pollMs = usePollInterval('slow')
  const query = useApiQuery(freezes.list, { merchantId, status: 'IN_FORCE', page: 1, size: 1 }, { pollMs })
  const count = (query.data?.totalRecords ?? 0) - (isFrozen ? 1 : 0)
  if (count < 1) return null
  return (
    <p className={classes.accounts}>
      <AccentLink to={paths.merchants({ status: 'freezes', filterStatus: 'IN_FORCE', merchant: merchantId })}>
        {count === 1 ? '1 of its accounts is frozen' : `${count} of its accounts are frozen`}
      </AccentLink>
    </p>
  )
}
