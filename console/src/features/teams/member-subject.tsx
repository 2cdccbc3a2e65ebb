import type { Member } from '@kobo/contract/team'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import { Subject } from '../../record/subject.tsx'
import { Dialog } from '../../ui/dialog.tsx'

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

interface OthersOnlyProps {
  member: Member
  title: string
  onClose: () => void
  children: ReactNode
}

/** Replaces a dialog by a notice if the member is the operator, who cannot change their own account. */
export function OthersOnly({ member, title, onClose, children }: OthersOnlyProps) {
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
