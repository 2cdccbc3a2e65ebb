import { session } from '@kobo/contract/session'
import { useEffect, useEffectEvent, useState } from 'react'
import { openSession } from '../../api/session.tsx'
import { send } from '../../api/send.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { FormProblem } from '../../forms/form-problem.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { OutboxLink } from './outbox-link.tsx'
import { ResendButton } from './resend-button.tsx'
import { SessionCard } from './session-card.tsx'
import classes from './session-card.module.css'
import type { Challenge } from './challenge.ts'

interface CodeStepProps {
  challenge: Challenge
  onResent: (challenge: Challenge) => void
  onBack: () => void
}

/** The second step: the code that was mailed. */
export function CodeStep({ challenge, onResent, onBack }: CodeStepProps) {
  const { challengeId, email, resendAfter } = challenge
  const [wrongCodes, setWrongCodes] = useState(0)
  const { form, sending, problem, submit } = useContractForm(session.verify, {
    start: { code: '' },
    request: ({ code }) => ({ challengeId, code }),
    onDone: ({ data }) => openSession(data),
    // A wrong code is emptied, so that the next one is typed and sent as the first was.
    onRefused: ({ code }) => {
      if (code !== 'wrong_credentials') return
      form.reset()
      setWrongCodes((count) => count + 1)
    },
  })

  // The last digit is the whole intent: nobody types six digits to think about them.
  const isWhole = form.values.code.length === 6
  const submitWhole = useEffectEvent(submit)
  useEffect(() => {
    if (isWhole) submitWhole()
  }, [isWhole])

  async function resend() {
    const { data } = await send(session.resendLogin, { challengeId })
    form.reset()
    onResent(data)
  }

  return (
    <SessionCard
      title="Enter your code"
      sentence={
        <>
          We mailed six digits to <strong>{email}</strong>.
        </>
      }
      footer={<OutboxLink to={email} />}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <CodeField key={wrongCodes} form={form} name="code" label="Six-digit code" autoFocus />
        <FormProblem problem={problem} />
        <BusyButton type="submit" busy={sending} busyText="Checking..." size="md">
          Continue
        </BusyButton>
        <div className={classes.row}>
          <button type="button" className={classes.link} onClick={onBack}>
            Back
          </button>
          <ResendButton allowedAt={resendAfter} onResend={resend} />
        </div>
      </form>
    </SessionCard>
  )
}
