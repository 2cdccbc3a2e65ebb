import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useState } from 'react'
import { disputeDraft, disputeBlocker } from '../../../transaction/dispute-eligibility.ts'
import type { Transaction } from '../../../transaction/transaction-record.ts'
import { preloadOnIntent } from '../../../ui/preload.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

const InitiateDispute = lazyComponent(() => import('./initiate-dispute.tsx'), 'InitiateDispute', { over: true })

/** Raises a dispute from a transaction's page, with the form prefilled from the transaction. */
export function RaiseDispute({ transaction }: { transaction: Transaction }) {
  const [isOpen, setIsOpen] = useState(false)
  const disputed = disputeDraft(transaction)
  if (!disputed) return null
  const blocker = disputeBlocker(transaction)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessageReport size={17} stroke={1.5} />}
        disabled={blocker !== null}
        title={blocker ?? undefined}
        onClick={() => setIsOpen(true)}
        {...preloadOnIntent(InitiateDispute.load)}
      >
        Raise dispute
      </Button>
      {isOpen && <InitiateDispute disputed={disputed} blocker={blocker} onClose={() => setIsOpen(false)} />}
    </>
  )
}
