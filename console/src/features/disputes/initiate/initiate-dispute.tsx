import { attachmentLimits, disputeCategories, disputedCategories } from '@kobo/contract/kit/dispute'
import { disputes } from '@kobo/contract/disputes'
import { transactionTypes } from '@kobo/contract/transaction-records'
import { images } from '../../../forms/file-limits.ts'
import { FilesField } from '../../../forms/files-field.tsx'
import { FormPanel } from '../../../forms/form-window.tsx'
import { PickerField } from '../../../forms/picker-field.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { TextareaField } from '../../../forms/textarea-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { MerchantPicker } from '../../../people/merchant-picker.tsx'
import type { Disputed } from '../../../transaction/dispute-eligibility.ts'
import { categoryOptions } from '../dispute-columns.tsx'
import classes from './initiate-dispute.module.css'

interface InitiateDisputeProps {
  /** Transaction to dispute, when raised from its own page. */
  disputed?: Disputed
  /** Set if the transaction can no longer be disputed. */
  blocker?: string | null
  onClose: () => void
}

/** Raises a dispute of a merchant's transaction; the button is disabled until the form is valid. */
export function InitiateDispute({ disputed, blocker, onClose }: InitiateDisputeProps) {
  const contractForm = useContractForm(disputes.initiate, {
    start: startOf(disputed),
    request: (values) => values,
    checks: 'left',
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormPanel
      title="Initiate Dispute"
      of={contractForm}
      action={{ text: 'Submit', busyText: 'Processing...', disabled: !contractForm.isDirty || !form.isValid() }}
      blocker={blocker}
      onClose={onClose}
    >
      <p className={classes.subtitle}>Kindly provide the information below</p>
      <PickerField form={form} name="merchantId" given={disputed?.merchant}>
        {(binding) => <MerchantPicker placeholder="Search by business name" {...binding} />}
      </PickerField>
      <TextField form={form} name="customer" label="Customer name" autoComplete="off" />
      <TextField form={form} name="amount" label="Amount" inputMode="decimal" autoComplete="off" leftSection="₦" />
      <SelectField
        form={form}
        name="transactionType"
        label="Transaction type"
        placeholder="Choose a type"
        data={categoryOptions(transactionTypes)}
      />
      <TextareaField form={form} name="description" label="Dispute description" />
      <SelectField
        form={form}
        name="transactionCategory"
        label="Transaction category"
        placeholder="Choose a category"
        data={categoryOptions(disputedCategories)}
      />
      <TextField form={form} name="transactionReference" label="Transaction reference" autoComplete="off" />
      <SelectField
        form={form}
        name="category"
        label="Dispute type"
        placeholder="Choose a type"
        data={categoryOptions(disputeCategories)}
      />
      <FilesField form={form} name="attachments" label="Attachments" limits={attachmentLimits} kinds={images} />
    </FormPanel>
  )
}

interface Values {
  merchantId: string
  customer: string
  amount: string
  category: string | null
  transactionCategory: string | null
  description: string
  transactionType: string | null
  transactionReference: string
  attachments: File[]
}

function startOf(disputed: Disputed | undefined): Values {
  return {
    merchantId: disputed?.merchant.id ?? '',
    customer: disputed?.customer ?? '',
    amount: disputed?.amount.toFixed(2) ?? '',
    category: null,
    transactionCategory: disputed?.transactionCategory ?? null,
    description: '',
    transactionType: disputed?.transactionType ?? null,
    transactionReference: disputed?.transactionReference ?? '',
    attachments: [],
  }
}
