import { useState } from 'react'
import { type Challenge, PasswordStep } from './password-step.tsx'
import { CodeStep } from './code-step.tsx'

/** Signs an operator in: first the password, then the code. */
export function SignIn({ email: initialEmail = '' }: { email?: string }) {
  const [email, setEmail] = useState(initialEmail)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  if (!challenge) {
    return (
      <PasswordStep
        email={email}
        onDone={(newChallenge, typedEmail) => {
          setEmail(typedEmail)
          setChallenge(newChallenge)
        }}
      />
    )
  }
  return (
    <CodeStep
      challenge={challenge}
      // The operator may have gone back before the response.
      onResent={(resent) => setChallenge((current) => current && resent)}
      onBack={() => setChallenge(null)}
    />
  )
}
