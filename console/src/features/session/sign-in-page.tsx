import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { SignIn } from './sign-in.tsx'
import { afterSignIn } from './redirect-after-sign-in.ts'

/** Sign-in page, which redirects to the page that required the sign-in. */
export function SignInPage() {
  const { state } = useSession()
  const email = useSearchParams().search.email
  // Captured on the first render, because leaving changes the location before the page unmounts.
  const [next] = useState(afterSignIn(useLocation().state.wayBack))
  const navigate = useNavigate()
  const goesOn = state !== 'signed-out'
  useEffect(() => {
    if (goesOn) void navigate({ href: next, replace: true })
  }, [goesOn, navigate, next])

  return goesOn ? null : <SignIn email={email} />
}
