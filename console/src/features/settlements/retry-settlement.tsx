import { type Settlement, settlements } from '@kobo/contract/settlements'
import { IconRefresh } from '@tabler/icons-react'
import { formatNaira } from '../../money/naira.tsx'
import { DialogButton } from '../../record/dialog-button.tsx'
import { ActionDialog } from '../../record/action-dialog.tsx'

/** Retries the payment of a failed settlement. */
export function RetrySettlement({ row, onClose }: { row: Settlement; onClose: () => void }) {
  const payee = row.subAccount?.name ?? row.merchant?.businessName ?? 'the merchant'
  return (
    <ActionDialog
      call={settlements.resend}
      request={() => ({ settlementId: row.id, retry: true })}
      title="Retry transaction"
      subject={<p>{`Pay ${formatNaira(row.amount)} to ${payee} again? ${row.reason ?? ''}`.trim()}</p>}
      action={{ text: 'Retry', busyText: 'Retrying...' }}
      onClose={onClose}
    />
  )
}

/** Opens the dialog that retries the settlement of this page. */
export function RetryButton({ settlement }: { settlement: Settlement }) {
  return (
    <DialogButton
      call={settlements.resend}
      variant="default"
      icon={IconRefresh}
      renderDialog={(onClose) => <RetrySettlement row={settlement} onClose={onClose} />}
    >
      Retry transaction
    </DialogButton>
  )
}
