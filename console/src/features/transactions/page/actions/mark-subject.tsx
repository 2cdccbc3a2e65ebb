import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { Code } from '../../../../ui/code.tsx'
import { orEmpty } from '../../../../ui/format-text.ts'
import { formatNaira } from '../../../../money/naira.tsx'
import { Subject } from '../../../../record/subject.tsx'

interface MarkSubjectProps {
  prompt: string
  transaction: TransactionDetail
}

/** Question of a dialog, naming the payout by amount, recipient, reference and mode. */
export function MarkSubject({ prompt, transaction }: MarkSubjectProps) {
  return (
    <Subject prompt={prompt} name={formatNaira(transaction.amount)}>
      <div>
        to <b>{orEmpty(transaction.beneficiaryAccountName)}</b>, <Code value={transaction.beneficiaryAccountNumber} />{' '}
        {orEmpty(transaction.beneficiaryBankName)}
      </div>
      <div>
        reference <Code value={transaction.reference} />
      </div>
    </Subject>
  )
}
