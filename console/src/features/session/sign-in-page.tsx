import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { startPage } from '../../api/start-page.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { SignIn } from './sign-in.tsx'

/** Sign-in page, which redirects to the page that required the sign-in. */
export function SignInPage() {
  const { state } = useSession()
  const email = useSearchParams().search.email
  // Captured on the first render, because leaving changes the location before the page unmounts.
  const [next] = useState(redirectAfterSignIn(useLocation().state.wayBack))
  const navigate = useNavigate()
  const isLeaving = state !== 'signed-out'
  useEffect(() => {
    if (isLeaving) void navigate({ href: next, replace: true })
  }, [isLeaving, navigate, next])

  return isLeaving ? null : <SignIn email={email} />
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Path of the page that required the sign-in. */
    wayBack?: string
  }
}

/** Returns the path to open after a sign-in: `wayBack` if it is a path of the console, else the page chosen in Settings, by default the merchants. */
export function redirectAfterSignIn(wayBack: string | undefined): string {
  if (wayBack && ownPath.test(wayBack)) return wayBack
  return startPage() === 'my-work' ? paths.myWork() : paths.merchants()
}

/** Rejects two leading slashes of either kind, with or without whitespace, because browsers read them as another host. */
const ownPath = /^\/(?![/\\])[^\s\\]*$/
