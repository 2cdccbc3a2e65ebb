import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import type { Challenge } from './challenge.ts'
import { useAddress } from '../../ui/use-address.ts'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { afterSignIn } from './way-back.ts'

/** Signs a member of staff in: the password first, then the mailed code. */
export function SignInPage() {
  const { state } = useSession()
  const [email, setEmail] = useState(useAddress().search.email ?? '')
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  // As it was when this page came: on leaving, the address changes before the page is gone.
  const [next] = useState(afterSignIn(useLocation().state.wayBack))
  const navigate = useNavigate()
  const goesOn = state !== 'signed-out'
  useEffect(() => {
    if (goesOn) void navigate({ href: next, replace: true })
  }, [goesOn, navigate, next])

  if (goesOn) return null
  if (!challenge) {
    return (
      <PasswordStep
        email={email}
        onDone={(opened, typedEmail) => {
          setEmail(typedEmail)
          setChallenge(opened)
        }}
      />
    )
  }
  return <CodeStep challenge={challenge} onResent={setChallenge} onBack={() => setChallenge(null)} />
}
