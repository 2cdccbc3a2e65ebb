import { disputes } from '@kobo/contract/disputes'
import { IconMessageReport } from '@tabler/icons-react'
import { disputeDraft, disputeBlocker } from '../../../transaction/dispute-eligibility.ts'
import type { Transaction } from '../../../transaction/transaction-record.ts'
import { DialogButton } from '../../../record/dialog-button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

const InitiateDispute = lazyComponent(() => import('./initiate-dispute.tsx'), 'InitiateDispute', { over: true })

/** Raises a dispute from a transaction's page, with the form prefilled from the transaction. */
export function RaiseDispute({ transaction }: { transaction: Transaction }) {
  const disputed = disputeDraft(transaction)
  if (!disputed) return null
  const blocker = disputeBlocker(transaction)
  return (
    <DialogButton
      call={disputes.initiate}
      variant="default"
      icon={IconMessageReport}
      blocker={blocker}
      load={InitiateDispute.load}
      renderDialog={(onClose) => <InitiateDispute disputed={disputed} blocker={blocker} onClose={onClose} />}
    >
      Raise dispute
    </DialogButton>
  )
}
