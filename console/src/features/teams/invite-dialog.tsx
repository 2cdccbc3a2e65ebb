import { invites } from '@kobo/contract/invites'
import { FormDialog } from '../../forms/form-window.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'

/** Emails an invitation link to a colleague. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const contractForm = useContractForm(invites.send, {
    start: { firstName: '', lastName: '', email: '' },
    request: (values) => values,
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormDialog
      title="Invite Team"
      of={contractForm}
      action={{ text: 'Invite Team', busyText: 'Processing...' }}
      onClose={onClose}
    >
      <TextField form={form} name="firstName" label="First name" autoComplete="off" data-autofocus />
      <TextField form={form} name="lastName" label="Last name" autoComplete="off" />
      <TextField form={form} name="email" label="Email address" type="email" autoComplete="off" />
    </FormDialog>
  )
}
