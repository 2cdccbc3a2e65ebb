import { lagosDay } from '@kobo/contract/kit/day'
import { invites } from '@kobo/contract/invites'
import { serverNow } from '../../api/clock.ts'
import { useSupportedKeys } from '../../api/config.ts'
import { DateField } from '../../forms/date-field.tsx'
import { FormDialog } from '../../forms/form-window.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { accessEndOf } from './access-end.ts'
import { administrator } from '../../people/role-name.ts'
import { RoleField } from './role-field.tsx'

const person = { firstName: '', lastName: '', email: '' }

/** Emails an invitation link to a colleague. One of an administrator names neither a role nor an end. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const hasRoles = useSupportedKeys(invites.send)('role')
  const contractForm = useContractForm(invites.send, {
    start: { ...person, role: administrator, accessUntil: '' },
    request: ({ role, accessUntil, ...values }) => ({
      ...values,
      ...(role !== administrator && { role, ...(accessUntil && { accessUntil: accessEndOf(accessUntil) }) }),
    }),
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
      {hasRoles && <RoleField form={form} name="role" chosen={form.values.role} />}
      {form.values.role !== administrator && (
        <DateField
          form={form}
          name="accessUntil"
          label="Access ends (optional)"
          min={lagosDay(new Date(serverNow()))}
        />
      )}
    </FormDialog>
  )
}
