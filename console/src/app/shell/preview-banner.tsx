import { endPreview, isPreviewed } from '../../api/role-preview.ts'
import { useSession } from '../../api/session.tsx'
import classes from '../banner.module.css'

/** Banner shown while the operator sees the console as another role does. */
export function PreviewBanner() {
  const session = useSession()
  if (session.state !== 'signed-in' || !isPreviewed(session.user)) return null
  return (
    <p className={classes.banner}>
      You see the console as {session.user.roleName}. Nothing can be changed{' · '}
      <button type="button" className={classes.action} onClick={endPreview}>
        Stop
      </button>
    </p>
  )
}
