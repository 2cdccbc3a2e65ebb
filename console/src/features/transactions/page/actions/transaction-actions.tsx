import { transactions } from '@kobo/contract/transactions'
import { Button } from '@mantine/core'
import { IconCheck, IconRefresh, IconWebhook, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../../../record/action-button.tsx'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { MarkDialog, type Verdict } from './mark-dialog.tsx'
import { RefundButton } from './refund-button.tsx'
import { hasCome, mayMarkFailed, mayMarkSuccess, mayRequery, mayResendWebhook } from './transaction-rules.ts'

const { requery, resendWebhook } = transactions
const busyText = 'Processing...'
const iconSize = { size: 17, stroke: 1.5 }

/** Actions for a transaction in its current status. */
export function TransactionActions({ transaction }: { transaction: Transaction }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
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
      {mayMarkFailed(transaction) && (
        <Button
          variant="default"
          c="var(--kobo-red)"
          leftSection={<IconX size={16} />}
          onClick={() => setVerdict('failed')}
        >
          Mark as failed
        </Button>
      )}
      {mayMarkSuccess(transaction) && (
        <Button leftSection={<IconCheck size={16} />} onClick={() => setVerdict('success')}>
          Mark as successful
        </Button>
      )}
      <RefundButton transaction={transaction} />
      {verdict && <MarkDialog as={verdict} transaction={transaction} onClose={() => setVerdict(null)} />}
    </>
  )
}
