import { TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

interface TextFieldProps<V extends object> extends Omit<TextInputProps, 'form' | 'name'> {
  form: UseFormReturnType<V>
  name: keyof V & string
}

/** A line of text bound to a field of a form. */
export function TextField<V extends object>({ form, name, ...rest }: TextFieldProps<V>) {
  return <TextInput name={name} {...rest} {...form.getInputProps(name)} />
}
