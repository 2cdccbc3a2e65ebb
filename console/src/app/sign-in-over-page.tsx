import { restoreSession, useSession } from '../api/session.tsx'
import { SignIn } from '../features/session/sign-in.tsx'
import { RestoreFailure } from './failure-pages.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'
import classes from './sign-in-over-page.module.css'

/** Sign-in above a kept page. Its input events do not reach that page. */
export function SignInOverPage() {
  const session = useSession()
  const stopPropagation = (event: { nativeEvent: Event }) => event.nativeEvent.stopPropagation()
  return (
    <div
      className={classes.over}
      role="presentation"
      data-over-kept-page
      onKeyDown={stopPropagation}
      onMouseDown={stopPropagation}
      onTouchStart={stopPropagation}
      onTouchMove={stopPropagation}
      onWheel={stopPropagation}
      onClickCapture={openElsewhere}
    >
      {session.state === 'signed-out' && <SignIn />}
      {session.state === 'loading' && !session.failure && <ShellSkeleton />}
      {session.state === 'loading' && session.failure && (
        <RestoreFailure failure={session.failure} onRetry={() => void restoreSession()} />
      )}
    </div>
  )
}

/** Opens links in a new tab, because navigation here would replace the kept page. */
function openElsewhere({ target }: { target: EventTarget }): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link) link.target = '_blank'
}
