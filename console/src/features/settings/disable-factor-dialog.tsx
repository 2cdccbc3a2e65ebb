import { secondFactor } from '@kobo/contract/second-factor'
import { FormDialog } from '../../forms/form-window.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import classes from './settings.module.css'

/** Disables the authenticator app in favour of emailed codes. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const contractForm = useContractForm(secondFactor.turnOff, {
    start: { password: '', code: '' },
    request: (values) => values,
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormDialog
      title="Turn off the authenticator app"
      of={contractForm}
      action={{ text: 'Turn off', busyText: 'Turning off...', tone: 'decline' }}
      onClose={onClose}
    >
      <p className={classes.sentence}>You will sign in with an emailed code again.</p>
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" data-autofocus />
      <TextField form={form} name="code" label="Authenticator or recovery code" autoComplete="one-time-code" />
    </FormDialog>
  )
}
