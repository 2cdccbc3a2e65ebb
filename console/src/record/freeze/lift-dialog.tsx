import { freezes } from '@kobo/contract/freezes'
import { useApiQuery } from '../../api/use-api-query.ts'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { Subject } from '../subject.tsx'
import { type Freezable, idsOf } from './freezable.ts'
import { paymentsOf } from './payments-of.ts'

interface LiftDialogProps {
  of: Freezable
  blocker?: string | null
  onClose: () => void
}

/** Lifts the freeze of a record, with a reason. */
export function LiftDialog({ of: record, blocker, onClose }: LiftDialogProps) {
  const { merchantId, accountId, name } = record
  const shared = {
    title: 'Lift the freeze',
    subject: (
      <Subject prompt="Lift this freeze? The merchant will be notified." name={name}>
        <Waiting of={record} />
      </Subject>
    ),
    action: { text: 'Lift the freeze', busyText: 'Lifting...' },
    blocker,
    onClose,
  }
  if (accountId === undefined) {
    const { unfreezeMerchant } = freezes
    return (
      <ActionDialog
        call={unfreezeMerchant}
        request={(reason) => ({ merchantId, reason })}
        reason={unfreezeMerchant.body.shape.reason}
        {...shared}
      />
    )
  }
  const { unfreezeAccount } = freezes
  return (
    <ActionDialog
      call={unfreezeAccount}
      request={(reason) => ({ accountId, reason })}
      reason={unfreezeAccount.body.shape.reason}
      {...shared}
    />
  )
}

/** Payments that the end of the freeze lets continue. */
function Waiting({ of: record }: { of: Freezable }) {
  const query = useApiQuery(freezes.moving, { ...idsOf(record), page: 1, size: 1 })
  const waiting = query.data?.waiting
  if (query.isError && !waiting)
    return <div>Waiting payments continue within a minute. Their sum could not be loaded</div>
  if (!waiting) return <SkeletonBar width="80%" />
  if (waiting.count === 0) return <div>No payment waits for the end of this freeze</div>
  return <div>{`${paymentsOf(waiting)} ${waiting.count === 1 ? 'continues' : 'continue'} within a minute`}</div>
}
