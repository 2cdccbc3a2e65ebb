import { cards } from '@kobo/contract/cards'
import { FormDialog } from '../../forms/form-window.tsx'
import { PickerField } from '../../forms/picker-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { MerchantPicker } from '../../people/merchant-picker.tsx'
import { typeOptions } from './card-labels.ts'
import classes from './cards.module.css'

const both = 'both'
const choices = [
  { value: both, label: 'Physical and virtual' },
  ...typeOptions.map(({ value, label }) => ({ value, label: `${label} only` })),
]

/** Enables card issuing for a merchant. */
export function SetUpCards({ onClose }: { onClose: () => void }) {
  const contractForm = useContractForm(cards.setUp, {
    start: { merchantId: '', types: both },
    request: ({ merchantId, types }) => ({
      merchantId,
      ...(types !== both && { types: typeOptions.flatMap(({ value }) => (value === types ? [value] : [])) }),
    }),
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormDialog
      title="Set up cards"
      of={contractForm}
      action={{ text: 'Enable cards', busyText: 'Enabling...' }}
      onClose={onClose}
    >
      <p className={classes.hindrance}>The merchant will be able to issue cards. This cannot be undone.</p>
      <PickerField form={form} name="merchantId">
        {(binding) => <MerchantPicker placeholder="Search by business name" {...binding} />}
      </PickerField>
      <SelectField form={form} name="types" label="Types" data={choices} />
    </FormDialog>
  )
}
