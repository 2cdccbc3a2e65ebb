import { lagosDay } from '@kobo/contract/kit/day'
import { type Member, team } from '@kobo/contract/team'
import { serverNow } from '../../api/clock.ts'
import { DateField } from '../../forms/date-field.tsx'
import { FormDialog } from '../../forms/form-window.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { accessEndOf, lastDayOf } from './access-end.ts'
import { MemberSubject, OthersOnly } from './member-subject.tsx'

interface ChangeEndProps {
  row: Member
  onClose: () => void
}

const title = 'Change end of access'

/** Sets or removes the day after which a guest can no longer sign in, with a reason. */
export function ChangeEnd({ row: member, onClose }: ChangeEndProps) {
  return (
    <OthersOnly member={member} title={title} onClose={onClose}>
      <EndForm row={member} onClose={onClose} />
    </OthersOnly>
  )
}

function EndForm({ row: member, onClose }: ChangeEndProps) {
  const lastDay = lastDayOf(member.accessUntil)
  const contractForm = useContractForm(team.changeMember, {
    start: { accessUntil: lastDay, reason: '' },
    request: ({ accessUntil, reason }) => ({ memberId: member.id, accessUntil: accessEndOf(accessUntil), reason }),
    check: ({ accessUntil }) => (accessUntil === lastDay ? { accessUntil: 'Choose another day' } : {}),
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormDialog title={title} of={contractForm} action={{ text: title, busyText: 'Changing...' }} onClose={onClose}>
      <MemberSubject prompt="The member can work until the end of this day, or without an end." member={member} />
      <DateField form={form} name="accessUntil" label="Access ends (optional)" min={lagosDay(new Date(serverNow()))} />
      <TextareaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}
