import { session } from '@kobo/contract/session'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { send } from '../../api/send.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { FormProblem } from '../../forms/form-problem.tsx'
import { PasswordField, passwordsMatch } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { OutboxLink } from './demo-box.tsx'
import { ResendButton } from './resend-button.tsx'
import { SessionCard } from './session-card.tsx'
import classes from './session-card.module.css'

const resendWaitMs = 60_000

/** Sets a new password with the emailed code. */
export function ResetPasswordPage() {
  const navigate = useNavigate()
  const { email = '' } = useSearchParams().search
  const [resendAt, setResendAt] = useState(() => serverNow() + resendWaitMs)
  const { form, sending, problem, submit } = useContractForm(session.resetPassword, {
    start: { code: '', password: '', confirmPassword: '' },
    request: ({ code, password }) => ({ email, code, password }),
    check: (values) => passwordsMatch(values),
    onDone: ({ message }) => {
      toastSuccess(message || 'Your password was changed. Sign in with it')
      void navigate({ href: paths.signIn(), replace: true })
    },
  })

  async function resend() {
    await send(session.resendReset, { email })
    setResendAt(serverNow() + resendWaitMs)
  }

  return (
    <SessionCard
      title="New password"
      sentence={
        <>
          If <strong>{email || 'your address'}</strong> has an account, a code is on its way there.
        </>
      }
      footer={<OutboxLink to={email} />}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <CodeField form={form} name="code" label="Six-digit code" autoFocus />
        <PasswordField form={form} name="password" label="New password" autoComplete="new-password" />
        <PasswordField form={form} name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        <FormProblem problem={problem} />
        <BusyButton type="submit" busy={sending} busyText="Saving..." size="md">
          Change password
        </BusyButton>
        <div className={classes.row}>
          <Link to={paths.signIn()} className={classes.link}>
            Back to sign in
          </Link>
          <ResendButton allowedAt={resendAt} onResend={resend} />
        </div>
      </form>
    </SessionCard>
  )
}
