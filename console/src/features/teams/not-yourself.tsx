import type { Member } from '@kobo/contract/team'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface OthersOnlyProps {
  member: Member
  title: string
  onClose: () => void
  children: ReactNode
}

/** Replaces a dialog by a notice if the member is the operator, who cannot change their own account. */
export function NotYourself({ member, title, onClose, children }: OthersOnlyProps) {
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
