import { isEnd } from '@kobo/contract/kit/dispute'
import { type DisputeDetails, disputes } from '@kobo/contract/disputes'
import { FormDialog } from '../../../../forms/form-window.tsx'
import { SwitchField } from '../../../../forms/switch-field.tsx'
import { TextareaField } from '../../../../forms/textarea-field.tsx'
import { useContractForm } from '../../../../forms/use-contract-form.ts'
import { Naira, formatNaira } from '../../../../money/naira.tsx'
import { Subject } from '../../../../record/subject.tsx'
import { Code } from '../../../../ui/code.tsx'
import { orEmpty } from '../../../../ui/format-text.ts'
import { type Step, stepTexts } from './status-texts.ts'

interface ChangeStatusProps {
  step: Step
  dispute: DisputeDetails
  /** Whether the dispute still allows this transition. */
  isOffered: boolean
  /** Called after the change. */
  onDone: () => void
  onClose: () => void
}

/** Changes a dispute's status. RESOLVED with a shortfall requires the operator to choose the lower, held amount. */
export function ChangeStatus({ step, dispute, isOffered, onDone, onClose }: ChangeStatusProps) {
  const { title, button, busy, prompt, tone } = stepTexts[step]
  const held = dispute.held ?? 0
  const isShort = step === 'RESOLVED' && Boolean(dispute.shortfall)
  const contractForm = useContractForm(disputes.changeStatus, {
    start: { reason: '', lower: false },
    request: ({ reason, lower }) => ({
      disputeId: dispute.id,
      status: step,
      ...(reason && { reason }),
      ...(lower && { amount: held }),
    }),
    check: ({ lower }) =>
      isShort && !lower ? { lower: `${formatNaira(dispute.shortfall)} of the disputed amount is not held` } : {},
    onDone() {
      onDone()
      onClose()
    },
  })
  const { form } = contractForm
  return (
    <FormDialog
      title={title}
      of={contractForm}
      action={{ text: button, busyText: busy, ...(tone && { tone }), disabled: isShort && held === 0 }}
      blocker={isOffered ? null : `This dispute is now ${dispute.status}`}
      onClose={onClose}
    >
      <Subject prompt={prompt[isCredit(dispute) ? 'credit' : 'debit']} name={formatNaira(dispute.amount)}>
        <div>
          disputed by <b>{orEmpty(dispute.customer)}</b>, merchant <b>{orEmpty(dispute.merchant?.businessName)}</b>
        </div>
        <div>
          reference <Code value={dispute.transactionReference} />
        </div>
        {typeof dispute.held === 'number' && (
          <div>
            held{' '}
            <b>
              <Naira amount={held} />
            </b>
            , short{' '}
            <b>
              <Naira amount={dispute.shortfall ?? 0} />
            </b>
          </div>
        )}
      </Subject>
      {isShort && (
        <SwitchField
          form={form}
          name="lower"
          label={`Resolve for ${formatNaira(held)}, the full amount held`}
          disabled={held === 0}
        />
      )}
      <TextareaField form={form} name="reason" label={isEnd(step) ? 'Reason' : 'Reason (optional)'} data-autofocus />
    </FormDialog>
  )
}

function isCredit({ transactionType }: DisputeDetails): boolean {
  return transactionType?.toUpperCase() === 'CREDIT'
}
