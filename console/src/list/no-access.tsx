import type { Permission } from '@kobo/contract/kit/permission'
import { permissionAreas, permissionLabel } from '@kobo/contract/kit/permission-areas'
import { IconLock } from '@tabler/icons-react'
import { useSession } from '../api/session.tsx'
import { StateView } from '../ui/state-view.tsx'

/** Names the area that the operator's role does not include, in place of its data. */
export function NoAccess({ permission }: { permission: Permission }) {
  const session = useSession()
  const role = session.state === 'signed-in' ? (session.user.roleName ?? session.user.role) : ''
  const found = permissionAreas.find(({ see }) => see === permission)
  return (
    <StateView
      icon={<IconLock size={22} stroke={1.5} />}
      text={`You have no access to ${found?.area ?? permission}`}
      detail={`Your role, ${role}, does not include ${found?.see ? permissionLabel(found.see) : permission}. An administrator can change that.`}
    />
  )
}
