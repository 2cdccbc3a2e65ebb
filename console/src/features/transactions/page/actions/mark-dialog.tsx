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

const titles = { success: 'Mark as successful', failed: 'Mark as failed' }

/** Names of the outbound payments other than payouts. */
const paymentNames: Record<string, string> = { REFUND: 'refund', BILL_PAYMENT: 'bill payment' }

/** What becomes of the funds; a transaction does not tell whether its refund is paid from a dispute's hold. */
const release = 'The held funds will be released.'
const refundRelease = 'The held funds will be released, or held for the dispute again if it is the refund of a dispute.'

/** Returns the question of the dialog; a queued payment has not been sent, so it is stopped. */
function promptOf(as: MarkDialogProps['as'], { category, status }: Transaction): string {
  const payment = paymentNames[category ?? ''] ?? 'payout'
  if (as === 'success')
    return `Are you sure that this ${payment} succeeded? The held funds will be debited permanently.`
  if (status === 'QUEUED') return `Are you sure that you want to stop this ${payment}? It has not been sent.`
  return `Are you sure that this ${payment} failed? ${category === 'REFUND' ? refundRelease : release}`
}

/** Marks a payout as successful or failed, with a reason; a failed request keeps the text. */
export function MarkDialog({ as, transaction, onClose }: MarkDialogProps) {
  const title = titles[as]
  const isOpen = as === 'success' ? mayMarkSuccess(transaction) : mayMarkFailed(transaction)
  const call = as === 'success' ? markSuccess : markFailed
  return (
    <ActionDialog
      call={call}
      request={(reason) => ({ transactionId: transaction.id, reason })}
      title={title}
      subject={
        <>
          <MarkSubject prompt={promptOf(as, transaction)} transaction={transaction} />
          {transaction.status !== 'QUEUED' && <LatestResponses transactionId={transaction.id} />}
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
