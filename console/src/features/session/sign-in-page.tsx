import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { SignIn } from './sign-in.tsx'
import { afterSignIn } from './redirect-after-sign-in.ts'

/** The sign-in at its own address, which leads on to the page that asked for it. */
export function SignInPage() {
  const { state } = useSession()
  const email = useSearchParams().search.email
  // As it was when this page came: on leaving, the address changes before the page is gone.
  const [next] = useState(afterSignIn(useLocation().state.wayBack))
  const navigate = useNavigate()
  const goesOn = state !== 'signed-out'
  useEffect(() => {
    if (goesOn) void navigate({ href: next, replace: true })
  }, [goesOn, navigate, next])

  return goesOn ? null : <SignIn email={email} />
}
