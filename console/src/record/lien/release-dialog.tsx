import type { Lien } from '@kobo/contract/kit/lien'
import { liens } from '@kobo/contract/liens'
import { formatNaira } from '../../money/naira.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { Subject } from '../subject.tsx'

interface ReleaseDialogProps {
  of: Lien
  blocker: string | null
  onClose: () => void
}

/** Releases a lien, with a reason. */
export function ReleaseDialog({ of: { id, name, accountId, amount, held }, blocker, onClose }: ReleaseDialogProps) {
  return (
    <ActionDialog
      call={liens.release}
      request={(reason) => ({ lienId: id, reason })}
      reason={liens.release.body.shape.reason}
      title="Release the lien"
      subject={
        <Subject prompt="Release this lien? The merchant will be notified." name={name ?? accountId}>
          <div>{`Lien of ${formatNaira(amount)}`}</div>
          <div>
            {held > 0
              ? `${formatNaira(held)} is available again, unless another lien or a dispute waits for it`
              : 'It holds nothing yet'}
          </div>
        </Subject>
      }
      action={{ text: 'Release the lien', busyText: 'Releasing...' }}
      blocker={blocker}
      onClose={onClose}
    />
  )
}
