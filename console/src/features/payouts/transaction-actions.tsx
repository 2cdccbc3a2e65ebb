import { contract } from '@kobo/contract'
import { Button } from '@mantine/core'
import { IconCheck, IconRefresh, IconWebhook, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite, wasSaid } from '../../api/use-write.ts'
import type { Transaction } from '../../parts/transaction-shape.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { MarkDialog, type Verdict } from './mark-dialog.tsx'
import { mayMarkFailed, mayMarkSuccess, mayRequery, mayResendWebhook } from './transaction-rules.ts'

/** What can be done about a transaction in its present state. */
export function TransactionActions({ transaction }: { transaction: Transaction }) {
  const [asked, setAsked] = useState<Verdict | null>(null)
  return (
    <>
      {mayRequery(transaction) && <RequeryButton transaction={transaction} />}
      {mayResendWebhook(transaction) && <ResendButton transaction={transaction} />}
      {mayMarkFailed(transaction) && (
        <Button
          variant="default"
          c="var(--kobo-red)"
          leftSection={<IconX size={16} />}
          onClick={() => setAsked('failed')}
        >
          Mark failed
        </Button>
      )}
      {mayMarkSuccess(transaction) && (
        <Button leftSection={<IconCheck size={16} />} onClick={() => setAsked('success')}>
          Mark success
        </Button>
      )}
      {asked && <MarkDialog as={asked} transaction={transaction} onClose={() => setAsked(null)} />}
    </>
  )
}

function RequeryButton({ transaction }: { transaction: Transaction }) {
  const requery = useWrite(contract.transactions.requery)
  return (
    <BusyButton
      variant="default"
      leftSection={<IconRefresh size={17} stroke={1.5} />}
      busy={requery.state === 'sending'}
      busyText="Processing..."
      onClick={() => void requery.send({ transactionId: transaction.id }).catch(wasSaid)}
    >
      Requery
    </BusyButton>
  )
}

function ResendButton({ transaction }: { transaction: Transaction }) {
  const resend = useWrite(contract.transactions.resendWebhook)
  return (
    <BusyButton
      variant="default"
      leftSection={<IconWebhook size={17} stroke={1.5} />}
      busy={resend.state === 'sending'}
      busyText="Processing..."
      onClick={() => void resend.send({ transactionId: transaction.id }).catch(wasSaid)}
    >
      Resend Webhook Event
    </BusyButton>
  )
}
