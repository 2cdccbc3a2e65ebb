import { session } from '@kobo/contract/session'
import { Link, useNavigate } from '@tanstack/react-router'
import { FormProblem } from '../../forms/form-problem.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { paths } from '../../paths.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { SessionCard } from './session-card.tsx'
import classes from './session-card.module.css'

/** Requests the code for a password reset. */
export function ForgotPasswordPage() {
  const navigate = useNavigate()
  const { form, sending, problem, submit } = useContractForm(session.forgetPassword, {
    start: { email: '' },
    request: (values) => values,
    onDone: (_response, { email }) => void navigate({ href: paths.resetPassword({ email: email.trim() }) }),
  })
  return (
    <SessionCard
      title="Forgot password"
      sentence="Enter your email address. If it has an account, we will email you a code."
      footer={
        <Link to={paths.signIn()} className={classes.link}>
          Back to sign in
        </Link>
      }
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField form={form} name="email" label="Email address" type="email" autoComplete="username" autoFocus />
        <FormProblem problem={problem} />
        <BusyButton type="submit" busy={sending} busyText="Sending..." size="md">
          Email me a code
        </BusyButton>
      </form>
    </SessionCard>
  )
}
