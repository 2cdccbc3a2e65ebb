import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { restoreSession, useSession } from '../api/session.tsx'
import { paths } from '../paths.ts'
import { RestoreFailure } from './restore-failure.tsx'
import { Shell } from './shell/shell.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'

/** Shows the pages inside to a signed-in person, and sends everybody else to the sign-in. */
export function Protected() {
  const session = useSession()
  const { pathname } = useLocation()
  const router = useRouter()
  const signedOut = session.state === 'signed-out'
  const left = signedOut && session.left
  useEffect(() => {
    if (!signedOut) return
    // Whoever left on purpose, or the next person, begins anew; everybody else returns to where this happened.
    const wayBack = left ? undefined : router.latestLocation.href
    void router.navigate({ href: paths.signIn(), replace: true, state: { wayBack } })
  }, [signedOut, left, router])

  if (session.state === 'signed-out') return null
  if (session.state === 'loading') {
    if (!session.failure) return <ShellSkeleton />
    return <RestoreFailure failure={session.failure} onRetry={() => void restoreSession()} />
  }
  return (
    <Shell user={session.user} mode={session.mode} pathname={pathname}>
      {/* Nothing of one mode, not even an open dialog, outlives the change to the other. */}
      <Outlet key={session.mode} />
    </Shell>
  )
}
