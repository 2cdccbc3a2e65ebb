import { transactions } from '@kobo/contract/transactions'
import { ActionDialog } from '../../../../record/action-dialog.tsx'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { LatestResponses } from '../provider-log/status-queries.tsx'
import { MarkSubject } from './mark-subject.tsx'
import { hasCome, mayMarkFailed, mayMarkSuccess } from './transaction-rules.ts'

interface MarkDialogProps {
  /** Final status that an operator can set on a payout. */
  as: 'success' | 'failed'
  transaction: Transaction
  onClose: () => void
}

const { markSuccess, markFailed } = transactions

const texts = {
  success: {
    title: 'Mark as successful',
    prompt: (payment: string) =>
      `Are you sure that this ${payment} succeeded? The held funds will be debited permanently.`,
  },
  failed: {
    title: 'Mark as failed',
    prompt: (payment: string) => `Are you sure that this ${payment} failed? The held funds will be released.`,
  },
}

/** Names of the outbound payments other than payouts. */
const paymentNames: Record<string, string> = { REFUND: 'refund', BILL_PAYMENT: 'bill payment' }

/** Marks a payout as successful or failed, with a reason; a failed request keeps the text. */
export function MarkDialog({ as, transaction, onClose }: MarkDialogProps) {
  const { title, prompt } = texts[as]
  const isOpen = as === 'success' ? mayMarkSuccess(transaction) : mayMarkFailed(transaction)
  const call = as === 'success' ? markSuccess : markFailed
  return (
    <ActionDialog
      call={call}
      request={(reason) => ({ transactionId: transaction.id, reason })}
      title={title}
      subject={
        <>
          <MarkSubject
            prompt={prompt(paymentNames[transaction.category ?? ''] ?? 'payout')}
            transaction={transaction}
          />
          <LatestResponses transactionId={transaction.id} />
        </>
      }
      action={{ text: title, busyText: 'Processing...', ...(as === 'failed' && { tone: 'decline' }) }}
      reason={call.body.shape.reason}
      telling={{
        about: `transaction ${transaction.id}`,
        isWanted: ({ status }) => hasCome(status, as === 'success' ? 'SUCCESS' : 'FAILED'),
      }}
      blocker={isOpen ? null : `This transaction is now ${transaction.status ?? 'in another state'}`}
      onClose={onClose}
    />
  )
}
