import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useState } from 'react'
import { disputedOf, disputeHindrance } from '../../transaction/disputing.ts'
import type { Transaction } from '../../transaction/transaction-shape.ts'
import { onReach } from '../../ui/on-reach.ts'
import { part } from '../../ui/part.tsx'

const InitiateDispute = part(() => import('./initiate-dispute.tsx'), 'InitiateDispute', { over: true })

/** Raises a dispute of a transaction from its own page, with all that the transaction tells filled in. */
export function RaiseDispute({ transaction }: { transaction: Transaction }) {
  const [isOpen, setIsOpen] = useState(false)
  const disputed = disputedOf(transaction)
  if (!disputed) return null
  const hindrance = disputeHindrance(transaction)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessageReport size={17} stroke={1.5} />}
        disabled={hindrance !== null}
        title={hindrance ?? undefined}
        onClick={() => setIsOpen(true)}
        {...onReach(InitiateDispute.load)}
      >
        Raise dispute
      </Button>
      {isOpen && <InitiateDispute disputed={disputed} blocker={hindrance} onClose={() => setIsOpen(false)} />}
    </>
  )
}
