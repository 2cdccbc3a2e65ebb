import { account } from '@kobo/contract/account'
import { passwordMinLength } from '@kobo/contract/session'
import { FormNotices, useSendBlocker } from '../../forms/form-notices.tsx'
import { PasswordField, passwordsMatch } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import classes from './settings.module.css'

/** Changes the password, which ends all other sessions. */
export function ChangePassword() {
  const contractForm = useContractForm(account.changePassword, {
    start: { oldPassword: '', password: '', confirmPassword: '' },
    request: ({ oldPassword, password }) => ({ oldPassword, password }),
    check: (values) => passwordsMatch(values, passwordMinLength),
    onDone: () => form.reset(),
  })
  const { form, sending, submit } = contractForm
  const blocker = useSendBlocker()
  return (
    <Section title="Change password">
      <SectionBody>
        <div className={classes.words}>
          <p className={classes.sentence}>You stay signed in here, and are signed out everywhere else.</p>
          <form noValidate onSubmit={(event) => (blocker === null ? submit(event) : event.preventDefault())}>
            <fieldset className={classes.form} disabled={sending}>
              <PasswordField form={form} name="oldPassword" label="Old password" autoComplete="current-password" />
              <PasswordField form={form} name="password" label="New password" autoComplete="new-password" />
              <PasswordField form={form} name="confirmPassword" label="Confirm password" autoComplete="new-password" />
              <FormNotices of={contractForm} blocker={blocker} onDiscard={() => form.reset()} />
              <BusyButton
                type="submit"
                busy={sending}
                busyText="Changing..."
                disabled={!form.isDirty() || !form.isValid() || blocker !== null}
              >
                Change password
              </BusyButton>
            </fieldset>
          </form>
        </div>
      </SectionBody>
    </Section>
  )
}
