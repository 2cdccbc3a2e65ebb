import type { Data } from '@kobo/contract/kit/call'
import { session } from '@kobo/contract/session'
import { Link } from '@tanstack/react-router'
import { FormProblem } from '../../forms/form-problem.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { paths } from '../../paths.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DemoBox } from './demo-box.tsx'
import { SessionCard } from './session-card.tsx'
import classes from './session-card.module.css'

/** Reply to a correct password: the sign-in that awaits its code. */
export type Challenge = Data<typeof session.login>

interface PasswordStepProps {
  email: string
  onDone: (challenge: Challenge, email: string) => void
}

/** First sign-in step: email address and password. */
export function PasswordStep({ email, onDone }: PasswordStepProps) {
  const { form, sending, problem, submit } = useContractForm(session.login, {
    start: { email, password: '' },
    request: (values) => values,
    onDone: ({ data }, values) => onDone(data, values.email),
  })
  return (
    <SessionCard
      title="Sign in"
      sentence="For staff only. You will need a code after your password."
      footer={<DemoBox onUse={form.setValues} />}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          form={form}
          name="email"
          label="Email address"
          type="email"
          autoComplete="username"
          autoFocus={email === ''}
        />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          autoComplete="current-password"
          autoFocus={email !== ''}
        />
        <FormProblem problem={problem} />
        <BusyButton type="submit" busy={sending} busyText="Signing in..." size="md">
          Sign in
        </BusyButton>
        <Link to={paths.forgotPassword()} className={classes.link}>
          Forgot your password?
        </Link>
      </form>
    </SessionCard>
  )
}
