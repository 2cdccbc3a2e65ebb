import { useState } from 'react'
import type { Challenge } from './challenge.ts'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'

/** Signs a member of staff in: the password first, then the mailed code. */
export function SignIn({ email: given = '' }: { email?: string }) {
  const [email, setEmail] = useState(given)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
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
