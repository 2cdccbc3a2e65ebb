import type { RecurrentPayout, ScheduledPayout } from '@kobo/contract/payouts'
import type { ReactNode } from 'react'
import { formatNaira } from '../../money/naira.tsx'
import { Subject } from '../../record/subject.tsx'

interface PayoutSubjectProps {
  prompt: string
  payout: Pick<ScheduledPayout | RecurrentPayout, 'amount' | 'accountName' | 'accountNumber' | 'bankName'>
  /** When it would be sent. */
  children: ReactNode
}

/** Prompt about a payout that is not sent yet, with its amount and beneficiary. */
export function PayoutSubject({ prompt, payout, children }: PayoutSubjectProps) {
  const { amount, accountName, accountNumber, bankName } = payout
  return (
    <Subject prompt={prompt} name={formatNaira(amount)}>
      <div>{['To', accountName, bankName, accountNumber].filter(Boolean).join(' ')}</div>
      <div>{children}</div>
    </Subject>
  )
}
