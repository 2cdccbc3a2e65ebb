import { invites } from '@kobo/contract/invites'
import { useNavigate } from '@tanstack/react-router'
import { FormProblem } from '../../forms/form-problem.tsx'
import { PasswordField, passwordsMatch } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { paths } from '../../paths.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { SessionCard } from './session-card.tsx'
import classes from './session-card.module.css'

interface AcceptInviteFormProps {
  email: string
  inviteCode: string
  firstName: string
}

/** Accepts an invitation by setting a password. */
export function AcceptInviteForm({ email, inviteCode, firstName }: AcceptInviteFormProps) {
  const navigate = useNavigate()
  const { form, sending, problem, submit } = useContractForm(invites.accept, {
    start: { password: '', confirmPassword: '' },
    request: ({ password }) => ({ email, inviteCode, password }),
    check: (values) => passwordsMatch(values),
    onDone: ({ message }) => {
      toastSuccess(message || 'Your account is ready. Sign in')
      void navigate({ href: paths.signIn({ email }), replace: true })
    },
  })
  return (
    <SessionCard
      title={`Welcome, ${firstName}`}
      sentence={
        <>
          Choose a password for <strong>{email}</strong>.
        </>
      }
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField form={form} name="password" label="Password" autoComplete="new-password" autoFocus />
        <PasswordField form={form} name="confirmPassword" label="Confirm password" autoComplete="new-password" />
        <FormProblem problem={problem} />
        <BusyButton type="submit" busy={sending} busyText="Saving..." size="md">
          Accept invite
        </BusyButton>
      </form>
    </SessionCard>
  )
}
