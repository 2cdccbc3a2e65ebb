import { contract } from '@kobo/contract'
import { Button } from '@mantine/core'
import { IconCheck, IconRefresh, IconWebhook, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import type { Transaction } from '../../parts/transaction-shape.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { MarkDialog, type Verdict } from './mark-dialog.tsx'
import { mayMarkFailed, mayMarkSuccess, mayRequery, mayResendWebhook } from './transaction-rules.ts'

interface TransactionActionsProps {
  transaction: Transaction
  refetch: () => Promise<unknown>
}

/** What can be done about a transaction in its present state. */
export function TransactionActions({ transaction, refetch }: TransactionActionsProps) {
  const [asked, setAsked] = useState<Verdict | null>(null)
  return (
    <>
      {mayRequery(transaction) && <RequeryButton {...{ transaction, refetch }} />}
      {mayResendWebhook(transaction) && <ResendButton {...{ transaction, refetch }} />}
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
      {asked && <MarkDialog as={asked} {...{ transaction, refetch }} onClose={() => setAsked(null)} />}
    </>
  )
}

function RequeryButton({ transaction, refetch }: TransactionActionsProps) {
  const requery = useWrite(contract.transactions.requery, { changes: [contract.transactions, contract.merchants] })
  return (
    <DirectButton
      text="Requery"
      icon={<IconRefresh size={17} stroke={1.5} />}
      state={requery.state}
      act={() => requery.send({ transactionId: transaction.id })}
      refetch={refetch}
    />
  )
}

function ResendButton({ transaction, refetch }: TransactionActionsProps) {
  const resend = useWrite(contract.transactions.resendWebhook, { changes: [contract.transactions] })
  return (
    <DirectButton
      text="Resend Webhook Event"
      icon={<IconWebhook size={17} stroke={1.5} />}
      state={resend.state}
      act={() => resend.send({ transactionId: transaction.id })}
      refetch={refetch}
    />
  )
}

interface DirectButtonProps {
  text: string
  icon: ReactNode
  state: 'idle' | 'sending'
  act: () => Promise<unknown>
  refetch: () => Promise<unknown>
}

/** Does what it says at once, and shows what is true now when that was refused. */
function DirectButton({ text, icon, state, act, refetch }: DirectButtonProps) {
  const run = async () => {
    try {
      await act()
    } catch {
      await refetch()
    }
  }
  return (
    <BusyButton
      variant="default"
      leftSection={icon}
      busy={state === 'sending'}
      busyText="Processing..."
      onClick={() => void run()}
    >
      {text}
    </BusyButton>
  )
}
