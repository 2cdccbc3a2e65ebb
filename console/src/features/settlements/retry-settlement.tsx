import { type Settlement, settlements } from '@kobo/contract/settlements'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
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

/** Opens the dialog that retries the settlement of this page. */
export function RetryButton({ settlement }: { settlement: Settlement }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => setIsOpen(true)}>
        Retry transaction
      </Button>
      {isOpen && <RetrySettlement row={settlement} onClose={() => setIsOpen(false)} />}
    </>
  )
}
