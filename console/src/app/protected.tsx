import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageSession, restoreSession, useKeptPage, useSession } from '../api/session.tsx'
import { dropKeptPage } from '../api/session-store.ts'
import { paths } from '../paths.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { KeptPage } from './kept-page.tsx'
import { RestoreFailure } from './failure-pages.tsx'
import { Shell } from './shell/shell.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'
import { useFirstResponses } from './use-first-answers.ts'
import { useMaskedAddress } from './use-masked-address.ts'

const SessionExpiry = lazyComponent(() => import('./session-expiry.tsx'), 'SessionExpiry', { quiet: true })
const SignInOverPage = lazyComponent(() => import('./sign-in-over-page.tsx'), 'SignInOverPage')

/**
 * Shows authenticated pages to signed-in operators and redirects everyone else to the sign-in. When the server ends the session,
 * the page stays mounted below the sign-in, hidden and inert, for the same person to return to.
 */
export function Protected() {
  const session = useSession()
  const keptPage = useKeptPage()
  const location = useLocation()
  const router = useRouter()
  const queries = useQueryClient()
  const address = useMaskedAddress()
  const isAnswered = useFirstResponses()
  const isKept = keptPage !== null
  const signedOut = session.state === 'signed-out' && !isKept
  const hasLeft = session.state === 'signed-out' && session.left
  const startsOver = session.state === 'signed-in' && session.startsOver === true && address.isMaskedPageShown
  const returnMode = session.state === 'signed-in' && !startsOver && address.isMasked ? session.mode : undefined

  useEffect(() => {
    // The Back button may return here before the sign-in is shown.
    if (!signedOut || location.pathname === paths.signIn()) return
    // After a deliberate sign-out the next sign-in starts fresh. Otherwise it returns to this page.
    const wayBack = hasLeft ? undefined : location.href
    void router.navigate({ href: paths.signIn(), replace: true, state: { wayBack } })
  }, [signedOut, hasLeft, location, router])

  useEffect(() => {
    if (isKept && !address.isMasked) address.mask(paths.signIn())
  }, [isKept, address])

  useEffect(() => {
    if (startsOver) void router.navigate({ href: paths.merchants(), replace: true, ignoreBlocker: true })
  }, [startsOver, router])

  useEffect(() => {
    if (returnMode === undefined) return
    address.unmask()
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === returnMode })
  }, [returnMode, address, queries])

  // The Back button has left the page that was kept.
  useEffect(() => dropKeptPage, [])

  if (signedOut || startsOver) return null
  const page = session.state === 'signed-in' ? session : keptPage && ({ state: 'signed-in', ...keptPage } as const)
  if (!page) {
    if (session.state !== 'loading' || !session.failure) return <ShellSkeleton />
    return <RestoreFailure failure={session.failure} onRetry={() => void restoreSession()} />
  }
  return (
    <>
      {isKept ? <SignInOverPage /> : isAnswered && <SessionExpiry />}
      <KeptPage isHidden={isKept}>
        <PageSession value={page}>
          <Shell user={page.user} mode={page.mode} pathname={location.pathname}>
            {/* A change of mode unmounts everything, open dialogs included. */}
            <Outlet key={page.mode} />
          </Shell>
        </PageSession>
      </KeptPage>
    </>
  )
}
