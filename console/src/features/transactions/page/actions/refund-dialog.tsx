import { refunds } from '@kobo/contract/refunds'
import { AmountField } from '../../../../forms/number-field.tsx'
import { FormDialog } from '../../../../forms/form-window.tsx'
import { TextareaField } from '../../../../forms/textarea-field.tsx'
import { useContractForm } from '../../../../forms/use-contract-form.ts'
import { formatNaira } from '../../../../money/naira.tsx'
import type { Transaction } from '../../../../transaction/transaction-record.ts'
import { MarkSubject } from './mark-subject.tsx'

interface RefundDialogProps {
  transaction: Transaction
  /** Amount that can be refunded now, in naira. */
  left: number
  onClose: () => void
}

/** Refunds part or all of a collection to its payer. */
export function RefundDialog({ transaction, left, onClose }: RefundDialogProps) {
  const start: { amount: number | ''; reason: string } = { amount: left, reason: '' }
  const contractForm = useContractForm(refunds.request, {
    start,
    request: ({ amount, reason }) => ({ transactionId: transaction.id, amount: Number(amount), reason }),
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormDialog
      title="Refund"
      of={contractForm}
      action={{ text: 'Refund', busyText: 'Refunding...' }}
      blocker={transaction.refunds?.hindrance}
      onClose={onClose}
    >
      <MarkSubject prompt="How much should be refunded?" transaction={swapParties(transaction)} />
      <AmountField
        form={form}
        name="amount"
        label="Amount"
        description={`${formatNaira(left)} can be refunded now`}
        data-autofocus
      />
      <TextareaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}

/** Returns the transaction with the payer as its beneficiary, since a refund goes the opposite way. */
function swapParties(transaction: Transaction): Transaction {
  return {
    ...transaction,
    beneficiaryAccountName: transaction.originatorAccountName,
    beneficiaryAccountNumber: transaction.originatorAccountNumber,
    beneficiaryBankName: transaction.originatorBankName,
  }
}
