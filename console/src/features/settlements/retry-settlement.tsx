import { type Settlement, settlements } from '@kobo/contract/settlements'
import { IconRefresh } from '@tabler/icons-react'
import type { RowDialogProps } from '../../list/row-dialogs.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { DialogButton } from '../../record/dialog-button.tsx'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { Subject } from '../../record/subject.tsx'
import { Code } from '../../ui/code.tsx'

/** Retries the payment of a failed settlement. */
export function RetrySettlement({ row, current = row, onClose }: RowDialogProps<Settlement>) {
  const payee = row.subAccount?.name ?? row.merchant?.businessName ?? 'the merchant'
  return (
    <ActionDialog
      call={settlements.resend}
      request={() => ({ settlementId: row.id, retry: true })}
      title="Retry transaction"
      subject={
        <Subject prompt="Pay this settlement again?" name={formatNaira(row.amount)}>
          <div>
            to <b>{payee}</b>
          </div>
          <div>
            reference <Code value={row.reference} />
          </div>
          {row.reason && <div>{row.reason}</div>}
        </Subject>
      }
      action={{ text: 'Retry', busyText: 'Retrying...' }}
      blocker={current.status === 'FAILED' ? current.retryBlocker : `This settlement is now ${current.status}`}
      onClose={onClose}
    />
  )
}

/** Opens the dialog that retries the settlement of this page. It stays open when a colleague has retried the settlement. */
export function RetryButton({ settlement }: { settlement: Settlement }) {
  return (
    <DialogButton
      call={settlements.resend}
      variant="default"
      icon={IconRefresh}
      isOffered={settlement.status === 'FAILED' && !settlement.retryBlocker}
      renderDialog={(onClose) => <RetrySettlement row={settlement} onClose={onClose} />}
    >
      Retry transaction
    </DialogButton>
  )
}
