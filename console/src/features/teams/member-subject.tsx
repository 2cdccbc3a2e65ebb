import type { Member } from '@kobo/contract/team'
import { Subject } from '../../record/subject.tsx'

/** Question of a dialog, naming the member concerned. */
export function MemberSubject({ prompt, member }: { prompt: string; member: Member }) {
  const { firstName, lastName, email } = member
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return (
    <Subject prompt={prompt} name={name || email || member.id} modes="both">
      {name && email}
    </Subject>
  )
}
