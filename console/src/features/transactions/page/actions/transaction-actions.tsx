import { transactions } from '@kobo/contract/transactions'
import { IconCheck, IconRefresh, IconWebhook, IconX } from '@tabler/icons-react'
import { ActionButton } from '../../../../record/action-button.tsx'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { DialogButton } from '../../../../record/dialog-button.tsx'
import { MarkDialog } from './mark-dialog.tsx'
import { RefundButton } from './refund-button.tsx'
import { hasCome, mayMarkFailed, mayMarkSuccess, mayRequery, mayResendWebhook } from './transaction-rules.ts'

const { markFailed, markSuccess, requery, resendWebhook } = transactions
const busyText = 'Processing...'
const iconSize = { size: 17, stroke: 1.5 }

/** Actions for a transaction in its current status. */
export function TransactionActions({ transaction }: { transaction: Transaction }) {
  const transactionId = transaction.id
  const about = `transaction ${transactionId}`
  return (
    <>
      {mayRequery(transaction) && (
        <ActionButton
          call={requery}
          request={{ transactionId }}
          telling={{ about, isWanted: (data) => hasCome(data.status, 'SUCCESS') }}
          icon={<IconRefresh {...iconSize} />}
          busyText={busyText}
        >
          Requery
        </ActionButton>
      )}
      {mayResendWebhook(transaction) && (
        <ActionButton
          call={resendWebhook}
          request={{ transactionId }}
          telling={{ about }}
          icon={<IconWebhook {...iconSize} />}
          busyText={busyText}
        >
          Resend Webhook Event
        </ActionButton>
      )}
      <DialogButton
        call={markFailed}
        variant="default"
        c="var(--kobo-red)"
        icon={IconX}
        isOffered={mayMarkFailed(transaction)}
        renderDialog={(onClose) => <MarkDialog as="failed" transaction={transaction} onClose={onClose} />}
      >
        Mark as failed
      </DialogButton>
      <DialogButton
        call={markSuccess}
        icon={IconCheck}
        isOffered={mayMarkSuccess(transaction)}
        renderDialog={(onClose) => <MarkDialog as="success" transaction={transaction} onClose={onClose} />}
      >
        Mark as successful
      </DialogButton>
      <RefundButton transaction={transaction} />
    </>
  )
}
