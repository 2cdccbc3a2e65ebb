import { contract } from '@kobo/contract'
import { Button, type InputWrapperProps } from '@mantine/core'
import { useId } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { AmountField } from '../../../forms/amount-field.tsx'
import { PercentField } from '../../../forms/percent-field.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { type ContractForm, useContractForm } from '../../../forms/use-contract-form.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import type { ChargeCard, ChargeField, ChargeValues } from './charge-cards.ts'
import classes from './charge-dialog.module.css'
import { chargeData, chargeFaults, feeTypeOptions, fieldsShown } from './charge-values.ts'
import { FeeExample } from './fee-example.tsx'

interface ChargeDialogProps {
  merchantId: string
  card: ChargeCard
  /** The charges that hold now. */
  start: ChargeValues
  onClose: () => void
}

/** Changes one charge group of a merchant. A refusal keeps what was typed. */
export function ChargeDialog({ merchantId, card, start, onClose }: ChargeDialogProps) {
  const formId = useId()
  const update = useWrite(contract.charges.update)
  const { form, sending, submit } = useContractForm(contract.charges.update, {
    start,
    request: (values) => ({ merchantId, type: card.name, data: chargeData(card, values) }),
    send: update.send,
    check: (values) => chargeFaults(card, values),
    onDone: onClose,
  })
  useReturnFocus()
  // Where a fee type is chosen, the operator is told on sending what is missing for it.
  const sendable = form.isDirty() && ('type' in start || form.isValid())
  const close = () => {
    if (!sending) onClose()
  }
  return (
    <Dialog
      opened
      title={`${card.title} charges`}
      onClose={close}
      footer={
        <>
          <Button variant="default" disabled={sending} onClick={close}>
            Cancel
          </Button>
          <BusyButton type="submit" form={formId} busy={sending} busyText="Updating..." disabled={!sendable}>
            Update
          </BusyButton>
        </>
      }
    >
      <form id={formId} className={classes.fields} noValidate onSubmit={submit}>
        {fieldsShown(card, form.values).map((field) => (
          <Field key={field.name} field={field} form={form} disabled={sending} />
        ))}
      </form>
      {card.example && <FeeExample of={card.example} data={chargeData(card, form.values)} />}
    </Dialog>
  )
}

interface FieldProps {
  field: ChargeField
  form: ContractForm<ChargeValues>['form']
  disabled: boolean
}

function Field({ field: { name, label, kind, hint }, form, disabled }: FieldProps) {
  const bound = { form, name, label, disabled, description: hint, inputWrapperOrder: hintBelow }
  switch (kind) {
    case 'naira':
      return <AmountField {...bound} />
    case 'percent':
      return <PercentField {...bound} />
    case 'fee type':
      return <SelectField {...bound} data={feeTypeOptions} />
  }
}

/** A hint above would push its field out of the row. */
const hintBelow: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']
