import { secondFactor } from '@kobo/contract/second-factor'
import { type Member, team } from '@kobo/contract/team'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import { FormDialog } from '../../forms/form-window.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { roleOptions } from '../../people/role-name.ts'
import { Subject } from '../../record/subject.tsx'
import { Dialog } from '../../ui/dialog.tsx'

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
      <MemberSubject
        prompt="Administrators can do everything; auditors can view everything but change nothing. The member must sign in again after the change."
        member={member}
      />
      <SelectField form={form} name="role" label="Role" data={roleOptions} />
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
export function ChangeAccess({ row: member, onClose }: { row: Member; onClose: () => void }) {
  const { status, title, prompt, action } = member.status === 'ACTIVE' ? deactivate : activate
  return (
    <NotYourself member={member} title={title} onClose={onClose}>
      <ActionDialog
        call={team.changeMember}
        request={(reason) => ({ memberId: member.id, status, reason })}
        title={title}
        subject={<MemberSubject prompt={prompt} member={member} />}
        action={action}
        reason={team.changeMember.body.shape.reason}
        onClose={onClose}
      />
    </NotYourself>
  )
}

const resetTitle = 'Reset authenticator app'

/** Removes the authenticator app of a member who has lost it, with a reason. */
export function ResetFactor({ row: member, onClose }: { row: Member; onClose: () => void }) {
  return (
    <NotYourself member={member} title={resetTitle} onClose={onClose}>
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
    </NotYourself>
  )
}

/** Question of a dialog, naming the member concerned. */
function MemberSubject({ prompt, member }: { prompt: string; member: Member }) {
  const { firstName, lastName, email } = member
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return (
    <Subject prompt={prompt} name={name || email || member.id} modes="both">
      {name && email}
    </Subject>
  )
}

interface OthersOnlyProps {
  member: Member
  title: string
  onClose: () => void
  children: ReactNode
}

/** Replaces a dialog by a notice if the member is the operator, who cannot change their own account. */
function NotYourself({ member, title, onClose, children }: OthersOnlyProps) {
  const session = useSession()
  const self = session.state === 'signed-in' ? session.user : null
  const isOwn = self !== null && (self.id === member.id || self.email === member.email)
  if (!isOwn) return children
  return (
    <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      This is your own account. Another administrator can change your role or your access.
    </Dialog>
  )
}
