import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

interface PasswordFieldProps<V extends object> extends Omit<PasswordInputProps, 'form' | 'name'> {
  form: UseFormReturnType<V>
  name: keyof V & string
}

/** A password bound to a field of a form; its eye shows what was typed. */
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
