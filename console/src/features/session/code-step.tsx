import type { Request } from '@kobo/contract/kit/call'
import { session } from '@kobo/contract/session'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiFailure } from '../../api/failure.ts'
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
    send: verify,
    onDone: ({ data }) => openSession(data),
  })

  // The last digit is the whole intent: nobody types six digits to think about them.
  const isWhole = form.values.code.length === 6
  const submitWhole = useEffectEvent(submit)
  useEffect(() => {
    if (isWhole) submitWhole()
  }, [isWhole])

  /** A wrong code is emptied, so that the next one is typed and sent as the first was. */
  async function verify(request: Request<typeof session.verify>) {
    try {
      return await send(session.verify, request)
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'wrong_credentials') {
        form.setValues({ code: '' })
        setWrongCodes((count) => count + 1)
      }
      throw failure
    }
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
        <>
          We mailed six digits to <strong>{email}</strong>.
        </>
      }
      footer={<OutboxLink to={email} />}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <CodeField
          key={wrongCodes}
          label="Six-digit code"
          value={form.values.code}
          error={form.errors['code']}
          onChange={(code) => form.setValues({ code })}
          autoFocus
        />
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
