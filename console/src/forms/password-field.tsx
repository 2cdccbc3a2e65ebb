import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { Field } from './field.ts'

type PasswordFieldProps<V extends object> = Field<V> & Omit<PasswordInputProps, keyof Field<V>>

/** Password bound to a form field, with a visibility toggle. */
export function PasswordField<V extends object>({ form, name, ...rest }: PasswordFieldProps<V>) {
  return (
    <PasswordInput
      name={name}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      {...rest}
      {...form.getInputProps(name)}
      aria-invalid={form.errors[name] ? true : undefined}
    />
  )
}

/** Returns the error of a password confirmation, if any. */
export function passwordsMatch(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  minLength = 0,
): Record<string, string> {
  if (confirmPassword === '') return { confirmPassword: 'Confirm password is required' }
  if (confirmPassword.length < minLength) {
    return { confirmPassword: `Confirm password must not be less than ${minLength} characters` }
  }
  return confirmPassword === password ? {} : { confirmPassword: 'Both passwords must match' }
}
