import { type Settlement, settlements } from '@kobo/contract/settlements'
import { formatNaira } from '../../money/naira.tsx'
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
