import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageSession, restoreSession, useKeptPage, useSession } from '../api/session.tsx'
import { dropKeptPage } from '../api/session-store.ts'
import { paths } from '../paths.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { KeptPage } from './kept-page.tsx'
import { RestoreFailure } from './session-restore-error.tsx'
import { Shell } from './shell/shell.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'
import { useFirstAnswers } from './use-first-answers.ts'
import { useMaskedAddress } from './use-masked-address.ts'

const SessionNotice = lazyComponent(() => import('./session-notice.tsx'), 'SessionNotice', { quiet: true })
const SignInOverPage = lazyComponent(() => import('./sign-in-over-page.tsx'), 'SignInOverPage')

/**
 * Shows the pages inside to a signed-in person, and sends everybody else to the sign-in. When the server ends the session, the
 * page stays mounted beneath the sign-in, hidden and inert, for the same person to return to.
 */
export function Protected() {
  const session = useSession()
  const kept = useKeptPage()
  const { pathname } = useLocation()
  const router = useRouter()
  const queries = useQueryClient()
  const address = useMaskedAddress()
  const isAnswered = useFirstAnswers()
  const isKept = kept !== null
  const signedOut = session.state === 'signed-out' && !isKept
  const left = session.state === 'signed-out' && session.left
  const startsOver = session.state === 'signed-in' && session.startsOver === true && address.isMaskedPageShown
  const returnsIn = session.state === 'signed-in' && !startsOver && address.isMasked ? session.mode : undefined

  useEffect(() => {
    if (!signedOut) return
    // Whoever left on purpose, or the next person, begins anew; everybody else returns to where this happened.
    const wayBack = left ? undefined : router.latestLocation.href
    void router.navigate({ href: paths.signIn(), replace: true, state: { wayBack } })
  }, [signedOut, left, router])

  useEffect(() => {
    if (isKept && !address.isMasked) address.mask(paths.signIn())
  }, [isKept, address])

  useEffect(() => {
    if (startsOver) void router.navigate({ href: paths.merchants(), replace: true, ignoreBlocker: true })
  }, [startsOver, router])

  useEffect(() => {
    if (returnsIn === undefined) return
    address.unmask()
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === returnsIn })
  }, [returnsIn, address, queries])

  // The Back button has led out of the page that was kept.
  useEffect(() => dropKeptPage, [])

  if (signedOut || startsOver) return null
  const page = session.state === 'signed-in' ? session : kept && ({ state: 'signed-in', ...kept } as const)
  if (!page) {
    if (session.state !== 'loading' || !session.failure) return <ShellSkeleton />
    return <RestoreFailure failure={session.failure} onRetry={() => void restoreSession()} />
  }
  return (
    <>
      {isKept ? <SignInOverPage /> : isAnswered && <SessionNotice />}
      <KeptPage isHidden={isKept}>
        <PageSession value={page}>
          <Shell user={page.user} mode={page.mode} pathname={pathname}>
            {/* Nothing of one mode, not even an open dialog, outlives the change to the other. */}
            <Outlet key={page.mode} />
          </Shell>
        </PageSession>
      </KeptPage>
    </>
  )
}
