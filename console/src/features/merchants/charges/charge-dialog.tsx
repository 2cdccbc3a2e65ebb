import { type ChargeName, type Charges, charges } from '@kobo/contract/charges'
import type { InputWrapperProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { AmountField, PercentField } from '../../../forms/number-field.tsx'
import { FormDialog } from '../../../forms/form-window.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import type { ChargeCard, ChargeField, ChargeValues } from './charge-cards.ts'
import classes from './charge-dialog.module.css'
import { chargeData, chargeErrors, feeTypeOptions, fieldsShown } from './charge-values.ts'
import { FeeExample } from './fee-example.tsx'

interface ChargeDialogProps {
  merchantId: string
  card: ChargeCard
  /** Current charges of the group. */
  group: Charges[ChargeName]
  /** The same as form values. */
  start: ChargeValues
  onClose: () => void
}

/** Changes one charge group of a merchant. A rejected request keeps the form values. */
export function ChargeDialog({ merchantId, card, group, start, onClose }: ChargeDialogProps) {
  // Charges that are read again while the form is open are not those that it shows.
  const [expected] = useState(group)
  const contractForm = useContractForm(charges.update, {
    start,
    request: (values) => ({ merchantId, type: card.name, data: chargeData(card, values), expected }),
    check: (values) => chargeErrors(card, values),
    onDone: onClose,
  })
  const { form } = contractForm
  // With a fee type, the button stays enabled so that sending shows the missing fields.
  const sendable = form.isDirty() && ('type' in start || form.isValid())
  return (
    <FormDialog
      title={`${card.title} charges`}
      of={contractForm}
      action={{ text: 'Update', busyText: 'Updating...', disabled: !sendable }}
      below={card.example && <FeeExample of={card.example} data={chargeData(card, form.values)} />}
      onClose={onClose}
    >
      <div className={classes.fields}>
        {fieldsShown(card, form.values).map((field) => (
          <Field key={field.name} field={field} form={form} />
        ))}
      </div>
    </FormDialog>
  )
}

interface FieldProps {
  field: ChargeField
  form: UseFormReturnType<ChargeValues>
}

function Field({ field: { name, label, kind, hint }, form }: FieldProps) {
  const fieldProps = { form, name, label, description: hint, inputWrapperOrder: hintBelow }
  switch (kind) {
    case 'naira':
      return <AmountField {...fieldProps} />
    case 'percent':
      return <PercentField {...fieldProps} />
    case 'fee type':
      return <SelectField {...fieldProps} data={feeTypeOptions} />
  }
}

/** Hints go below the input, since one above would misalign the fields of a row. */
const hintBelow: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']
