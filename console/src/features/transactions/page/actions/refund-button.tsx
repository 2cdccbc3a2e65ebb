import { refunds } from '@kobo/contract/refunds'
import { IconReceiptRefund } from '@tabler/icons-react'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { DialogButton } from '../../../../record/dialog-button.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'

const RefundDialog = lazyComponent(() => import('./refund-dialog.tsx'), 'RefundDialog', { over: true })

/** Opens the refund dialog; disabled with the blocker as its title. */
export function RefundButton({ transaction }: { transaction: Transaction }) {
  if (!transaction.refunds) return null
  const { left, hindrance: blocker } = transaction.refunds
  return (
    <DialogButton
      call={refunds.request}
      variant="default"
      icon={IconReceiptRefund}
      blocker={blocker}
      load={RefundDialog.load}
      renderDialog={(onClose) => <RefundDialog transaction={transaction} left={left} onClose={onClose} />}
    >
      Refund
    </DialogButton>
  )
}
