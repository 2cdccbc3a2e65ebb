import { type Member, team } from '@kobo/contract/team'
import { FormDialog } from '../../forms/form-window.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { MemberSubject } from './member-subject.tsx'
import { roleOptions } from '../../people/role-name.ts'
import { NotYourself } from './not-yourself.tsx'

interface ChangeRoleProps {
  row: Member
  onClose: () => void
}

/** Changes a member's role with a reason. */
export function ChangeRole({ row: member, onClose }: ChangeRoleProps) {
  return (
    <NotYourself member={member} title="Change role" onClose={onClose}>
      <RoleForm row={member} onClose={onClose} />
    </NotYourself>
  )
}

function RoleForm({ row: member, onClose }: ChangeRoleProps) {
  const changed = useContractForm(team.changeMember, {
    start: { role: member.role ?? '', reason: '' },
    request: ({ role, reason }) => ({ memberId: member.id, role, reason }),
    check: ({ role }) => (role === '' || role === member.role ? { role: 'Choose another role' } : {}),
    onDone: onClose,
  })
  const { form } = changed
  return (
    <FormDialog
      title="Change role"
      of={changed}
      action={{ text: 'Change role', busyText: 'Changing...' }}
      onClose={onClose}
    >
      <MemberSubject
        prompt="Administrators can do everything; auditors can view everything but change nothing. The member must sign in again after the change."
        member={member}
      />
      <SelectField form={form} name="role" label="Role" data={roleOptions} />
      <TextareaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}
