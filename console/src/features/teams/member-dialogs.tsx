import { secondFactor } from '@kobo/contract/second-factor'
import { type Member, team } from '@kobo/contract/team'
import { FormDialog } from '../../forms/form-window.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import type { RowDialogProps } from '../../list/row-dialogs.tsx'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { MemberSubject, OthersOnly } from './member-subject.tsx'
import { RoleField } from './role-field.tsx'

interface ChangeRoleProps {
  row: Member
  onClose: () => void
}

/** Changes a member's role with a reason. */
export function ChangeRole({ row: member, onClose }: ChangeRoleProps) {
  return (
    <OthersOnly member={member} title="Change role" onClose={onClose}>
      <RoleForm row={member} onClose={onClose} />
    </OthersOnly>
  )
}

function RoleForm({ row: member, onClose }: ChangeRoleProps) {
  const contractForm = useContractForm(team.changeMember, {
    start: { role: member.role ?? '', reason: '' },
    request: ({ role, reason }) => ({ memberId: member.id, role, reason }),
    check: ({ role }) => (role === '' || role === member.role ? { role: 'Choose another role' } : {}),
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormDialog
      title="Change role"
      of={contractForm}
      action={{ text: 'Change role', busyText: 'Changing...' }}
      onClose={onClose}
    >
      <MemberSubject prompt="The member must sign in again after the change." member={member} />
      <RoleField form={form} name="role" chosen={form.values.role} />
      <TextareaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}

const deactivate = {
  status: 'INACTIVE',
  title: 'Deactivate member',
  prompt: 'Are you sure you want to deactivate this member? They are signed out immediately and cannot sign in again.',
  action: { text: 'Deactivate', busyText: 'Deactivating...', tone: 'decline' },
} as const

const activate = {
  status: 'ACTIVE',
  title: 'Activate member',
  prompt: 'Are you sure you want to activate this member? They can sign in again with their existing password.',
  action: { text: 'Activate', busyText: 'Activating...' },
} as const

/** Revokes or restores a member's access with a reason. */
export function ChangeAccess({ row: member, current = member, onClose }: RowDialogProps<Member>) {
  const { status, title, prompt, action } = member.status === 'ACTIVE' ? deactivate : activate
  return (
    <OthersOnly member={member} title={title} onClose={onClose}>
      <ActionDialog
        call={team.changeMember}
        request={(reason) => ({ memberId: member.id, status, reason })}
        title={title}
        subject={<MemberSubject prompt={prompt} member={member} />}
        action={action}
        reason={team.changeMember.body.shape.reason}
        blocker={current.status === status ? `This member is already ${status.toLowerCase()}` : null}
        onClose={onClose}
      />
    </OthersOnly>
  )
}

const resetTitle = 'Reset authenticator app'

/** Removes the authenticator app of a member who has lost it, with a reason. */
export function ResetFactor({ row: member, onClose }: { row: Member; onClose: () => void }) {
  return (
    <OthersOnly member={member} title={resetTitle} onClose={onClose}>
      <ActionDialog
        call={secondFactor.reset}
        request={(reason) => ({ memberId: member.id, reason })}
        title={resetTitle}
        subject={
          <MemberSubject
            prompt="Are you sure that this member has lost their authenticator app? They are signed out immediately and sign in with an emailed code again."
            member={member}
          />
        }
        action={{ text: 'Reset', busyText: 'Resetting...', tone: 'decline' }}
        reason={secondFactor.reset.body.shape.reason}
        onClose={onClose}
      />
    </OthersOnly>
  )
}
