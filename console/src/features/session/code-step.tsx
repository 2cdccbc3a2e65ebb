import { session } from '@kobo/contract/session'
import { useEffect, useEffectEvent, useState } from 'react'
import { openSession } from '../../api/session.tsx'
import { send } from '../../api/send.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { FormProblem } from '../../forms/form-problem.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { OutboxLink } from './demo-box.tsx'
import { ResendButton } from './resend-button.tsx'
import { SessionCard } from './session-card.tsx'
import classes from './session-card.module.css'
import type { Challenge } from './password-step.tsx'

const sentences = {
  app: 'Your authenticator app shows six digits for Kobo Console.',
  recovery: 'Enter one of the recovery codes that you saved when you set up the app. Each code works once.',
}

interface CodeStepProps {
  challenge: Challenge
  onResent: (challenge: Challenge) => void
  onBack: () => void
}

/** Second sign-in step: the emailed or authenticator code, or a recovery code. */
export function CodeStep({ challenge, onResent, onBack }: CodeStepProps) {
  const { challengeId, email, resendAfter } = challenge
  const isApp = challenge.factor === 'app'
  const [usesRecovery, setUsesRecovery] = useState(false)
  const [wrongCodes, setWrongCodes] = useState(0)
  const { form, sending, problem, submit } = useContractForm(session.verify, {
    start: { code: '' },
    request: ({ code }) => ({ challengeId, code }),
    onDone: ({ data }) => openSession(data),
    // Clears a wrong code, so that the next one is submitted automatically like the first.
    onRefused: ({ code }) => {
      if (code !== 'wrong_credentials') return
      form.reset()
      setWrongCodes((count) => count + 1)
    },
  })

  // Submits on the sixth digit, without waiting for the button.
  const isComplete = !usesRecovery && form.values.code.length === 6
  const submitComplete = useEffectEvent(submit)
  useEffect(() => {
    if (isComplete) submitComplete()
  }, [isComplete])

  function toggleRecovery() {
    form.reset()
    setUsesRecovery(!usesRecovery)
  }

  async function resend() {
    const { data } = await send(session.resendLogin, { challengeId })
    form.reset()
    onResent(data)
  }

  return (
    <SessionCard
      title="Enter your code"
      sentence={
        isApp ? (
          sentences[usesRecovery ? 'recovery' : 'app']
        ) : (
          <>
            We emailed a six-digit code to <strong>{email}</strong>.
          </>
        )
      }
      footer={!isApp && <OutboxLink to={email} />}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        {usesRecovery ? (
          <TextField form={form} name="code" label="Recovery code" autoComplete="off" autoFocus />
        ) : (
          <CodeField key={wrongCodes} form={form} name="code" label="Six-digit code" autoFocus />
        )}
        <FormProblem problem={problem} />
        <BusyButton type="submit" busy={sending} busyText="Checking..." size="md">
          Continue
        </BusyButton>
        <div className={classes.row}>
          <button type="button" className={classes.link} onClick={onBack}>
            Back
          </button>
          {isApp ? (
            <button type="button" className={classes.link} onClick={toggleRecovery}>
              {usesRecovery ? 'Use the app' : 'Use a recovery code'}
            </button>
          ) : (
            <ResendButton allowedAt={resendAfter} onResend={resend} />
          )}
        </div>
      </form>
    </SessionCard>
  )
}
