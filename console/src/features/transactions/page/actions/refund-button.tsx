import { Button } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useState } from 'react'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { preloadOnIntent } from '../../../../ui/preload.ts'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'

const RefundDialog = lazyComponent(() => import('./refund-dialog.tsx'), 'RefundDialog', { over: true })

/** Opens the refund dialog; disabled with the blocker as its title. */
export function RefundButton({ transaction }: { transaction: Transaction }) {
  const [isOpen, setIsOpen] = useState(false)
  const { refunds } = transaction
  if (!refunds) return null
  const { left, hindrance: blocker } = refunds
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReceiptRefund size={16} />}
        disabled={!!blocker}
        title={blocker ?? undefined}
        onClick={() => setIsOpen(true)}
        {...preloadOnIntent(RefundDialog.load)}
      >
        Refund
      </Button>
      {isOpen && <RefundDialog transaction={transaction} left={left} onClose={() => setIsOpen(false)} />}
    </>
  )
}
