import { contract } from '@kobo/contract'
import { useWrite } from '../../api/use-write.ts'
import { DecisionDialog } from '../../parts/decision-dialog.tsx'
import type { Transaction } from '../../parts/transaction-shape.ts'
import { MarkSubject } from './mark-subject.tsx'

/** What an operator decides about a payout. */
export type Verdict = 'success' | 'failed'

interface MarkDialogProps {
  as: Verdict
  transaction: Transaction
  refetch: () => Promise<unknown>
  onClose: () => void
}

const { markSuccess, markFailed } = contract.transactions

const words = {
  success: {
    title: 'Mark as successful',
    prompt: 'Are you sure that this payout succeeded? The money held for it then leaves the wallet for good.',
    action: 'Mark success',
  },
  failed: {
    title: 'Mark as failed',
    prompt: 'Are you sure that this payout failed? The money held for it then goes back to the wallet.',
    action: 'Mark failed',
  },
}

/** Asks for the operator's decision about a payout and its reason; a failure keeps what was written. */
export function MarkDialog({ as, transaction, refetch, onClose }: MarkDialogProps) {
  const { title, prompt, action } = words[as]
  const call = as === 'success' ? markSuccess : markFailed
  const write = useWrite(call, { changes: [contract.transactions, contract.merchants] })
  const decide = async (reason: string) => {
    try {
      await write.send({ transactionId: transaction.id, reason })
      onClose()
    } catch (failure) {
      // Somebody else may have decided it: show what is true now.
      void refetch()
      throw failure
    }
  }
  return (
    <DecisionDialog
      title={title}
      subject={<MarkSubject prompt={prompt} transaction={transaction} />}
      action={{ text: action, busyText: 'Processing...', ...(as === 'failed' && { tone: 'decline' }) }}
      reason={call.body.shape.reason}
      state={write.state}
      onDecide={decide}
      onClose={onClose}
    />
  )
}
